/// <reference lib="webworker" />
// The session is over and no page is open to see it: the worker wipes what the person left on the device.
import { onEnding } from "../core/who/authorised.ts";
import { readIdentity, setMark } from "../core/store/identity.ts";
import { sessionOf } from "../core/who/token-owner.ts";
import { SESSION_CHANNEL, tellLeaving, wipeDevice } from "../core/device/wipe.ts";

declare const self: ServiceWorkerGlobalScope;

/** Wipes the device and tells open pages; the next start of a page finishes with what only pages can reach. */
async function sessionOver(): Promise<void> {
  await setMark("over", true);
  await wipeDevice();
  const tabs = new BroadcastChannel(SESSION_CHANNEL);
  tabs.postMessage("over");
  tabs.close();
}

/**
 * The server says that a session ended: what this device keeps of it goes. False where nothing is kept, or somebody else has signed in
 * since.
 */
export async function sessionEnded(sessionId: string): Promise<boolean> {
  const who = await readIdentity();
  if (!who || sessionOf(who.token) !== sessionId) return false;
  await sessionOver();
  return true;
}

/** A session that the worker finds ended is wiped; a sign-out without a network is told as soon as the browser wakes the worker. */
export function serveWiping(): void {
  onEnding((ending) => {
    if (ending === "signed-out") void sessionOver();
  });
  self.addEventListener("sync", (event) => {
    const { tag, waitUntil } = event as ExtendableEvent & { tag: string };
    if (tag === "recado.leaving") waitUntil.call(event, tellLeaving());
  });
}
