/// <reference lib="webworker" />
// The outbox without a page: when the browser says that the network is back, when a page leaves with something unsent, and
// after a push. It never deletes: when the session is over the rows stay for who wipes, or for the next sign-in.
import { readIdentity } from "../core/store/identity.ts";
import { connectOutbox, type Flushed, flushOutbox, type NewRow, putRow, restSending } from "../core/outbox/engine.ts";
import { openStore } from "../core/store/store.ts";
import { reloadToken } from "../core/who/token.ts";

declare const self: ServiceWorkerGlobalScope;
interface SyncEvent extends ExtendableEvent {
  tag: string;
  lastChance: boolean;
}

const TAG = "recado.outbox";
/** A page that sends does so itself; longer than this the worker does not wait for its turn. */
const TURN_MS = 20_000;
/** Sent by a page that takes a new version: it could not begin while this worker is busy. */
const REST = "recado.rest";
let resting = new AbortController();
const turn = () => AbortSignal.any([AbortSignal.timeout(TURN_MS), resting.signal]);

/** Opens the rows of the signed-in person; false when there is nobody. */
async function open(): Promise<boolean> {
  const who = await readIdentity();
  if (!who) {
    connectOutbox(null);
    return false;
  }
  await openStore(who.companyId, who.userId, who.keep !== false);
  await reloadToken();
  connectOutbox(who);
  return true;
}

/** Sends what waits. `left` says when to look again, `ended` that nothing can be sent until the person does something. */
export async function sendFromWorker(): Promise<Flushed> {
  if (!await open()) return { left: undefined, ended: true };
  return await flushOutbox(true, turn());
}

/** Keeps something done outside of any page (a notification's button) and sends it. False when nobody is signed in. */
export async function keepAndSend(entry: NewRow): Promise<boolean> {
  if (!await open()) return false;
  await putRow(entry);
  await flushOutbox(true, turn());
  return true;
}

/** Answers the browser's sync event and the pages. */
export function sendInBackground(): void {
  self.addEventListener("sync", (event) => {
    const { tag } = event as SyncEvent;
    if (tag !== TAG) return;
    (event as SyncEvent).waitUntil(
      sendFromWorker().then(({ left, ended }) => {
        // A failed event is repeated by the browser, later and later.
        if (left !== undefined && !ended) throw new Error("something still waits");
      }),
    );
  });
  self.addEventListener("message", (event) => {
    if (event.data?.type === REST) {
      resting.abort();
      restSending();
      resting = new AbortController();
    }
    if (event.data?.type === TAG) event.waitUntil(sendFromWorker());
  });
}
