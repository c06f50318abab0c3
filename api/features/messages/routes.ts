import { must, refuse } from "../../contract/errors.ts";
import { eventName } from "../../contract/event.ts";
import { EDIT_WINDOW_MS, MESSAGES_PAGE } from "../../contract/limits.ts";
import type { Me } from "../../core/auth.ts";
import { enqueue } from "../../core/jobs.ts";
import { nearestMark, noteMark } from "../../core/page-marks.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { findVisible, lock, type TicketRow } from "../tickets/queries.ts";
import { visible } from "../tickets/visibility.ts";
import { askChannel, audienceOfTicket, markRead, react, tell, tellTicket } from "./actions.ts";
import { type Message, messages as calls, typing } from "./contract.ts";
import { deliver } from "./jobs.ts";
import * as queries from "./queries.ts";
import { send } from "./send.ts";

export function messages(api: Api, parts: Parts): void {
  route(api, calls.list, async ({ tx, me, params, query }) => {
    const ticket = must(await findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    const answer = await page(tx, me, ticket, query.pageNumber, query.selectedQueues);
    if (query.markAsRead && ticket.unread > 0 && ticket.userId === me.id) {
      const locked = await lock(tx, ticket.id);
      if (locked) await markRead(tx, locked);
      for (const message of answer.messages) if (!message.fromMe && message.ticketId === ticket.id) message.read = true;
    }
    return answer;
  });

  route(api, calls.send, async ({ tx, me, params, body, files, key }) => {
    const made = await send({ tx, me, parts, ticketId: params.ticketId, form: body, files, key });
    return { messages: made };
  });

  // Nobody's screen but the customer's page hears it: what is typed here is no colleague's business.
  route(api, calls.typing, async ({ tx, me, params, body }) => {
    const ticket = must(await findVisible(tx, params.ticketId, visible(tx, me)), "ERR_NO_TICKET_FOUND");
    const payload = { ticketId: ticket.id, contactId: ticket.contactId, on: body.on, fromMe: true };
    parts.stream?.pass(tx.companyId, eventName(typing, tx.companyId), [], payload);
    return { ok: true as const };
  });

  route(api, calls.resend, async ({ tx, me, params }) => {
    const message = must(await queries.lockVisible(tx, params.id, visible(tx, me)), "ERR_NO_MESSAGE_FOUND");
    if (!message.fromMe || (message.status !== "failed" && message.status !== "uncertain")) {
      refuse("ERR_ALREADY_IN_STATE");
    }
    await tx`update app.messages set status = 'waiting', error = null, attempts = 0, retry_at = null, sending_since = null, sending_by = null where company_id = ${tx.companyId} and id = ${message.id}`;
    const place = `send:${message.connectionId}:${message.contactId}`;
    await enqueue(tx, deliver, { contactId: message.contactId, connectionId: message.connectionId }, {
      queue: place,
      key: place,
    });
    return await tell(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  });

  route(api, calls.edit, async ({ tx, me, params, body }) => {
    const message = await ownMessage(tx, me, params.id);
    if (message.kind !== "chat" || message.isDeleted) refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
    if (Date.now() - message.sentAt.getTime() > EDIT_WINDOW_MS) refuse("ERR_EDIT_WINDOW_PASSED");
    if (!message.isPrivate) {
      await needs(tx, parts, message, "edit");
      await askChannel(tx, message.connectionId, "edit", { messageId: message.id });
    }
    await tx`update app.messages set body = ${body.body}, is_edited = true where company_id = ${tx.companyId} and id = ${message.id}`;
    await tx`update app.tickets set last_message = ${
      body.body.slice(0, 200)
    } where company_id = ${tx.companyId} and id = ${message.ticketId} and last_message_id = ${message.id}`;
    return await changed(tx, message);
  });

  route(api, calls.remove, async ({ tx, me, params }) => {
    const message = await ownMessage(tx, me, params.id);
    // On its way, or nobody knows: a mark now would say that the customer does not see it.
    if (message.status === "sending" || message.status === "uncertain") refuse("ERR_DELETE_WAPP_MSG");
    if (!message.isPrivate && message.status === "sent") {
      await needs(tx, parts, message, "remove");
      await askChannel(tx, message.connectionId, "remove", { messageId: message.id });
    }
    const status = message.status === "waiting" ? tx`, status = 'failed'` : tx``;
    await tx`update app.messages set is_deleted = true ${status} where company_id = ${tx.companyId} and id = ${message.id}`;
    return await changed(tx, message);
  });

  route(api, calls.react, async ({ tx, me, params, body }) => {
    const message = must(await queries.lockVisible(tx, params.id, visible(tx, me)), "ERR_NO_MESSAGE_FOUND");
    await needs(tx, parts, message, "react");
    await react(tx, message.id, body.emoji, true);
    await askChannel(tx, message.connectionId, "react", { messageId: message.id, emoji: body.emoji });
    return await tell(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  });
}

async function ownMessage(tx: Tx, me: Me, id: number): Promise<queries.MessageRow> {
  const message = must(await queries.lockVisible(tx, id, visible(tx, me)), "ERR_NO_MESSAGE_FOUND");
  return message.fromMe && !message.isDeleted ? message : refuse("ERR_NO_MESSAGE_FOUND");
}
async function needs(
  tx: Tx,
  parts: Parts,
  message: queries.MessageRow,
  ability: "edit" | "remove" | "react",
): Promise<void> {
  const [row] = await tx<
    { channel: string }[]
  >`select channel from app.connections where company_id = ${tx.companyId} and id = ${message.connectionId}`;
  if (!row || !parts.channels.plugins.get(row.channel)?.manifest.abilities[ability]) {
    refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  }
}
async function changed(tx: Tx, message: queries.MessageRow): Promise<Message> {
  const shown = await tell(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  await tellTicket(tx, message.ticketId);
  return shown;
}

/** The history of the contact on this connection, of the tickets one may see (lineage §5.18). */
async function page(
  tx: Tx,
  me: Me,
  ticket: TicketRow,
  pageNumber: number,
  queues: number[] | undefined,
): Promise<{ messages: Message[]; hasMore: boolean; count: number }> {
  const list = `m:${tx.companyId}:${me.id}:${ticket.id}:${JSON.stringify(queues ?? null)}`;
  const start = nearestMark(list, pageNumber);
  const own = tx`m.ticket_id = ${ticket.id}`;
  // The contact's other tickets are read by the rule of tickets, so that list and events agree (architecture §8).
  const may = me.profile === "admin" ? tx`true` : tx`(${own} or exists (
    select 1 from app.tickets t where t.company_id = m.company_id and t.id = m.ticket_id and ${visible(tx, me)}))`;
  const chosen = queues ? tx`(${own} or coalesce(m.queue_id, 0) = any (${queues}::bigint[]))` : tx`true`;
  const rows = await queries.page(tx, {
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    seen: tx`${may} and ${chosen}`,
    mark: start.mark,
    skip: (pageNumber - start.page) * MESSAGES_PAGE,
    size: MESSAGES_PAGE + 1,
  });
  const shown = rows.slice(0, MESSAGES_PAGE);
  const hasMore = rows.length > MESSAGES_PAGE;
  const last = shown.at(-1);
  if (last && hasMore) noteMark(list, pageNumber + 1, { at: last.at, id: last.id });
  return {
    messages: shown.reverse(),
    hasMore,
    count: (pageNumber - 1) * MESSAGES_PAGE + shown.length + (hasMore ? 1 : 0),
  };
}
