// One batch of old messages of one conversation: contact, ticket, messages, files and payloads, in one transaction with the rows
// they come from. Nothing rings, greets, counts as unread or as received today, or moves up a list.
import type { MessageEvent, Peer } from "../../../channels/sdk/mod.ts";
import { must } from "../../contract/errors.ts";
import { namesGroup, numberOf } from "../../core/manifests.ts";
import type { Tx } from "../../../db/tenant.ts";
import { identify } from "../../features/contacts/identify.ts";
import { findContacts } from "../../features/contacts/find.ts";
import { summary } from "../../features/messages/actions/last-message.ts";
import { describe } from "../../features/messages/inbound/said.ts";
import { moveCounters } from "../../features/tickets/counters.ts";
import * as tickets from "../../features/tickets/queries.ts";
import type { InboundLine } from "../../inbound.ts";
import { storable } from "./past.ts";
import { storePast } from "./store.ts";

interface PastLine extends InboundLine {
  queueId: number | null;
  close: boolean;
}
interface Row {
  event: MessageEvent;
  known: boolean;
  /** As it is sealed. */
  payload: Uint8Array | null;
}

/** Takes the conversation with the oldest message that waits, up to `size` of its messages by time. */
export async function bringBatch(
  tx: Tx,
  connectionId: number,
  size: number,
): Promise<{ left: "some" | "none" | "withdrawn"; at: Date }> {
  // One importer at a time per connection, also when a paused process wakes up beside its successor.
  // And plans of this minute: those kept from when the tables were empty read a connection's whole past for each batch.
  await tx`
    select pg_advisory_xact_lock(hashtextextended(${`past:${tx.companyId}:${connectionId}`}, 7)), set_config('plan_cache_mode', 'force_custom_plan', true)`;
  const line = await readLine(tx, connectionId);
  if (!line) return { left: "withdrawn", at: new Date() };
  const rows = await claimBatch(tx, connectionId, size);
  const last = rows.at(-1)?.event;
  if (!last) return { left: "none", at: new Date() };
  const fresh = rows.filter(({ known }) => !known);
  const isGroup = namesGroup(last.peer.identities);
  if (fresh.length && !(isGroup && !line.allowGroups)) await bring(tx, line, fresh, isGroup);
  await tx`update app.connections set past_done = past_done + ${rows.length} where company_id = ${tx.companyId} and id = ${connectionId}`;
  return { left: "some", at: new Date(last.at) };
}

/** Leaves out the message whose turn it is. */
export async function dropFirst(tx: Tx, connectionId: number): Promise<void> {
  if (!(await claimBatch(tx, connectionId, 1)).length) return;
  await tx`update app.connections set past_done = past_done + 1 where company_id = ${tx.companyId} and id = ${connectionId}`;
}

async function readLine(tx: Tx, id: number): Promise<PastLine | undefined> {
  const [row] = await tx<PastLine[]>`
    select c.id, c.channel, c.name, c.allow_groups and c.past_groups as "allowGroups", c.group_as_ticket as "groupAsTicket", '{}'::bigint[] as "queueIds",
      c.past_queue_id as "queueId", c.past_close as close
    from app.connections c where c.company_id = ${tx.companyId} and c.id = ${id} and c.deleted_at is null and c.past_from is not null and c.past_state = 'running'`;
  return row;
}
/**
 * Takes the rows out, which this transaction's end makes true. By ctid: nothing is known yet of a table that was filled a minute ago,
 * and the planner would read all of a connection's rows.
 */
async function claimBatch(tx: Tx, connectionId: number, size: number): Promise<Row[]> {
  return await tx<Row[]>`
    with taken as (
      delete from app.past_messages p where p.ctid = any (array(
        select w.ctid from app.past_messages w
        where w.company_id = ${tx.companyId} and w.connection_id = ${connectionId} and w.chat = (
          select o.chat from app.past_messages o where o.company_id = ${tx.companyId} and o.connection_id = ${connectionId} order by o.at limit 1)
        order by w.at, w.external_id limit ${size})) and p.company_id = ${tx.companyId}
      returning p.external_id, p.at, p.event, p.payload),
    told as (
      select t.*, coalesce(m.seen, g.seen, false) as known from taken t
      left join lateral (select true as seen from app.messages m
        where m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.external_id = t.external_id and m.contact_id in (
          select i.contact_id from app.contact_identities i join jsonb_to_recordset(t.event -> 'peer' -> 'identities') as w (kind text, value text) on w.kind = i.kind and w.value = i.value
          where i.company_id = ${tx.companyId}) limit 1) m on true
      left join lateral (select true as seen from app.messages_gone g
        where g.company_id = ${tx.companyId} and g.connection_id = ${connectionId} and g.external_id = t.external_id and (g.marks is null or g.marks && array(
          select app.identity_mark(w.kind, w.value) from jsonb_to_recordset(t.event -> 'peer' -> 'identities') as w (kind text, value text))) limit 1) g on true)
    select event, known, payload from told order by at, external_id`;
}

async function bring(tx: Tx, line: PastLine, rows: readonly Row[], isGroup: boolean): Promise<void> {
  const events = rows.map(({ event }) => event);
  const contactId = await contactOf(tx, line, events);
  const { ticket, opened } = await ticketOf(tx, line, contactId, isGroup, new Date(events.at(-1)!.at));
  const last = await storePast(tx, line, ticket, events);
  await keepPayloads(tx, line.id, contactId, rows);
  if (last) await touch(tx, ticket.id, events, last);
  // The row that all new tickets are counted in is held for the commit only.
  if (opened) moveCounters(tx, null, ticket);
  // Each contact and ticket is not worth an event: people are told at the end, once.
  tx.events.length = 0;
}

async function keepPayloads(tx: Tx, connectionId: number, contactId: number, rows: readonly Row[]): Promise<void> {
  const kept = rows.flatMap(({ event, payload }) =>
    payload ? [{ id: event.externalId, sealed: Buffer.from(payload).toString("base64") }] : []
  );
  if (!kept.length) return;
  await tx`
    insert into app.message_payloads (company_id, connection_id, external_id, contact_id, sealed)
    select ${tx.companyId}, ${connectionId}, x.id, ${contactId}, decode(x.sealed, 'base64')
    from jsonb_to_recordset(${storable(kept)}::text::jsonb) as x (id text, sealed text)
    on conflict do nothing`;
}

/** Whose they are. Nobody is looked up at the provider, and an old name does not replace a newer one. */
async function contactOf(tx: Tx, line: PastLine, events: readonly MessageEvent[]): Promise<number> {
  const peer = mergedPeer(events);
  const known = await findContacts(tx, peer.identities);
  const named = known.length
    ? { ...peer, name: undefined, pictureUrl: undefined }
    : { ...peer, name: peer.name || nameOf(peer) };
  const inbound = {
    event: { ...events[0]!, peer: named },
    line,
    call: null,
    late: true,
    known: Promise.resolve(known),
    contactId: 0,
    contactCreated: false,
    contactBlocked: false,
    ticketId: 0,
    ticket: null,
    ticketOpened: false,
    messageId: null,
    stored: null,
    shown: null,
  };
  await identify(tx, inbound);
  return inbound.contactId;
}
/** All identities that the batch knows of this one peer, and the newest name. */
function mergedPeer(events: readonly MessageEvent[]): Peer {
  const all = new Map(events.flatMap(({ peer }) => peer.identities.map((one) => [`${one.kind}:${one.value}`, one])));
  const newest = events.findLast(({ peer }) => peer.name)?.peer ?? events.at(-1)!.peer;
  return { ...newest, identities: [...all.values()] };
}
function nameOf(peer: Peer): string {
  const phone = numberOf(peer.identities);
  const { kind, value } = phone ?? peer.identities[0]!;
  return phone ? value : peer.username ? `@${peer.username}` : `${kind} ${value.slice(-4)}`;
}

/**
 * The live ticket, as it is; else the one this import made; else a new one in the queue for imported tickets. Where these are to be
 * closed at the end they are closed from the beginning: a customer who writes meanwhile begins a new conversation, which nothing closes.
 */
async function ticketOf(
  tx: Tx,
  line: PastLine,
  contactId: number,
  isGroup: boolean,
  at: Date,
): Promise<{ ticket: tickets.TicketRow; opened: boolean }> {
  for (let tries = 0; tries < 5; tries++) {
    const live = await tickets.lockLive(tx, contactId, line.id);
    if (live) return { ticket: live, opened: false };
    const [closed] = line.close
      ? await tx<{ id: number }[]>`
        select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} and connection_id = ${line.id} and status = 'closed' and imported_at is not null
        order by id desc limit 1`
      : [];
    if (closed) return { ticket: must(await tickets.lock(tx, closed.id), "ERR_CREATING_TICKET"), opened: false };
    const status = line.close ? "closed" : isGroup && !line.groupAsTicket ? "group" : "pending";
    const [made] = await tx<{ id: number }[]>`
      insert into app.tickets (company_id, contact_id, connection_id, channel, status, queue_id, is_group, imported_at, updated_at)
      values (${tx.companyId}, ${contactId}, ${line.id}, ${line.channel}, ${status}, ${line.queueId}, ${isGroup}, now(), ${at})
      on conflict (company_id, contact_id, connection_id) where status <> 'closed' do nothing returning id`;
    if (made) return { ticket: must(await tickets.lock(tx, made.id), "ERR_CREATING_TICKET"), opened: true };
  }
  throw new Error("A ticket came and went five times.");
}

/** The ticket's last message and times, where the old ones are newer than what it has. A live ticket keeps its place in the list. */
async function touch(
  tx: Tx,
  ticketId: number,
  events: readonly MessageEvent[],
  last: { id: number; event: MessageEvent },
): Promise<void> {
  const { event } = last;
  const said = describe(event);
  const at = new Date(event.at);
  const inbound = events.findLast(({ fromMe }) => !fromMe);
  const newer = tx`${at}::timestamptz >= coalesce(last_message_at, '-infinity')`;
  await tx`
    update app.tickets set
      updated_at = case when imported_at is not null and unread = 0 and user_id is null then greatest(updated_at, ${at}) else updated_at end,
      last_message = case when ${newer} then ${summary(said.kind, said.body, said.data)} else last_message end,
      last_message_id = case when ${newer} then ${last.id} else last_message_id end,
      last_from_me = case when ${newer} then ${event.fromMe} else last_from_me end,
      last_ack = case when ${newer} then ${event.fromMe ? 1 : 0} else last_ack end,
      last_message_at = greatest(last_message_at, ${at}),
      last_inbound_at = greatest(last_inbound_at, ${inbound ? new Date(inbound.at) : null}::timestamptz)
    where company_id = ${tx.companyId} and id = ${ticketId}`;
}
