// Says whether somebody is at this device: what rings on their others then waits a moment.
import { session } from "../../../api/features/session/contract.ts";
import { callApi } from "../../core/who/api.ts";

const AT_MOST_EVERY_MS = 60_000;
const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Tells the server about use of a visible window, at most once a minute in the whole browser, and when they turn away. Answers
 * a function that stops it.
 */
export function watchUse(): () => void {
  let told = 0;
  const others = new BroadcastChannel("recado.use");
  const tell = (active: boolean) => callApi(session.presence, { body: { active } }).catch(() => undefined);
  const used = () => {
    if (document.visibilityState !== "visible" || Date.now() - told < AT_MOST_EVERY_MS) return;
    told = Date.now();
    others.postMessage("used");
    void tell(true);
  };
  others.onmessage = ({ data }) => {
    told = data === "used" ? Date.now() : 0;
    // They only changed the tab.
    if (data === "turned") used();
  };
  const turned = () => {
    if (document.visibilityState === "visible" || Date.now() - told > AT_MOST_EVERY_MS) return;
    told = 0;
    // Signing out closes the channel under it.
    void tell(false).then(() => others.postMessage("turned")).catch(() => undefined);
  };
  const options = { passive: true, capture: true };
  signs.forEach((sign) => addEventListener(sign, used, options));
  document.addEventListener("visibilitychange", turned);
  // The first press may have come before this file.
  if (navigator.userActivation?.hasBeenActive) used();
  return () => {
    others.close();
    signs.forEach((sign) => removeEventListener(sign, used, options));
    document.removeEventListener("visibilitychange", turned);
  };
}
