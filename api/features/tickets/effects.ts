// What follows in other features when something happens to a ticket. Tickets say what happened; `api/ticket-effects.ts` lists who
// acts on it and is given to each process at its start, so that tickets import none of those who act.
import type { Tx } from "../../../db/tenant.ts";
import type { SendClass } from "../../core/send-class.ts";
import type { AutomaticKind } from "../../contract/words/automatic.ts";
import type { Ticket } from "./contract.ts";
import type { TicketRow } from "./queries.ts";
import type { Seen } from "./visibility.ts";

/** What the server says by itself in a ticket; `{{userName}}` is `userName`, else its owner. */
export interface Saying {
  ticket: Ticket;
  kind: AutomaticKind;
  text: string;
  userName?: string;
  now?: Date;
  /** An answer, unless something else is said. */
  sendClass?: SendClass;
  /** The lane that says it. */
  laneId?: number;
}
/** What happens to tickets, with what is known of it. */
export interface Happenings {
  /** It has another owner, queue or status; `before` is null for a new ticket. */
  changed: { ticketId: number; before: Seen | null; after: Seen };
  /** Its conversation goes from one person to another, or to nobody for a time, and on in the ticket `into`. */
  handedOver: { ticketId: number; from: number | null; to: number | null; into: number };
  /** `from` is about to go over into `into`. */
  joins: { from: TicketRow; into: TicketRow };
  /** It was deleted, or went over into another. */
  gone: { ticketId: number };
  /** A person takes it, it ends or begins anew: what the server said by itself is of the past. */
  roundOver: { ticketId: number };
  /** A person takes, moves or ends it: what was still to be said by itself is not. */
  personActs: { ticket: TicketRow };
  /** It waits for people; nothing leads it any more. */
  leftToPeople: { ticketId: number };
  says: Saying;
  /** A message to this contact failed for good, for a reason of the catalogue: the provider's, or ours. */
  failed: { contactId: number; reason: string };
  /** A person leaves a note for whoever has it next. */
  noted: { ticket: TicketRow; text: string; authorId: number | null };
}
export type TicketEffects = {
  readonly [H in keyof Happenings]: readonly ((tx: Tx, what: Happenings[H]) => Promise<unknown> | void)[];
};

let effects: TicketEffects | null = null;

/** Gives this process the list of effects; null takes it away. */
export function setTicketEffects(list: TicketEffects | null): void {
  effects = list;
}

/**
 * Carries out what follows. Every effect begins at once, in the caller's own turn, so that its statements go out with those that the
 * caller has sent and not yet waited for.
 */
export async function happen<H extends keyof Happenings>(tx: Tx, happening: H, what: Happenings[H]): Promise<void> {
  if (!effects) throw new Error("This process was not given the effects of tickets.");
  await Promise.all(effects[happening].map((effect) => effect(tx, what)));
}
