// What is being done to many tickets at once, and what became of each.
import { atom } from "jotai";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";

export type BulkDeed = "accept" | "transfer" | "close" | "return" | "tag" | "read";
export interface Entry {
  ticket: Ticket;
  /** Its row in the outbox; none where the deed does not fit the ticket. */
  rowId?: string;
  state: "going" | "done" | "failed";
  /** Code of the refusal; none where the deed does not fit. */
  reason?: string;
  /** Who has it instead. */
  found?: string;
}
export interface Job {
  deed: BulkDeed;
  entries: readonly Entry[];
}
export const jobAtom = atom<Job | null>(null);

/** How many of a job's tickets are in this state. */
export const counted = ({ entries }: Job, state: Entry["state"]): number =>
  entries.filter((entry) => entry.state === state).length;
