// Wipes a person's data from the device: when they sign out, with or without a network, when the session was ended elsewhere, and
// after 30 days unused. Page and service worker both run this; a page's own storage is wiped in `session.ts`.
import { deleteDB, openDB } from "idb";
import { noticesOf } from "./notices.ts";
import { dropShared, isMarked, setMark, writeIdentity } from "../store/identity.ts";

const PERSONAL = /^recado-\d+-\d+$/;
/** The app's own files: the same for everybody. */
const SHELL = /^(workbox-)?precache|-precache-|^screens-/;
/** A deletion waits for other tabs to let go; the data is gone before. */
const DELETE_WITHIN_MS = 1000;
const LOCK = "recado.leaving";
const LOGOUT = "/api/auth/logout";

/** Tells all tabs that the session is over. */
export const SESSION_CHANNEL = "recado.session";

async function wipeDatabase(name: string): Promise<void> {
  // Emptied first: a tab that holds on to it cannot delay that.
  const db = await openDB(name);
  const stores = [...db.objectStoreNames];
  if (stores.length > 0) {
    const write = db.transaction(stores, "readwrite");
    await Promise.all([...stores.map((store) => write.objectStore(store).clear()), write.done]);
  }
  db.close();
  await Promise.race([deleteDB(name), new Promise((resolve) => setTimeout(resolve, DELETE_WITHIN_MS))]);
}

/** Deletes the databases of all persons of this device but one. */
export async function wipeDatabases(except?: string): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
  await Promise.allSettled(names.filter((name) => PERSONAL.test(name) && name !== except).map(wipeDatabase));
}

async function wipeCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.allSettled(names.filter((name) => !SHELL.test(name)).map((name) => caches.delete(name)));
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const worker = (globalThis as { registration?: ServiceWorkerRegistration }).registration;
  return worker ?? await globalThis.navigator?.serviceWorker?.getRegistration();
}

/** Ends this device's pushes and closes its notifications. */
async function silence(): Promise<void> {
  const here = await registration();
  const shown = await noticesOf(here).catch(() => []);
  shown.forEach((notification) => notification.close());
  await (navigator as { clearAppBadge?: () => Promise<void> }).clearAppBadge?.().catch(() => undefined);
  await (await here?.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * Wipes databases (but one), caches, shared items, notifications, badge and subscription. Never throws: what fails does not
 * keep the rest.
 */
export async function wipeDevice(except?: string): Promise<void> {
  await Promise.allSettled([writeIdentity(null), dropShared(), wipeDatabases(except), wipeCaches(), silence()]);
}

async function tellServer(): Promise<void> {
  if (!await isMarked("leaving")) return;
  try {
    // The session's cookie is out of every script's reach: only the server can end it.
    const answer = await fetch(LOGOUT, { method: "DELETE", credentials: "same-origin", keepalive: true });
    if (answer.status >= 500) return;
    await setMark("leaving", false);
    // What was unsubscribed without a network may not have reached the push service.
    await silence();
  } catch { /* still no network: at the next contact */ }
}

/** Tells the server that the person signed out, unless it knows. Resolves without doing so when there is no network. */
export async function tellLeaving(): Promise<void> {
  await navigator.locks.request(LOCK, tellServer);
}

/** Runs a sign-in after the last person's sign-out is told: told later it would end the new session. */
export async function afterLeaving<T>(signIn: () => Promise<T>): Promise<T> {
  return await navigator.locks.request(LOCK, async () => {
    await tellServer();
    const answer = await signIn();
    await setMark("leaving", false);
    return answer;
  });
}

/** Asks the browser to wake the worker when the network is back; where it cannot, the next start tells the server. */
export async function askForSync(): Promise<void> {
  const here = await registration();
  await (here as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register("recado.leaving")
    .catch(() => undefined);
}
