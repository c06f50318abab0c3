// Who is signed in on this device, for everybody who runs here: pages and the service worker, which has no localStorage.
// A database of its own, because it says which person's database to open.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The signed-in person as the service worker needs them. */
export interface Identity {
  companyId: number;
  userId: number;
  /** The access token; it may have expired. */
  token: string;
  language: string;
  /** False where the company lets no device keep what it shows. */
  keep?: boolean;
}
/** Text and pictures that another app shared with this one, until the person chooses the ticket. */
export interface SharedItem {
  id: string;
  text: string;
  files: File[];
  /** Files that could not be kept, and why. */
  left: { name: string; size: number; why: "tooBig" | "tooMany" | "empty" }[];
  at: number;
  /** When a page saw it first, ms of the server's time. */
  seenAt?: number;
}
/** `leaving`: the server is still to be told that the person signed out; `over`: the worker found the session ended and wiped. */
export type Mark = "leaving" | "over";
interface Schema extends DBSchema {
  identity: { key: string; value: Identity | { at: number } };
  shared: { key: string; value: SharedItem };
}
const WHO = "who";
let opened: Promise<IDBPDatabase<Schema> | null> | undefined;

/** The device's own database, or null where the browser has no storage. */
export function deviceStore(): Promise<IDBPDatabase<Schema> | null> {
  // In a function that is async: where storage is blocked, some browsers throw instead of rejecting.
  return opened ??= (async () =>
    await openDB<Schema>("recado-device", 1, {
      upgrade(db) {
        db.createObjectStore("identity");
        db.createObjectStore("shared", { keyPath: "id" });
      },
      // Deleted from outside: close it, and work without it.
      blocking(_version, _next, event) {
        (event.target as IDBDatabase).close();
        opened = Promise.resolve(null);
      },
    }))().catch(() => null);
}

/** Who is signed in here, or null. */
export async function readIdentity(): Promise<Identity | null> {
  return await (await deviceStore())?.get("identity", WHO).catch(() => null) as Identity | undefined ?? null;
}

/** Notes who is signed in; null forgets them. */
export async function writeIdentity(identity: Identity | null): Promise<void> {
  const db = await deviceStore();
  if (identity) await db?.put("identity", identity, WHO).catch(() => undefined);
  else await db?.delete("identity", WHO).catch(() => undefined);
}

/** True while that mark is set. Marks outlive the person's data, because they name work that is left to do. */
export async function isMarked(mark: Mark): Promise<boolean> {
  return await (await deviceStore())?.get("identity", mark).catch(() => undefined) !== undefined;
}

/** Sets a mark, or takes it away. */
export async function setMark(mark: Mark, on: boolean): Promise<void> {
  const db = await deviceStore();
  if (on) await db?.put("identity", { at: Date.now() }, mark).catch(() => undefined);
  else await db?.delete("identity", mark).catch(() => undefined);
}

/** Forgets what other apps shared with this one. */
export async function dropShared(): Promise<void> {
  await (await deviceStore())?.clear("shared").catch(() => undefined);
}
