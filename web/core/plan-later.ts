// A conversation offers to send later what was written; whoever keeps planned messages takes it. Neither imports the other.
import type { Ticket } from "../../api/features/tickets/contract.ts";

/** What somebody wants to send later, and to whom. */
export interface Later {
  ticket: Ticket;
  text: string;
  /** It is planned: the text need not stay where it was written. */
  onPlanned: () => void;
}
let taker: ((what: Later) => void) | undefined;

/** Registers the function that plans; what it answers takes it away again. */
export function takeLater(take: (what: Later) => void): () => void {
  taker = take;
  return () => {
    if (taker === take) taker = undefined;
  };
}

/** Hands on what a person wants to send later. */
export function planLater(what: Later): void {
  taker?.(what);
}
