// Messages as a person reads them: which, the newest, and that they were read.
import type postgres from "postgres";
import type { Me } from "../../../core/access/auth.ts";
import { emit } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { askChannel } from "../../connections/actions/requests.ts";
import type { Ticket } from "../../tickets/contract.ts";
import { moveCounters } from "../../tickets/counters.ts";
import { audienceOf, visible } from "../../tickets/visibility.ts";
import { type Message, messageChanged } from "../contract.ts";
import * as queries from "../queries.ts";
import type { Conversation } from "./conversation.ts";
import { tellTicket } from "./tell.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * The condition on a message `m` of a contact's history. `own` says which are of the ticket itself; the contact's other tickets
 * are read by the rule of tickets, so that list and events agree.
 */
export function readable(tx: Tx, me: Me, own: Fragment): Fragment {
  return me.profile === "admin" ? tx`true` : tx`(${own} or exists (
    select 1 from app.tickets t where t.company_id = m.company_id and t.id = m.ticket_id and ${visible(tx, me)}))`;
}

/** The newest messages of each ticket's history, oldest first, by ticket. Reading them marks nothing read. */
export async function newestMessages(
  tx: Tx,
  me: Me,
  tickets: readonly Ticket[],
  size: number,
): Promise<Map<number, Message[]>> {
  const found = new Map<number, Message[]>(tickets.map((ticket) => [ticket.id, []]));
  if (!tickets.length || size === 0) return found;
  const of = tickets.map((t) => ({ ticketId: t.id, contactId: t.contactId, connectionId: t.whatsappId! }));
  const rows = await queries.newest(tx, of, { size, seen: (own) => readable(tx, me, own) });
  for (const { listId, ...message } of rows) found.get(listId)?.push(message);
  return found;
}

/**
 * The owner has read, up to a message: messages, unread count, counters; tells, and asks the channel to tell the customer, who knows it
 * already of what was read elsewhere. Later messages stay unread.
 */
export async function markRead(
  tx: Tx,
  conversation: Conversation,
  upTo: number = Number.MAX_SAFE_INTEGER,
  where: "here" | "elsewhere" = "here",
): Promise<void> {
  const rows = await tx<{ id: number; external_id: string | null }[]>`
    update app.messages set read = true where company_id = ${tx.companyId} and ticket_id = ${conversation.id} and id <= ${upTo} and not read and not from_me returning id, external_id`;
  const unread = upTo === Number.MAX_SAFE_INTEGER
    ? 0
    : Math.min(conversation.unread, await unreadAfter(tx, conversation.id, upTo));
  if (!rows.length && conversation.unread === unread) return;
  await tx`update app.tickets set unread = ${unread} where company_id = ${tx.companyId} and id = ${conversation.id}`;
  moveCounters(tx, conversation, { ...conversation, unread });
  for (const message of await queries.shownByIds(tx, rows.map((row) => row.id))) {
    emit(tx, messageChanged, audienceOf(conversation), { action: "update", message });
  }
  await tellTicket(tx, conversation.id);
  const newest = rows.findLast((row) => row.external_id !== null);
  if (newest && where === "here") {
    await askChannel(tx, conversation.connectionId, "read", {
      contactId: conversation.contactId,
      externalId: newest.external_id,
    });
  }
}

async function unreadAfter(tx: Tx, ticketId: number, messageId: number): Promise<number> {
  const [later] = await tx<{ count: number }[]>`
    select count(*)::int as count from app.messages
    where company_id = ${tx.companyId} and ticket_id = ${ticketId} and id > ${messageId} and not read and not from_me`;
  return later?.count ?? 0;
}
