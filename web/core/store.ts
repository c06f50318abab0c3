// What stays on the device: one IndexedDB database per company and person. Wiped when the person signs out.
// Every function is harmless before `openStore` and where the browser has no storage: the app then works from memory.
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { OutboxRow } from "./outbox-plan.ts";

export interface SavedQuery {
  hash: string;
  key: unknown[];
  data: unknown;
  updatedAt: number;
}
/** What somebody was writing: one per conversation and mode. */
export interface Draft {
  id: string;
  text: string;
  updatedAt: number;
  [more: string]: unknown;
}
interface Schema extends DBSchema {
  queries: { key: string; value: SavedQuery; indexes: { updatedAt: number } };
  drafts: { key: string; value: Draft };
  outbox: { key: string; value: OutboxRow; indexes: { ticketId: number } };
  meta: { key: string; value: unknown };
}
export type Store = IDBPDatabase<Schema>;

const VERSION = 1;
const MAX_QUERIES = 120;
/** Rows older than this are not shown again, ms (a week). */
const MAX_AGE_MS = 7 * 24 * 3600_000;
let opened: Promise<Store | null> = Promise.resolve(null);
let name = "";

/** Opens the database of a person. Answers without a database (private window, full disk) leave the app working. */
export async function openStore(companyId: number, userId: number): Promise<void> {
  const wanted = `recado-${companyId}-${userId}`;
  if (wanted === name) return void await opened;
  await closeStore();
  name = wanted;
  opened = openDB<Schema>(wanted, VERSION, {
    upgrade(db) {
      db.createObjectStore("queries", { keyPath: "hash" }).createIndex("updatedAt", "updatedAt");
      db.createObjectStore("drafts", { keyPath: "id" });
      db.createObjectStore("outbox", { keyPath: "id" }).createIndex("ticketId", "ticketId");
      db.createObjectStore("meta");
    },
    blocking: () => void closeStore(),
  }).catch(() => null);
  await opened;
}

/** The open database, or null. */
export const store = (): Promise<Store | null> => opened;

async function closeStore(): Promise<void> {
  const db = await opened;
  opened = Promise.resolve(null);
  name = "";
  db?.close();
}

/** Closes and deletes the person's database: what they saw must not stay for the next one. */
export async function wipeStore(): Promise<void> {
  const old = name;
  await closeStore();
  if (old) await deleteDB(old).catch(() => undefined);
}

/** The kept answers, newest first; what is too old or too much is dropped. */
export async function readRows(): Promise<SavedQuery[]> {
  const db = await opened;
  if (!db) return [];
  const rows = (await db.getAllFromIndex("queries", "updatedAt")).reverse();
  const oldest = Date.now() - MAX_AGE_MS;
  const keep = rows.filter((row, index) => index < MAX_QUERIES && row.updatedAt > oldest);
  void Promise.all(rows.filter((row) => !keep.includes(row)).map((row) => db.delete("queries", row.hash)));
  return keep;
}

/** Keeps one answer. A full disk loses answers, never drafts or the outbox. */
export async function writeRow(row: SavedQuery): Promise<void> {
  const db = await opened;
  try {
    await db?.put("queries", row);
  } catch {
    await db?.clear("queries").catch(() => undefined);
  }
}

/** A small value by name (`cursor`, …). */
export async function readMeta<T>(key: string): Promise<T | undefined> {
  return await (await opened)?.get("meta", key) as T | undefined;
}
/** Keeps a small value. */
export async function writeMeta(key: string, value: unknown): Promise<void> {
  await (await opened)?.put("meta", value, key).catch(() => undefined);
}
