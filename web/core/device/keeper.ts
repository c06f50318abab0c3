// Writes the device's records. Only the leading tab writes, one batch after the other; each batch of live events goes in one
// transaction together with the stream's position, so that position and records never disagree.
import type { IDBPTransaction } from "idb";
import type { Contact } from "../../../api/features/contacts/contract.ts";
import type { Message } from "../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { concerned, type DeviceEvent, deviceEvents, fold, isGap, type Slice } from "./fold.ts";
import { MESSAGES_EACH } from "./budget.ts";
import {
  afterGap,
  type Brought,
  type Cursor,
  holds,
  keptChanged,
  NO_SYNC,
  standing,
  syncOf,
  type SyncState,
} from "./kept.ts";
import type { Row } from "../store/records.ts";
import { foldText } from "../words/search-text.ts";
import { type KeptText, type KeptTicket, roomy, type Schema, type Store, store } from "../store/store.ts";
import type { StreamMessage } from "../events/stream.ts";

const NAMES = ["tickets", "conversations", "texts", "contacts", "meta"] as const;
type Names = typeof NAMES[number];
type Write = IDBPTransaction<Schema, Names[], "readwrite">;

const WRITE_AFTER_MS = 400;
/** Events are remembered for this long, ms: no answer is under way for longer. */
const REMEMBER_MS = 60_000;
const MAX_FAILURES = 3;
let companyId = 0;
let leading = false;
let heard: { message: StreamMessage; at: number }[] = [];
let pending: StreamMessage[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let queue: Promise<unknown> = Promise.resolve();
let failures = 0;
let onMissing: (ids: number[]) => void = () => {};

/** Makes this tab the writer. Calls `missing` with tickets whose conversation must be fetched. */
export function startKeeping(company: number, missing: (ids: number[]) => void): void {
  companyId = company;
  leading = true;
  onMissing = missing;
}
/** Stops writing: the person signed out, and the records are wiped. */
export function stopKeeping(): void {
  clearTimeout(timer);
  timer = undefined;
  leading = false;
  heard = [];
  pending = [];
}

/** Runs one write after the other. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work, work);
  queue = result.catch(() => undefined);
  return result;
}

/** Takes a live event, or the stream's position. Writes it a little later, with others. */
export function hearForDevice(message: StreamMessage): void {
  if (!leading) return;
  const at = Date.now();
  heard.push({ message, at });
  if (heard.length % 100 === 0) heard = heard.filter((entry) => at - entry.at < REMEMBER_MS);
  pending.push(message);
  timer ??= setTimeout(() => void flushKept(), WRITE_AFTER_MS);
}

/** Writes the waiting events now. */
export function flushKept(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  return inTurn(async () => {
    const batch = pending;
    pending = [];
    if (batch.length === 0 || !await store()) return;
    try {
      await roomy((db) => writeBatch(db, batch));
      failures = 0;
    } catch {
      // Tried again with the next ones; a device that cannot take them starts afresh.
      pending = [...batch, ...pending];
      if (++failures >= MAX_FAILURES) await startAfresh();
    }
  });
}

async function writeBatch(db: Store, batch: readonly StreamMessage[]) {
  const events = deviceEvents(batch, companyId);
  const position = batch.findLast((message) => message.id)?.id;
  const lost = batch.some((message) => isGap(message.name, companyId));
  const write: Write = db.transaction([...NAMES], "readwrite");
  const missing = await change(write, events);
  if (position) void write.objectStore("meta").put({ id: position, at: Date.now() } satisfies Cursor, "cursor");
  if (lost) {
    const meta = write.objectStore("meta");
    void meta.put(afterGap(syncOf(await meta.get("sync"))), "sync");
  }
  await write.done;
  if (events.length > 0) keptChanged();
  if (missing.length > 0) onMissing(missing);
}

/** Reads what the events concern, applies them, writes what changed. Answers the tickets without a conversation. */
async function change(write: Write, events: readonly DeviceEvent[]): Promise<number[]> {
  if (events.length === 0) return [];
  const [tickets, conversations, contacts] = [
    write.objectStore("tickets"),
    write.objectStore("conversations"),
    write.objectStore("contacts"),
  ];
  const { tickets: ids, contacts: people, speaking, everywhere, named } = concerned(events);
  const near = await Promise.all([...speaking, ...people].map((id) => tickets.index("contactId").getAllKeys(id)));
  near.flat().forEach((id) => ids.add(id));
  if (named.tickets) { for (const id of await tickets.getAllKeys()) ids.add(id); }
  if (named.contacts) { for (const id of await contacts.getAllKeys()) people.add(id); }
  const talks = everywhere ? new Set([...ids, ...await conversations.getAllKeys()]) : ids;
  const [rows, said, known] = await Promise.all([
    Promise.all([...ids].map((id) => tickets.get(id))),
    Promise.all([...talks].map((id) => conversations.get(id))),
    Promise.all([...people].map((id) => contacts.get(id))),
  ]);
  const slice: Slice = {
    tickets: new Map([...ids].map((id, i) => [id, rows[i]?.ticket as unknown as Ticket ?? null])),
    conversations: new Map([...talks].map((id, i) => [id, said[i]?.messages as unknown as Message[] ?? null])),
    contacts: new Map([...people].map((id, i) => [id, known[i]?.contact as unknown as Contact ?? null])),
    missing: new Set(),
  };
  const before = {
    tickets: new Map(slice.tickets),
    conversations: new Map(slice.conversations),
    contacts: new Map(slice.contacts),
  };
  fold(slice, events, holds);
  const used = new Map([...rows, ...said].flatMap((row) => row ? [[row.id, row.usedAt] as const] : []));
  for (const [id, ticket] of slice.tickets) {
    if (ticket === before.tickets.get(id)) continue;
    if (ticket) void tickets.put(ticketRow(ticket, used.get(id) ?? 0));
    else void tickets.delete(id);
  }
  for (const [id, messages] of slice.conversations) {
    if (messages === before.conversations.get(id)) continue;
    if (messages) putConversation(write, id, messages, used.get(id) ?? 0);
    else dropConversation(write, id);
  }
  for (const [id, contact] of slice.contacts) {
    if (contact === before.contacts.get(id)) continue;
    if (contact) void contacts.put({ id, contact: contact as unknown as Row });
    else void contacts.delete(id);
  }
  return [...slice.missing];
}

const ticketRow = (ticket: Ticket, usedAt: number): KeptTicket => ({
  id: ticket.id,
  uuid: ticket.uuid,
  ticket: ticket as unknown as Row,
  usedAt,
  movedAt: Date.parse(ticket.updatedAt),
});
function putConversation(write: Write, id: number, messages: readonly Message[], usedAt: number) {
  void write.objectStore("conversations").put({
    id,
    messages: messages as unknown as Row[],
    count: messages.length,
    newestAt: Date.parse(messages.at(-1)?.createdAt ?? "") || 0,
    usedAt,
  });
  void write.objectStore("texts").put({ id, said: textOf(messages) });
}
function dropConversation(write: Write, id: number) {
  void write.objectStore("conversations").delete(id);
  void write.objectStore("texts").delete(id);
}
/** The searchable texts of a conversation, newest first. */
const textOf = (messages: readonly Message[]): KeptText["said"] =>
  messages.flatMap(({ id, body, isDeleted }): KeptText["said"] => body && !isDeleted ? [[id, foldText(body)]] : [])
    .reverse();

/**
 * Stores the records of an answer, and applies the events since its request (`since`, ms) on top: the answer may be older than they
 * are. Writes `sync` too, unless there was a gap meanwhile.
 */
export function keepAnswer(brought: Brought, since: number, sync?: SyncState): Promise<void> {
  if (!leading) return Promise.resolve();
  return inTurn(async () => {
    await roomy((db) => writeAnswer(db, brought, since, sync));
  }).catch(() => undefined);
}

async function writeAnswer(db: Store, brought: Brought, since: number, sync?: SyncState) {
  const write: Write = db.transaction([...NAMES], "readwrite");
  const tickets = write.objectStore("tickets");
  const only = brought.only && new Set(brought.only);
  for (const id of only ? await tickets.getAllKeys() : []) {
    if (only?.has(id)) continue;
    void tickets.delete(id);
    dropConversation(write, id);
  }
  const used = async (id: number) => (await tickets.get(id))?.usedAt ?? 0;
  for (const ticket of brought.tickets ?? []) {
    if (holds(ticket)) void tickets.put(ticketRow(ticket, await used(ticket.id)));
  }
  for (const { id, messages } of brought.conversations ?? []) {
    const kept = await tickets.get(id);
    if (kept) putConversation(write, id, messages.slice(-MESSAGES_EACH), kept.usedAt);
  }
  for (const contact of brought.contacts ?? []) {
    void write.objectStore("contacts").put({ id: contact.id, contact: contact as unknown as Row });
  }
  const meta = write.objectStore("meta");
  if (sync) void meta.put(standing(syncOf(await meta.get("sync")), sync), "sync");
  // Some of them may be waiting for their own batch still: what is applied twice is applied once.
  const later = heard.filter((entry) => entry.at >= since).map((entry) => entry.message);
  const missing = await change(write, deviceEvents(later, companyId));
  await write.done;
  keptChanged();
  if (missing.length > 0) onMissing(missing);
}

/** Notes that the person opened a ticket, so that it is dropped last. */
export function noteUsed(id: number): void {
  if (!leading) return;
  void inTurn(async () => {
    const db = await store();
    if (!db) return;
    const write = db.transaction(["tickets", "conversations"], "readwrite");
    for (const name of ["tickets", "conversations"] as const) {
      const row = await write.objectStore(name).get(id);
      if (row) void write.objectStore(name).put({ ...row, usedAt: Date.now() } as never);
    }
    await write.done;
  }).catch(() => undefined);
}

/** Removes the records that a plan names. */
export function leave(plan: { tickets: number[]; conversations: number[]; contacts: number[]; media: string[] }) {
  return inTurn(async () => {
    const db = await store();
    if (!db) return;
    const write = db.transaction(["tickets", "conversations", "texts", "contacts", "media"], "readwrite");
    for (const name of ["tickets", "conversations", "contacts"] as const) {
      for (const id of plan[name]) void write.objectStore(name).delete(id);
    }
    for (const id of plan.conversations) void write.objectStore("texts").delete(id);
    for (const path of plan.media) void write.objectStore("media").delete(path);
    await write.done;
  }).catch(() => undefined);
}

/** Drops all records, because none can be trusted: the next round brings them anew. */
async function startAfresh() {
  pending = [];
  failures = 0;
  const db = await store();
  if (!db) return;
  try {
    const write = db.transaction([...NAMES], "readwrite");
    for (const name of NAMES) if (name !== "meta") void write.objectStore(name).clear();
    const meta = write.objectStore("meta");
    void meta.delete("cursor");
    // Pages on their way say nothing of what was here before them.
    const { gaps } = afterGap(syncOf(await meta.get("sync")));
    void meta.put({ ...NO_SYNC, gaps } satisfies SyncState, "sync");
    await write.done;
  } catch { /* the disk takes nothing at all: the app works from memory */ }
}
