// The subject of the pipeline: a message on its way, and the connection it came over.
import type { CallEvent, MessageEvent } from "../channels/sdk/mod.ts";
import type { KnownContact } from "./features/contacts/find.ts";
import type { Ticket } from "./features/tickets/contract.ts";
import type { TicketRow } from "./features/tickets/queries.ts";
import type { Tx } from "../db/tenant.ts";

/** The connection an event came over, as the pipeline needs it. */
export interface InboundLine {
  id: number;
  channel: string;
  name: string;
  allowGroups: boolean;
  groupAsTicket: boolean;
  queueIds: number[];
}
/** One message on its way through the pipeline; each step fills in what it found. */
export interface Inbound {
  event: MessageEvent;
  line: InboundLine;
  /** The call this tells of, and whether it is refused. */
  call: { event: CallEvent; refused: boolean } | null;
  /** It happened a while ago and comes only now: nothing is answered by itself. */
  late: boolean;
  /** Who it is, asked for together with the connection: one wait instead of two. */
  known: Promise<KnownContact[]>;
  contactId: number;
  contactCreated: boolean;
  /** A person blocked them: what they write is not taken in. */
  contactBlocked: boolean;
  ticketId: number;
  /** The ticket's row, locked by the step that found it. */
  ticket: TicketRow | null;
  ticketOpened: boolean;
  messageId: number | null;
  /** What was stored, for the step that tells of it. */
  stored: { kind: string; body: string; data: Record<string, unknown> | null; sentAt: Date; unread: number } | null;
  /** The ticket as the message leaves it, asked for with the writes. */
  shown: Promise<Ticket | undefined> | null;
}

/** A later step's statement about a message that is stored; it runs once, and answers the same when it is asked for again. */
export type Ahead<T = unknown> = (tx: Tx, inbound: Inbound) => Promise<T>;

/** Makes a statement that can be sent before its step comes, together with others: one wait instead of one for each. */
export function ahead<T>(ask: Ahead<T>): Ahead<T> {
  const asked = new WeakMap<Inbound, Promise<T>>();
  return (tx, inbound) => {
    const answer = asked.get(inbound) ?? ask(tx, inbound);
    asked.set(inbound, answer);
    // Whoever needs it hears of its failure.
    answer.catch(() => {});
    return answer;
  };
}
