// The state of the device's records, for all readers: which tickets, how far, and when they changed. The writer is `keeper.ts`,
// loaded by the leading tab.
import type { Contact } from "../../../api/features/contacts/contract.ts";
import type { Message } from "../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { readMeta } from "../store/store.ts";

/** The records of an API answer. */
export interface Brought {
  tickets?: readonly Ticket[];
  conversations?: readonly { id: number; messages: readonly Message[] }[];
  contacts?: readonly Contact[];
  /** The ids of all live tickets; others are over. */
  only?: readonly number[];
}
/** The progress of the rounds of `GET /sync/tickets`. */
export interface SyncState {
  /** The `at` of the last whole round; null before the first. */
  at: string | null;
  /** A round is due: the first, or after a gap in the events. */
  due: boolean;
  /** Where an unfinished round goes on. */
  next: string | null;
  /** The `at` and the `since` of the unfinished round. */
  began: string | null;
  since: string | null;
  /** Messages this round has brought. */
  messages: number;
  /** Gaps in the events so far: a page requested before a gap does not hold its changes. */
  gaps: number;
}
export const NO_SYNC: SyncState = { at: null, due: true, next: null, began: null, since: null, messages: 0, gaps: 0 };
export interface Cursor {
  id: string;
  at: number;
}

let keeps: (ticket: Ticket) => boolean = (ticket) => ticket.status !== "closed";
const listeners = new Set<() => void>();

/** Registers which tickets this person's device holds (their rule of sight). Called from a feature's `startup.ts`. */
export function deviceHolds(rule: (ticket: Ticket) => boolean): void {
  keeps = rule;
}
/** True for a ticket that this person's device holds. */
export const holds = (ticket: Ticket): boolean => keeps(ticket);
/** Runs after kept records changed. */
export function onKept(listener: () => void): void {
  listeners.add(listener);
}
/** Kept records changed. */
export const keptChanged = (): void => listeners.forEach((listener) => listener());

/** The position of the kept records. */
export const readCursor = (): Promise<Cursor | undefined> => readMeta<Cursor>("cursor");
export const readSync = async (): Promise<SyncState> => syncOf(await readMeta("sync"));
/** What is kept of the rounds; an older version kept less. */
export const syncOf = (kept: unknown): SyncState => ({ ...NO_SYNC, ...kept as Partial<SyncState> | undefined });
/** After a gap in the events a round is due, from its beginning: an unfinished one would not say what was in it. Pure. */
export const afterGap = (before: SyncState): SyncState => ({
  ...before,
  due: true,
  next: null,
  began: null,
  gaps: before.gaps + 1,
});
/** Where the rounds stand once a page is kept: a gap that came while it was on its way stays. Pure. */
export const standing = (now: SyncState, page: SyncState): SyncState => now.gaps === page.gaps ? page : now;
