// The verbs of messages that other features use: send by itself, keep a note, touch the ticket, tell who may see it.
import type postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { must } from "../../contract/errors.ts";
import { fillVariables, valuesOf, type VariableCompany } from "../../contract/words/variables.ts";
import type { Me } from "../../core/http/auth.ts";
import { type Audience, emit } from "../../core/live/emit.ts";
import { enqueue } from "../../core/jobs.ts";
import type { Tx } from "../../../db/tenant.ts";
import { addHalfHour, moveCounters } from "../tickets/counters.ts";
import { shownById as shownTicket } from "../tickets/queries.ts";
import type { Ticket } from "../tickets/contract.ts";
import { ticketChanged } from "../tickets/contract.ts";
import { audienceOf, type Seen, visible } from "../tickets/visibility.ts";
import { type AutomaticKind, countSaid } from "../automation/actions.ts";
import { ownCompany } from "./variables.ts";
import { type Message, messageChanged } from "./contract.ts";
import { askChannel } from "../connections/requests.ts";
import { deliver } from "./tasks.ts";
import { askCard } from "./links/ask.ts";
import * as queries from "./queries.ts";

export { ownCompany };

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

export interface Automatic {
  kind: AutomaticKind;
  text: string;
  /** Whose name `{{userName}}` is; without, the ticket's owner's. */
  userName?: string;
  /** A kept file that goes with it, and what it is. */
  media?: { id: string; kind: string };
  now?: Date;
  /** Where it is known already: saves the look. */
  company?: VariableCompany;
}
/**
 * A text the server sends by itself (greeting, menu, farewell): through the same outbox as everything else, its variables filled
 * in. Counted with the ticket, so that whoever decides knows what was said.
 */
export async function sendAutomatic(tx: Tx, ticket: Ticket, automatic: Automatic): Promise<void> {
  const { kind, text, media, now = new Date() } = automatic;
  const userName = automatic.userName ?? ticket.user?.name ?? "";
  const company = automatic.company ?? await ownCompany(tx);
  const body = fillVariables(text, valuesOf(ticket, company, userName, now));
  const said = {
    body,
    key: uuidv7(),
    userId: null,
    byHand: false,
    kind: media?.kind ?? "chat",
    mediaId: media?.id ?? null,
    data: { auto: kind },
  };
  await Promise.all([countSaid(tx, ticket.id, kind, now), addOutbound(tx, conversationOf(ticket), said)]);
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
  isForwarded?: boolean;
  /** Not sent before this time. */
  dueAt?: Date;
}
/** A message to be sent: row, ticket, job and events in this transaction. Null when the key is known already. */
export async function addOutbound(tx: Tx, conversation: Conversation, m: Outbound): Promise<Message | null> {
  const id = await queries.insert(tx, { ...rowOf(conversation), ...m, fromMe: true, status: "waiting", read: true });
  if (id === null) return null;
  addHalfHour(tx, conversation, { sent: 1 });
  // One connection carries out what it is given in order, so what is read here is already as these writes leave it.
  const writes = Promise.all([
    touchTicket(tx, conversation.id, {
      messageId: id,
      text: summary(m.kind ?? "chat", m.body),
      fromMe: true,
      at: null,
      unread: 0,
      byItself: m.data?.auto !== undefined,
    }),
    askCard(tx, id, m.kind ?? "chat", m.body),
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

/**
 * Moves a ticket's last message and times. A late arrival does not replace what is newer; what the server says by itself ends
 * nobody's wait.
 */
export async function touchTicket(
  tx: Tx,
  ticketId: number,
  m: { messageId: number; text: string; fromMe: boolean; at: Date | null; unread: number; byItself?: boolean },
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
      waiting_since = case when ${
    m.byItself ?? false
  } then waiting_since when ${m.fromMe} or status in ('group', 'closed') then null else coalesce(waiting_since, ${at}) end
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

async function unreadAfter(tx: Tx, ticketId: number, messageId: number): Promise<number> {
  const [later] = await tx<{ count: number }[]>`
    select count(*)::int as count from app.messages
    where company_id = ${tx.companyId} and ticket_id = ${ticketId} and id > ${messageId} and not read and not from_me`;
  return later?.count ?? 0;
}

/**
 * The owner has read, up to a message: messages, unread count, counters; tells, and asks the channel to tell the customer.
 * Later messages stay unread.
 */
export async function markRead(
  tx: Tx,
  conversation: Conversation,
  upTo: number = Number.MAX_SAFE_INTEGER,
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
    update app.messages set reactions = coalesce((select jsonb_agg(r) from jsonb_array_elements(reactions) r where (r ->> 'fromMe')::boolean <> ${fromMe}), '[]') || ${added}::text::jsonb,
      data = case when ${fromMe} then data - 'refused' else data end
    where company_id = ${tx.companyId} and id = ${messageId}`;
}

/**
 * An edit, deletion or reaction never reached the customer: the conversation says so, and a deletion whose text is still there
 * is none. What nobody of the office did (reading, a profile) is nobody's loss.
 */
export async function deedRefused(
  tx: Tx,
  messageId: number,
  { deed, code }: { deed: "edit" | "remove" | "react"; code: string },
): Promise<void> {
  if (deed === "react") await react(tx, messageId, null, true);
  const [row] = await tx<{ ticketId: number }[]>`
    update app.messages set data = coalesce(data, '{}') || ${JSON.stringify({ refused: { deed, code } })}::text::jsonb,
      is_deleted = is_deleted and (${deed !== "remove"} or (kind = 'chat' and body = ''))
    where company_id = ${tx.companyId} and id = ${messageId} returning ticket_id as "ticketId"`;
  if (!row) return;
  await tell(tx, messageId, await audienceOfTicket(tx, row.ticketId), "update");
  await tellTicket(tx, row.ticketId);
}
