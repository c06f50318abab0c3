// Where the outbox's rows are: the person's database, or memory where the browser has none. Page and worker read the same
// rows, so every change is one transaction that looks first.
import { type FirstRow, inTurn, isFirstForm, upgraded } from "./plan.ts";
import type { OutboxRow } from "../store/outbox-row.ts";
import { roomy, type Store, store } from "../store/store.ts";

export interface OutboxStorage {
  /** All rows, oldest first. */
  all(): Promise<OutboxRow[]>;
  /** Keeps a row behind the others, its files first. Resolves when it is safe. */
  add(row: OutboxRow, files: readonly Blob[]): Promise<OutboxRow>;
  /** Keeps rows without files behind the others, all or none. */
  addAll(rows: readonly OutboxRow[]): Promise<OutboxRow[]>;
  /**
   * Changes a row as it is now; null deletes it. Answers the row afterwards, null when there is none. `lightly`: does not wait for the
   * disk, which takes longer than sending; a change that a power cut loses does no harm.
   */
  change(id: string, how: (row: OutboxRow) => OutboxRow | null, lightly?: boolean): Promise<OutboxRow | null>;
  /** The bytes of a file. */
  file(key: string): Promise<Blob | undefined>;
}

const nextSeq = (rows: readonly OutboxRow[]) => rows.reduce((most, row) => Math.max(most, row.seq ?? 0), 0) + 1;

/** Rows in memory: for a browser without a database, and for tests. */
export function memoryStorage(): OutboxStorage {
  const rows = new Map<string, OutboxRow>();
  const files = new Map<string, Blob>();
  return {
    all: () => Promise.resolve(inTurn([...rows.values()])),
    add: (given, blobs) => {
      const row = { ...given, seq: nextSeq([...rows.values()]) };
      row.blobs.forEach(({ key }, index) => blobs[index] && files.set(key, blobs[index]));
      rows.set(row.id, row);
      return Promise.resolve(row);
    },
    addAll: (given) => {
      const first = nextSeq([...rows.values()]);
      const kept = given.map((row, index) => ({ ...row, seq: first + index }));
      kept.forEach((row) => rows.set(row.id, row));
      return Promise.resolve(kept);
    },
    change: (id, how) => {
      const row = rows.get(id);
      const next = row ? how(row) : null;
      if (next) rows.set(id, next);
      else {
        rows.delete(id);
        row?.blobs.forEach(({ key }) => files.delete(key));
      }
      return Promise.resolve(next);
    },
    file: (key) => Promise.resolve(files.get(key)),
  };
}

const writing = (db: Store, lightly = false) =>
  db.transaction(["outbox", "blobs"], "readwrite", { durability: lightly ? "relaxed" : "strict" });

/** Rows that an older app left, in the present form. */
async function settle(tx: ReturnType<typeof writing>): Promise<OutboxRow[]> {
  const rows: (OutboxRow | FirstRow)[] = await tx.objectStore("outbox").getAll();
  const old = rows.filter(isFirstForm).sort((a, b) => a.id < b.id ? -1 : 1);
  const kept = rows.filter((row): row is OutboxRow => !isFirstForm(row));
  for (const first of old) {
    const { row, files } = upgraded(first, nextSeq(kept));
    for (const [key, blob] of files) await tx.objectStore("blobs").put(blob, key);
    await tx.objectStore("outbox").put(row);
    kept.push(row);
  }
  return kept;
}

function databaseStorage(db: Store): OutboxStorage {
  const add = async (given: OutboxRow, blobs: readonly Blob[]) => {
    const tx = writing(db);
    const write = async () => {
      const row = { ...given, seq: nextSeq(await settle(tx)) };
      for (const [index, { key }] of row.blobs.entries()) {
        const blob = blobs[index];
        if (blob) await tx.objectStore("blobs").put(blob, key);
      }
      await tx.objectStore("outbox").add(row);
      return row;
    };
    const [row] = await Promise.all([write(), tx.done]);
    return row;
  };
  const addAll = async (given: readonly OutboxRow[]) => {
    const tx = writing(db);
    const write = async () => {
      const first = nextSeq(await settle(tx));
      const kept = given.map((row, index) => ({ ...row, seq: first + index }));
      for (const row of kept) void tx.objectStore("outbox").add(row);
      return kept;
    };
    const [kept] = await Promise.all([write(), tx.done]);
    return kept;
  };
  const change = async (
    id: string,
    how: (row: OutboxRow) => OutboxRow | null,
    lightly?: boolean,
  ): Promise<OutboxRow | null> => {
    const tx = writing(db, lightly);
    const rows = tx.objectStore("outbox");
    const write = async () => {
      const row = await rows.get(id);
      const next = row ? how(row) : null;
      if (next && next !== row) await rows.put(next);
      else if (row && !next) {
        await rows.delete(id);
        for (const { key } of row.blobs) await tx.objectStore("blobs").delete(key);
      }
      return next;
    };
    const [next] = await Promise.all([write(), tx.done]);
    return next;
  };
  return {
    async all() {
      const rows = await db.getAll("outbox");
      if (!rows.some(isFirstForm)) return inTurn(rows);
      const tx = writing(db);
      const settled = await settle(tx);
      await tx.done;
      return inTurn(settled);
    },
    // A full disk loses records that can be fetched again, never a person's own text.
    add: (row, blobs) => roomy(() => add(row, blobs), db),
    addAll: (rows) => roomy(() => addAll(rows), db),
    change: (id, how, lightly) => roomy(() => change(id, how, lightly), db),
    file: (key) => db.get("blobs", key),
  };
}
const opened = new WeakMap<Store, OutboxStorage>();
let inMemory = memoryStorage();

/** The rows of the person whose database is open. */
export async function outboxStorage(): Promise<OutboxStorage> {
  const db = await store();
  if (!db) return inMemory;
  const known = opened.get(db) ?? databaseStorage(db);
  opened.set(db, known);
  return known;
}

/** Drops the rows in memory: the person signed out. */
export function forgetMemory(): void {
  inMemory = memoryStorage();
}
