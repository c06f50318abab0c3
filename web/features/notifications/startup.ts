// Taps on notifications, from the first moment on.
import { getDefaultStore } from "jotai";
import { navigate } from "wouter/use-browser-location";
import { href } from "../../core/page/href.ts";
import { currentMe } from "../../core/who/me.ts";
import { replyWantedAtom } from "../../core/page/reply-field.ts";
import { whenForgotten } from "../../core/session.ts";
import { forgetDevice } from "./forget-device.ts";

function go(data: { open?: unknown; go?: unknown; reply?: unknown }) {
  if (!currentMe()) return;
  const uuid = typeof data.open === "string" ? data.open : "";
  const path = uuid
    ? href("ticket", { uuid })
    : [href("tickets"), href("connections")].find((known) => known === data.go) ?? "";
  if (!path) return;
  if (data.reply === true) getDefaultStore().set(replyWantedAtom, uuid);
  if (location.pathname !== path) navigate(path);
}

// From the first moment: the service worker may tell a page that is still starting.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (typeof data === "object" && data !== null) go(data);
});
if (location.hash === "#reply") {
  getDefaultStore().set(replyWantedAtom, location.pathname.split("/")[2] ?? null);
  history.replaceState(history.state, "", location.pathname + location.search);
}

whenForgotten(forgetDevice);
