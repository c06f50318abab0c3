// Which dialog about a ticket is open. One at a time, openable from anywhere.
import { atom, getDefaultStore } from "jotai";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import type { OutboxRow } from "../../../core/outbox.ts";
import type { Taking } from "./take.ts";

/** Who holds a contact's open ticket, as the API names them. */
export interface Holder {
  uuid?: string;
  user: string;
  queue: string;
}
export type TicketDialog =
  | { kind: "queue"; ticket: Ticket; then: Taking }
  | { kind: "close"; ticket: Ticket; tagWanted?: boolean; next?: string }
  | { kind: "transfer"; ticket: Ticket; again?: OutboxRow }
  | { kind: "summary"; ticket: Ticket }
  | { kind: "log"; ticket: Ticket }
  | { kind: "print"; ticket: Ticket }
  | { kind: "taken"; holder: Holder; ticketId?: number }
  | { kind: "new"; contact?: { id: number; name: string } };

export const dialogAtom = atom<TicketDialog | null>(null);

export const openDialog = (dialog: TicketDialog): void => getDefaultStore().set(dialogAtom, dialog);
export const closeDialog = (): void => getDefaultStore().set(dialogAtom, null);
