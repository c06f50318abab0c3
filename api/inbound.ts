// The subject of the pipeline: a message on its way, and the connection it came over.
import type { CallEvent, MessageEvent } from "../channels/sdk/mod.ts";
import type { KnownContact } from "./features/contacts/find.ts";
import type { Ticket } from "./features/tickets/contract.ts";
import type { TicketRow } from "./features/tickets/queries.ts";

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
  /** The ticket as the message leaves it, asked for with the writes. */
  shown: Promise<Ticket | undefined> | null;
}
