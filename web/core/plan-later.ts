// A conversation offers to send later what was written; whoever keeps planned messages takes it. Neither imports the other.
import type { Ticket } from "../../api/features/tickets/contract.ts";
import { whenForgotten } from "./session.ts";

/** What somebody wants to send later, and to whom. */
export interface Later {
  ticket: Ticket;
  text: string;
  /** It is planned: the text need not stay where it was written. */
  onPlanned: () => void;
}
let taker: ((what: Later) => void) | undefined;
/** Wished for before the part of the app that plans had come. */
let wished: Later | undefined;
whenForgotten(() => void (wished = undefined));

/** Registers the function that plans for a ticket; what it answers takes it away again. It gets at once what was wished for meanwhile. */
export function takeLater(ticketId: number, take: (what: Later) => void): () => void {
  taker = take;
  if (wished?.ticket.id === ticketId) take(wished);
  wished = undefined;
  return () => {
    if (taker === take) taker = undefined;
  };
}

/** Hands on what a person wants to send later. */
export function planLater(what: Later): void {
  if (taker) taker(what);
  else wished = what;
}
