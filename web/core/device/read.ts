// Reads the device's records: the tickets, one ticket, one conversation, the contacts.
import type { Contact } from "../../../api/features/contacts/contract.ts";
import type { Message } from "../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { onKept, readCursor, readSync } from "./kept.ts";
import { store } from "../store/store.ts";

/** Typing reads again and again, and between two letters the records hardly change, ms. */
const FRESH_MS = 2_000;
/** Other tabs write too, without a word to this one, ms. */
const HELD_MS = 10_000;
let written = 0;
onKept(() => {
  written++;
});

/** Reads once and holds what was read for moments, of this person's database only. */
function held<T>(read: () => Promise<T[]>): () => Promise<T[]> {
  let known: { from: unknown; at: number; written: number; rows: Promise<T[]> } | undefined;
  return () => {
    const age = Date.now() - (known?.at ?? 0);
    const from = store();
    if (known?.from !== from || age > HELD_MS || (age > FRESH_MS && known.written !== written)) {
      known = { from, at: Date.now(), written, rows: read().catch(() => []) };
    }
    return known.rows;
  };
}

/** All tickets the device keeps. Read once and then held for moments. */
export const keptTickets = held(async () => {
  const rows = await (await store())?.getAll("tickets") ?? [];
  return rows.map((row) => row.ticket as unknown as Ticket);
});

/** The kept ticket with this uuid. */
export async function keptTicket(uuid: string): Promise<Ticket | null> {
  const row = await (await store())?.getFromIndex("tickets", "uuid", uuid);
  return row?.ticket as unknown as Ticket ?? null;
}

/** The latest messages of a ticket, oldest first. */
export async function keptConversation(id: number): Promise<Message[] | null> {
  const row = await (await store())?.get("conversations", id);
  return row?.messages as unknown as Message[] ?? null;
}

/** The texts of the kept conversations, without case and accents. Held for moments, like the tickets. */
export const keptTexts = held(async () => await (await store())?.getAll("texts") ?? []);

/** One kept contact. */
export async function keptContact(id: number): Promise<Contact | null> {
  return (await (await store())?.get("contacts", id))?.contact as unknown as Contact ?? null;
}
/** All kept contacts. */
export async function keptContacts(): Promise<Contact[]> {
  const rows = await (await store())?.getAll("contacts") ?? [];
  return rows.map((row) => row.contact as unknown as Contact);
}

const standing = held(async () => {
  const [cursor, sync] = await Promise.all([readCursor(), readSync()]);
  return [{ at: cursor?.at ?? 0, whole: sync.at !== null && !sync.due }];
});
/** The time at which the kept records were right, ms, and whether all live tickets are among them. */
export async function keptAsOf(): Promise<{ at: number; whole: boolean }> {
  return (await standing())[0] ?? { at: 0, whole: false };
}
