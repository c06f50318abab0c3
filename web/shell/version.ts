// Which version runs, whether the server stores another one, and whether a new service worker waits. Asked when the app is
// idle, then every hour and when the window comes back after ten minutes.
import { atom, getDefaultStore } from "jotai";
import { session } from "../../api/features/session/contract.ts";
import { callApi } from "../core/api.ts";

/** Not in every browser's types. */
const { trustedTypes } = globalThis as {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): unknown };
  };
};
const SCRIPT = "/sw.js";
/** The first screen has the network for itself. */
const START_AFTER_MS = 3000;
const HOUR_MS = 3600_000;
const AWAY_MS = 10 * 60_000;
const jotai = getDefaultStore();

/** `behind`: the server says that there is a newer app; `waiting`: it is on this device and takes over when asked. */
export const versionAtom = atom({ running: "", behind: false, waiting: false });
let activate: (() => void) | undefined;
let update: (() => Promise<unknown>) | undefined;
let checkedAt = 0;

async function check() {
  checkedAt = Date.now();
  if (!navigator.onLine) return;
  try {
    const { version, running } = await callApi(session.version);
    const known = jotai.get(versionAtom);
    // A server that changed under an open app is as new as one whose stored version differs.
    const changed = known.running !== "" && known.running !== running;
    jotai.set(versionAtom, { ...known, running: known.running || running, behind: version !== running || changed });
    await update?.();
  } catch { /* asked again later */ }
}

async function register() {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { Workbox } = await import("workbox-window");
  // The content policy takes script addresses only from a policy that vouches for them.
  const trusted = trustedTypes?.createPolicy("recado", { createScriptURL: (url: string) => url });
  const workbox = new Workbox((trusted?.createScriptURL(SCRIPT) ?? SCRIPT) as string);
  workbox.addEventListener("waiting", () => {
    activate = () => workbox.messageSkipWaiting();
    jotai.set(versionAtom, { ...jotai.get(versionAtom), waiting: true });
  });
  const first = !navigator.serviceWorker.controller;
  workbox.addEventListener("controlling", () => !first && location.reload());
  await workbox.register();
  update = () => workbox.update();
}

/** Starts watching once the first screen is up. */
export function watchVersion(): void {
  setTimeout(() => {
    void register().catch(() => undefined);
    void check();
  }, START_AFTER_MS);
  setInterval(() => void check(), HOUR_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - checkedAt > AWAY_MS) void check();
  });
}

/** Takes the new version, because the person asked for it. */
export function takeUpdate(): void {
  if (activate) activate();
  else location.reload();
}
