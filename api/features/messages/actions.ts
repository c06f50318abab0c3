// The verbs of messages that other features use: send by itself, keep a note, touch the ticket, tell who may see it.
import { v7 as uuidv7 } from "uuid";
import { must } from "../../contract/errors.ts";
import type { Me } from "../../core/auth.ts";
import { type Audience, emit } from "../../core/emit.ts";
import { enqueue } from "../../core/jobs.ts";
import { wakeChannel } from "../../core/wake.ts";
import type { Tx } from "../../../db/tenant.ts";
import { addHalfHour, moveCounters } from "../tickets/counters.ts";
import { shownById as shownTicket } from "../tickets/queries.ts";
import type { Ticket } from "../tickets/contract.ts";
import { ticketChanged } from "../tickets/contract.ts";
import { audienceOf, type Seen } from "../tickets/visibility.ts";
import { type Message, messageChanged } from "./contract.ts";
import { deliver } from "./jobs.ts";
import * as queries from "./queries.ts";

/** What a ticket is to a message of it. */
export interface Conversation extends Seen {
  id: number;
  contactId: number;
  connectionId: number;
  unread: number;
}
const conversationOf = (ticket: Ticket): Conversation => ({
  id: ticket.id,
  contactId: ticket.contactId,
  connectionId: ticket.whatsappId!,
  userId: ticket.userId,
  queueId: ticket.queueId,
  isGroup: ticket.isGroup,
  status: ticket.status,
  unread: ticket.unreadMessages,
});

/** A text the server sends by itself (greeting, farewell, transfer): through the same outbox as everything else. */
export async function sendAutomatic(tx: Tx, ticket: Ticket, text: string, me: Me | null): Promise<void> {
  const body = fillVariables(text, {
    name: ticket.contact.name,
    userName: me?.name ?? ticket.user?.name ?? "",
    queue: ticket.queue?.name ?? "",
    ticket_id: String(ticket.id),
    connection: ticket.whatsapp?.name ?? "",
  });
  await addOutbound(tx, conversationOf(ticket), { body, key: uuidv7(), userId: null, byHand: false });
}

/** Message variables (spec 1 §9): `{{firstName}}`; unknown ones stay as typed. No HTML escaping. */
export function fillVariables(
  text: string,
  values: { name: string; userName: string; queue: string; ticket_id: string; connection: string },
): string {
  const all: Record<string, string> = { ...values, firstName: values.name.split(/\s+/)[0] ?? "" };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name) => all[name] ?? whole);
}

/** A private message beside the conversation; the customer never gets it. */
export async function keepNote(tx: Tx, conversation: Conversation, text: string, me: Me): Promise<Message> {
  const id = must(
    await queries.insert(tx, {
      ...rowOf(conversation),
      body: text,
      key: uuidv7(),
      userId: me.id,
      fromMe: true,
      isPrivate: true,
      read: true,
      ack: 0,
    }),
    "ERR_CREATING_MESSAGE",
  );
  return await tell(tx, id, audienceOf(conversation), "create");
}

const rowOf = (c: Conversation) => ({
  ticketId: c.id,
  contactId: c.contactId,
  connectionId: c.connectionId,
  queueId: c.queueId,
});

export interface Outbound {
  body: string;
  key: string;
  fingerprint?: string;
  userId: number | null;
  byHand: boolean;
  kind?: string;
  mediaId?: string | null;
  data?: Record<string, unknown> | null;
  quotedId?: number | null;
}
/** A message to be sent: row, ticket, job and events in this transaction. Null when the key is known already. */
export async function addOutbound(tx: Tx, conversation: Conversation, m: Outbound): Promise<Message | null> {
  const id = await queries.insert(tx, { ...rowOf(conversation), ...m, fromMe: true, status: "waiting", read: true });
  if (id === null) return null;
  // One connection carries out what it is given in order, so what is read here is already as these writes leave it.
  const writes = Promise.all([
    touchTicket(tx, conversation.id, {
      messageId: id,
      text: summary(m.kind ?? "chat", m.body),
      fromMe: true,
      at: null,
      unread: 0,
    }),
    addHalfHour(tx, conversation, { sent: 1 }),
    enqueue(tx, deliver, { contactId: conversation.contactId, connectionId: conversation.connectionId }, {
      queue: `send:${conversation.connectionId}:${conversation.contactId}`,
      key: `send:${conversation.connectionId}:${conversation.contactId}`,
    }),
  ]);
  const told = Promise.all([tell(tx, id, audienceOf(conversation), "create"), tellTicket(tx, conversation.id)]);
  const [[message]] = await Promise.all([told, writes]);
  return message;
}

/** A line for the ticket list. */
export function summary(kind: string, body: string): string {
  const text = body.replace(/\s+/g, " ").trim().slice(0, 200);
  const icons: Record<string, string> = {
    image: "📷",
    video: "🎬",
    audio: "🎤",
    application: "📄",
    locationMessage: "📍",
    contactMessage: "👤",
    call_log: "📞",
    sticker: "🏷️",
    unknown: "❔",
  };
  const icon = icons[kind];
  return icon ? `${icon} ${text}`.trim() : text;
}

/** Moves a ticket's last message and times. A late arrival does not replace what is newer. */
export async function touchTicket(
  tx: Tx,
  ticketId: number,
  m: { messageId: number; text: string; fromMe: boolean; at: Date | null; unread: number },
): Promise<void> {
  const at = m.at ? tx`${m.at}::timestamptz` : tx`now()`;
  const newer = tx`${at} >= coalesce(last_message_at, '-infinity')`;
  await tx`
    update app.tickets set updated_at = now(), unread = unread + ${m.unread},
      last_message = case when ${newer} then ${m.text} else last_message end,
      last_message_id = case when ${newer} then ${m.messageId} else last_message_id end,
      last_from_me = case when ${newer} then ${m.fromMe} else last_from_me end,
      last_ack = case when ${newer} then 0 else last_ack end,
      last_message_at = greatest(last_message_at, ${at}),
      last_inbound_at = case when ${m.fromMe} then last_inbound_at else greatest(last_inbound_at, ${at}) end,
      waiting_since = case when ${m.fromMe} then null else coalesce(waiting_since, ${at}) end
    where company_id = ${tx.companyId} and id = ${ticketId}`;
}

/** Tells who may see the ticket how a message is now. */
export async function tell(tx: Tx, id: number, audience: Audience, action: "create" | "update"): Promise<Message> {
  const message = must(await queries.shownById(tx, id), "ERR_NO_MESSAGE_FOUND");
  emit(tx, messageChanged, audience, { action, message });
  return message;
}
/** Tells how a ticket is now, when only its messages moved. */
export async function tellTicket(tx: Tx, id: number): Promise<void> {
  const ticket = await shownTicket(tx, id);
  if (ticket) emit(tx, ticketChanged, audienceOf(conversationOf(ticket)), { action: "update", ticket });
}

/** Who may see a ticket's messages now. */
export async function audienceOfTicket(tx: Tx, ticketId: number): Promise<Audience> {
  const [row] = await tx<
    Seen[]
  >`select user_id as "userId", queue_id as "queueId", is_group as "isGroup", status from app.tickets where company_id = ${tx.companyId} and id = ${ticketId}`;
  return row ? audienceOf(row) : { to: ["admin"] };
}

/** The owner has read: messages, unread count, counters; tells, and asks the channel to tell the customer. */
export async function markRead(tx: Tx, conversation: Conversation): Promise<void> {
  const rows = await tx<{ id: number; external_id: string | null }[]>`
    update app.messages set read = true where company_id = ${tx.companyId} and ticket_id = ${conversation.id} and not read and not from_me returning id, external_id`;
  if (!rows.length && conversation.unread === 0) return;
  await tx`update app.tickets set unread = 0 where company_id = ${tx.companyId} and id = ${conversation.id}`;
  await moveCounters(tx, conversation, { ...conversation, unread: 0 });
  for (const message of await queries.shownByIds(tx, rows.map((row) => row.id))) {
    emit(tx, messageChanged, audienceOf(conversation), { action: "update", message });
  }
  await tellTicket(tx, conversation.id);
  const newest = rows.findLast((row) => row.external_id !== null);
  if (newest) {
    await askChannel(tx, conversation.connectionId, "read", {
      contactId: conversation.contactId,
      externalId: newest.external_id,
    });
  }
}

/** One person, one reaction: a new one replaces the old. */
export async function react(tx: Tx, messageId: number, emoji: string | null, fromMe: boolean): Promise<void> {
  const added = emoji ? JSON.stringify([{ emoji, fromMe }]) : "[]";
  await tx`
    update app.messages set reactions = coalesce((select jsonb_agg(r) from jsonb_array_elements(reactions) r where (r ->> 'fromMe')::boolean <> ${fromMe}), '[]') || ${added}::text::jsonb
    where company_id = ${tx.companyId} and id = ${messageId}`;
}

export type RequestKind = "media" | "edit" | "remove" | "react" | "read" | "lookup";
/** Asks the process that holds the connection to do something; kept until done. */
export async function askChannel(
  tx: Tx,
  connectionId: number,
  kind: RequestKind,
  payload: Record<string, unknown>,
): Promise<void> {
  tx.afterCommit.push(() => wakeChannel(tx.companyId, connectionId));
  await tx`insert into app.channel_requests (company_id, connection_id, kind, payload) values (${tx.companyId}, ${connectionId}, ${kind}, ${
    JSON.stringify(payload)
  }::text::jsonb)`;
}
