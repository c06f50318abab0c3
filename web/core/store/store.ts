// The device's storage: one IndexedDB database per company and person. Wiped when the person signs out.
// Every function is harmless before `openStore` and where the browser has no storage: the app then works from memory.
// Page and service worker open the same database; a new version only adds, so that an older page can go on beside it.
import { earliestNow, serverNow } from "../clock.ts";
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import { atom, getDefaultStore } from "jotai";
import type { OutboxRow } from "./outbox-row.ts";
import type { Row } from "./records.ts";

export interface SavedQuery {
  hash: string;
  key: unknown[];
  data: unknown;
  updatedAt: number;
  /** The server's time, ms; `updatedAt` is this device's. */
  keptAt?: number;
}
/** A draft: one per conversation and mode. */
export interface Draft {
  id: string;
  text: string;
  updatedAt: number;
  [more: string]: unknown;
}
/** A ticket of the list as it was last known. */
export interface KeptTicket {
  id: number;
  uuid: string;
  ticket: Row;
  /** When somebody last opened it here, ms; 0 for never. The least recently used leaves first. */
  usedAt: number;
  /** When it last moved, ms: decides among those never opened. */
  movedAt: number;
}
/** The latest messages of a ticket, oldest first. */
export interface KeptConversation {
  id: number;
  messages: Row[];
  count: number;
  /** Of its newest message, ms. */
  newestAt: number;
  usedAt: number;
}
/** The texts of a conversation, ready for a search: reading its messages takes thirty times as long. */
export interface KeptText {
  id: number;
  /** The messages' ids, newest first, and their texts without case and accents. */
  said: [id: number, text: string][];
}
export interface KeptContact {
  id: number;
  contact: Row;
}
/** A file that was shown: pictures and voice notes, by their address. */
export interface KeptMedia {
  path: string;
  blob: Blob;
  bytes: number;
  usedAt: number;
}
export interface Schema extends DBSchema {
  queries: { key: string; value: SavedQuery; indexes: { updatedAt: number } };
  drafts: { key: string; value: Draft };
  outbox: { key: string; value: OutboxRow; indexes: { ticketId: number } };
  /** Files that wait to be sent, apart from their rows: a row changes often, its files never. */
  blobs: { key: string; value: Blob };
  meta: { key: string; value: unknown };
  tickets: { key: number; value: KeptTicket; indexes: { uuid: string; contactId: number; use: [number, number] } };
  conversations: { key: number; value: KeptConversation; indexes: { use: [number, number, number] } };
  texts: { key: number; value: KeptText };
  contacts: { key: number; value: KeptContact };
  media: { key: string; value: KeptMedia; indexes: { use: [number, number] } };
}
export type Store = IDBPDatabase<Schema>;

const VERSION = 2;
/** Lists and single answers: a screen has a handful, so these are the screens of some days. */
const MAX_QUERIES = 60;
/** Rows older than this are not shown again, ms (a week). */
const MAX_AGE_MS = 7 * 24 * 3600_000;
let opened: Promise<Store | null> = Promise.resolve(null);
let name = "";

/**
 * Whether this device stores records: `off` where the company forbids it, `unavailable` where the browser has no storage (private
 * window, blocked, deleted meanwhile).
 */
export type DeviceStorage = "kept" | "off" | "unavailable";
export const deviceStorageAtom = atom<DeviceStorage>("kept");
const note = (state: DeviceStorage) => getDefaultStore().set(deviceStorageAtom, state);

/** The name of a person's database. */
export const storeName = (companyId: number, userId: number): string => `recado-${companyId}-${userId}`;

/** Only adds: an older page works on beside a newer one. */
function upgrade(db: Store, from: number) {
  if (from < 1) {
    db.createObjectStore("queries", { keyPath: "hash" }).createIndex("updatedAt", "updatedAt");
    db.createObjectStore("drafts", { keyPath: "id" });
    db.createObjectStore("outbox", { keyPath: "id" }).createIndex("ticketId", "ticketId");
    db.createObjectStore("meta");
  }
  if (from < 2) {
    const tickets = db.createObjectStore("tickets", { keyPath: "id" });
    tickets.createIndex("uuid", "uuid");
    tickets.createIndex("contactId", "ticket.contactId");
    // The keys of `use` hold all that trimming needs, so that it reads no values.
    tickets.createIndex("use", ["usedAt", "movedAt"]);
    db.createObjectStore("conversations", { keyPath: "id" }).createIndex("use", ["usedAt", "newestAt", "count"]);
    db.createObjectStore("texts", { keyPath: "id" });
    db.createObjectStore("contacts", { keyPath: "id" });
    db.createObjectStore("blobs");
    db.createObjectStore("media", { keyPath: "path" }).createIndex("use", ["usedAt", "bytes"]);
  }
}

async function open(wanted: string, version: number | undefined): Promise<Store | null> {
  try {
    return await openDB<Schema>(wanted, version, {
      upgrade,
      // A newer page changes the database: close it, and reopen the newer one. A deleted one is not made again before somebody signs in.
      blocking: (_old, next) => void letGo(wanted, next === null),
      terminated: () => void letGo(wanted, true),
    });
  } catch (error) {
    // A newer version of the app was here: it only added.
    if (version !== undefined && (error as DOMException).name === "VersionError") return await open(wanted, undefined);
    return null;
  }
}
async function letGo(which: string, gone: boolean) {
  if (which !== name) return;
  const held = opened;
  if (gone) {
    // Whoever signs in again gets a new one.
    name = "";
    opened = Promise.resolve(null);
    note("unavailable");
  } else opened = open(which, undefined);
  (await held)?.close();
}

/**
 * Opens the database of a person. With `keep` false, and where the browser gives none, the app works from memory;
 * `deviceStorageAtom` says which. Nothing is opened once `signal` is aborted: it would make a database anew that was just wiped.
 */
export async function openStore(companyId: number, userId: number, keep = true, signal?: AbortSignal): Promise<void> {
  const wanted = keep ? storeName(companyId, userId) : "";
  if (wanted === name) {
    await opened;
    if (!keep) note("off");
    return;
  }
  await closeStore();
  if (signal?.aborted) return;
  name = wanted;
  if (!keep) return note("off");
  opened = open(wanted, VERSION);
  note((await opened) ? "kept" : "unavailable");
}

/** The open database, or null. */
export const store = (): Promise<Store | null> => opened;

async function closeStore(): Promise<void> {
  const db = await opened;
  opened = Promise.resolve(null);
  name = "";
  db?.close();
}

/** Whether the open database holds drafts or rows that the server does not have yet: such data is never dropped for its age. */
export async function hasUnsent(): Promise<boolean> {
  const db = await opened;
  if (!db) return false;
  const [rows, drafts, voices] = await Promise.all([
    db.count("outbox"),
    db.getAll("drafts"),
    db.count("meta", IDBKeyRange.bound("voice.", "voice.~")),
  ]);
  return rows > 0 || voices > 0 || drafts.some(({ dirty, text }) => dirty === true && text !== "");
}

/** Closes and deletes the person's database, so that the next person of the device does not see it. */
export async function wipeStore(): Promise<void> {
  const old = name;
  await closeStore();
  if (old) await deleteDB(old).catch(() => undefined);
}

/** The stored answers, newest first; drops those that are too old or too many. */
export async function readRows(): Promise<SavedQuery[]> {
  const db = await opened;
  const rows = (await db?.getAllFromIndex("queries", "updatedAt").catch(() => []) ?? []).reverse();
  const oldest = earliestNow() - MAX_AGE_MS;
  const keep = rows.filter((row, index) => index < MAX_QUERIES && (row.keptAt ?? row.updatedAt) > oldest);
  void Promise.allSettled(rows.filter((row) => !keep.includes(row)).map((row) => db?.delete("queries", row.hash)));
  return keep;
}

/** Keeps one answer. A full disk makes room first, and never takes it from drafts or the outbox. */
export async function writeRow(row: SavedQuery): Promise<void> {
  await roomy((db) => db.put("queries", { ...row, keptAt: serverNow() })).catch(() => undefined);
}

/** Drops one kept answer. */
export async function dropRow(hash: string): Promise<void> {
  await (await opened)?.delete("queries", hash).catch(() => undefined);
}

/** A small value by name (`cursor`, …). */
export async function readMeta<T>(key: string): Promise<T | undefined> {
  return await (await opened)?.get("meta", key).catch(() => undefined) as T | undefined;
}
/** Keeps a small value. */
export async function writeMeta(key: string, value: unknown): Promise<void> {
  await roomy((db) => db.put("meta", value, key)).catch(() => undefined);
}

/** The stores that a full disk loses, in this order. Drafts and the outbox are not among them. */
const LEAVE_FIRST = [
  (db: Store) => db.clear("media"),
  async (db: Store) => {
    const ids = (await db.getAllKeysFromIndex("conversations", "use")).map(Number);
    const write = db.transaction(["conversations", "texts"], "readwrite");
    for (const id of ids.slice(0, Math.ceil(ids.length / 2))) {
      void write.objectStore("conversations").delete(id);
      void write.objectStore("texts").delete(id);
    }
    await write.done;
  },
  (db: Store) => Promise.all([db.clear("conversations"), db.clear("texts")]),
  (db: Store) => db.clear("queries"),
];

/**
 * Writes, and where the disk is full makes room and writes again: drops files first, then old conversations. Answers undefined
 * without a database; throws other errors, and the last one when no room could be made.
 */
export async function roomy<T>(write: (db: Store) => Promise<T>): Promise<T | undefined>;
export async function roomy<T>(write: (db: Store) => Promise<T>, into: Store): Promise<T>;
export async function roomy<T>(write: (db: Store) => Promise<T>, into?: Store): Promise<T | undefined> {
  const db = into ?? await opened;
  if (!db) return undefined;
  for (const leave of LEAVE_FIRST) {
    try {
      return await write(db);
    } catch (error) {
      if ((error as DOMException).name !== "QuotaExceededError") throw error;
      await leave(db);
    }
  }
  return await write(db);
}
