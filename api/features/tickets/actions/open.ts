// An attendant begins a conversation: a new ticket, or the live one there is (docs/product/tickets.md#opening).
import { must, refuse } from "../../../contract/errors.ts";
import { liveTicket, refuseTaken } from "./live.ts";
import type { Me } from "../../../core/access/auth.ts";
import { emit } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { asSeen } from "./announce.ts";
import { takeTicket } from "./take.ts";
import { type Ticket, ticketChanged } from "../contract.ts";
import { happen } from "../effects.ts";
import { findOrOpenTicket } from "./find-or-open.ts";
import * as queries from "../queries.ts";
import { audienceOf } from "../visibility.ts";

interface Wanted {
  contactId: number;
  connection: { id: number; channel: string; groupAsTicket: boolean };
  queueId?: number | null;
  /** For whom, where an admin opens it for somebody. */
  userId?: number | null;
  status: "open" | "pending";
  /** True where whoever opens it can name a queue: refused without one, in a company that has queues. */
  asksQueue?: boolean;
}

/** The ticket of a contact on a connection, opened or taken. Refuses ERR_OTHER_OPEN_TICKET where a colleague has it, and groups to whom they are not shown. */
export async function openTicket(tx: Tx, me: Me, wanted: Wanted): Promise<Ticket> {
  const { contactId, connection, queueId = null, status } = wanted;
  const { isGroup } = must(await queries.contactOf(tx, contactId), "ERR_NO_CONTACT_FOUND");
  // They would not see what they had opened.
  if (isGroup && me.profile !== "admin" && !me.allowGroup) refuse("ERR_NO_PERMISSION");
  // A group that is no ticket is nobody's own.
  const chat = isGroup && !connection.groupAsTicket;
  const owner = me.profile === "admin" && wanted.userId ? wanted.userId : me.id;
  const userId = chat || status === "pending" ? null : owner || refuse("ERR_NO_USER_FOUND");
  const { ticket, opened } = await findOrOpenTicket(tx, {
    contactId,
    connectionId: connection.id,
    channel: connection.channel,
    isGroup,
    groupAsTicket: connection.groupAsTicket,
    queueId,
    userId,
    status: chat ? "group" : status,
    byCustomer: false,
  });
  // As with accepting: a person's ticket is of a queue, where the company has any and the person can say which.
  if (opened && wanted.asksQueue && queueId === null && !isGroup && await queries.hasQueues(tx)) {
    refuse("ERR_VALIDATION", { details: [{ path: "body.queueId", message: "required" }] });
  }
  return opened ? await created(tx, ticket.id) : await alreadyLive(tx, me, ticket, queueId);
}

async function created(tx: Tx, id: number): Promise<Ticket> {
  const ticket = must(await queries.shownById(tx, id), "ERR_CREATING_TICKET");
  emit(tx, ticketChanged, audienceOf(asSeen(ticket)), { action: "create", ticket });
  await happen(tx, "changed", { ticketId: id, before: null, after: asSeen(ticket) });
  return ticket;
}

/** A live ticket exists: one's own is answered, a waiting one is taken, another's is named (docs/product/tickets.md#opening). */
async function alreadyLive(tx: Tx, me: Me, live: queries.TicketRow, queueId: number | null): Promise<Ticket> {
  const ticket = await liveTicket(tx, me, live.id);
  if (live.status === "group" && live.userId === null) return ticket;
  if (me.key) return ticket;
  if (live.userId === null || live.status === "nps") return await takeTicket(tx, live, me.id, queueId ?? live.queueId);
  return ticket.userId === me.id ? ticket : refuseTaken(ticket);
}
