// Tells who may see a ticket of its messages.
import { must } from "../../../contract/errors.ts";
import { type Audience, emit } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { ticketChanged } from "../../tickets/contract.ts";
import { shownById as shownTicket } from "../../tickets/queries.ts";
import { audienceOf, type Seen } from "../../tickets/visibility.ts";
import { type Message, messageChanged } from "../contract.ts";
import * as queries from "../queries.ts";
import { conversationOf } from "./conversation.ts";

/** Tells who may see the ticket how a message is now. */
export async function announceMessage(
  tx: Tx,
  id: number,
  audience: Audience,
  action: "create" | "update",
): Promise<Message> {
  const message = must(await queries.shownById(tx, id), "ERR_NO_MESSAGE_FOUND");
  emit(tx, messageChanged, audience, { action, message });
  return message;
}

/** Tells how a ticket is now, when only its messages moved. */
export async function tellTicket(tx: Tx, id: number): Promise<void> {
  const ticket = await shownTicket(tx, id);
  if (ticket) emit(tx, ticketChanged, audienceOf(conversationOf(ticket)), { action: "update", ticket });
}

/** How much of a conversation a device keeps, and so is told when contacts were merged or parted. */
const TOLD_EACH = 40;

/** Tickets or messages are this contact's now: the newest of them are told, each to who sees its ticket. */
export async function tellMoved(
  tx: Tx,
  contactId: number,
  ticketIds: readonly number[],
  messageIds: readonly number[],
): Promise<void> {
  const rows = await tx<{ id: number }[]>`
    select id from (
      select m.id, row_number() over (partition by m.connection_id order by m.sent_at desc, m.id desc) as place from app.messages m
      where m.company_id = ${tx.companyId} and m.contact_id = ${contactId}
        and (m.ticket_id = any (${ticketIds as number[]}::bigint[]) or m.id = any (${messageIds as number[]}::bigint[]))) x
    where place <= ${TOLD_EACH}`;
  const shown = await queries.shownByIds(tx, rows.map((row) => row.id));
  const audiences = new Map<number, Audience>();
  for (const message of shown) {
    const audience = audiences.get(message.ticketId) ?? await audienceOfTicket(tx, message.ticketId);
    audiences.set(message.ticketId, audience);
    emit(tx, messageChanged, audience, { action: "create", message });
  }
}

/** Who may see a ticket's messages now. */
export async function audienceOfTicket(tx: Tx, ticketId: number): Promise<Audience> {
  const [row] = await tx<
    Seen[]
  >`select user_id as "userId", queue_id as "queueId", is_group as "isGroup", status from app.tickets where company_id = ${tx.companyId} and id = ${ticketId}`;
  return row ? audienceOf(row) : { to: ["admin"] };
}
