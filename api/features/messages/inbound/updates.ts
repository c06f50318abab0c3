// What a provider tells about messages that exist: echoes, acks, watermarks, reactions, edits, deletions. An update that comes
// before its message is parked and applied when the message is stored.
import type {
  EditEvent,
  MessageEvent,
  Peer,
  ReactionEvent,
  RemoveEvent,
  StatusEvent,
  WatermarkEvent,
} from "../../../../channels/sdk/mod.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { InboundLine } from "../../../inbound.ts";
import { emit } from "../../../core/live/emit.ts";
import { happen } from "../../tickets/effects.ts";
import { dropFile } from "../actions/drop-file.ts";
import { react } from "../actions/react.ts";
import { announceMessage, audienceOfTicket, tellTicket } from "../actions/tell.ts";
import { messageChanged } from "../contract.ts";
import { askCard } from "../links/ask.ts";
import { isWith, lockByExternal } from "../provider-ids.ts";
import * as queries from "../queries.ts";
import { isQuoting, linkQuote, type Quoting } from "./quoting.ts";

type Update = StatusEvent | ReactionEvent | EditEvent | RemoveEvent;

/** An echo of our own send, known by our key or by the provider's id: the send is settled. True if it was ours. */
export async function echo(tx: Tx, line: InboundLine, event: MessageEvent): Promise<boolean> {
  const message = (event.key ? await queries.lockByKey(tx, event.key) : undefined) ??
    await lockByExternal(tx, line.id, event.externalId, event.peer);
  if (!message?.fromMe || message.placeholder || message.connectionId !== line.id) return false;
  await settle(tx, message, { externalId: message.externalId ?? event.externalId, ack: 1 });
  const ack = await earlyWatermark(tx, line, message.contactId, event.at);
  if (ack > 1) {
    const settled = await queries.lockByKey(tx, message.key ?? "") ?? message;
    await settle(tx, settled, { externalId: settled.externalId ?? event.externalId, ack });
  }
  return true;
}

/** The provider has it: the message is sent, whatever its row says. Ack only rises. */
export async function settle(
  tx: Tx,
  message: queries.MessageRow,
  with_: { externalId: string; ack: number },
): Promise<void> {
  const ack = Math.max(message.ack, with_.ack);
  if (message.status === "sent" && message.externalId === with_.externalId && ack === message.ack) return;
  await dropForeignEcho(tx, message, with_.externalId);
  // Sent together and carried out in order: what is told is already as the first of them leaves it.
  const alone = meet(tx, message.connectionId, with_.externalId);
  const marked = markSent(tx, message.id, with_.externalId, ack);
  const told = tellAck(tx, message, ack);
  await Promise.all([alone, marked, told]);
  const { connectionId, contactId } = message;
  await applyEarly(tx, { id: connectionId }, { contactId, externalId: with_.externalId });
}

async function markSent(tx: Tx, id: number, externalId: string, ack: number): Promise<void> {
  await tx`
    update app.messages set status = 'sent', error = null, external_id = ${externalId}, ack = ${ack}, sending_since = null, sending_by = null, retry_at = null
    where company_id = ${tx.companyId} and id = ${id}`;
}

/** An echo without our key that came before the answer was stored as somebody else's message: it is this one. */
async function dropForeignEcho(tx: Tx, message: queries.MessageRow, externalId: string): Promise<void> {
  const other = await lockByExternal(tx, message.connectionId, externalId, { contactId: message.contactId });
  if (!other || other.id === message.id) return;
  await tx`delete from app.messages where company_id = ${tx.companyId} and id = ${other.id}`;
  const audience = await audienceOfTicket(tx, other.ticketId);
  emit(tx, messageChanged, audience, { action: "delete", messageId: other.id }, {
    contactId: other.contactId,
  });
}

async function tellAck(tx: Tx, message: Pick<queries.MessageRow, "id" | "ticketId">, ack: number): Promise<void> {
  const [audience, shown, [last]] = await Promise.all([
    audienceOfTicket(tx, message.ticketId),
    queries.shownById(tx, message.id),
    tx`
      update app.tickets set last_ack = ${ack} where company_id = ${tx.companyId} and id = ${message.ticketId} and last_message_id = ${message.id} and last_ack < ${ack} returning 1`,
  ]);
  if (shown) emit(tx, messageChanged, audience, { action: "update", message: shown });
  if (last) await tellTicket(tx, message.ticketId);
}

/** A status by the provider's id or by our key; in any order, ack never goes down, failure wins only below delivered. */
export async function status(tx: Tx, line: InboundLine, event: StatusEvent): Promise<string> {
  const find = async () =>
    event.externalId ? await lockByExternal(tx, line.id, event.externalId, event.peer ?? null) : undefined;
  const message = await find() ?? (event.key ? await queries.lockByKey(tx, event.key) : undefined);
  if (message?.fromMe && message.connectionId === line.id) {
    await applyStatus(tx, message, event);
    return "status";
  }
  // A tick can come while the answer to the send is being written down: neither sees the other, unless they meet.
  if (event.externalId) await meet(tx, line.id, event.externalId);
  const settled = await find();
  if (!settled?.fromMe) return await park(tx, line, event, event.externalId ?? null, event.key ?? null);
  await applyStatus(tx, settled, event);
  return "status";
}
/** A transaction that gives a message its provider id and one that tells something of that id run one after the other. */
function meet(tx: Tx, connectionId: number, externalId: string): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:${connectionId}:${externalId}`}, 11))`;
}
async function applyStatus(tx: Tx, message: queries.MessageRow, event: StatusEvent): Promise<void> {
  if (event.error) {
    if (message.ack >= 2 || message.status === "failed") return;
    await tx`
      update app.messages set status = 'failed', ack = 0, error = ${event.error.reason}, external_id = coalesce(external_id, ${
      event.externalId ?? null
    }), sending_since = null, retry_at = null
      where company_id = ${tx.companyId} and id = ${message.id}`;
    await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
    await happen(tx, "failed", { contactId: message.contactId, reason: event.error.reason });
    return;
  }
  if (message.status === "failed" && (event.ack ?? 0) < 2) return;
  await settle(tx, message, { externalId: message.externalId ?? event.externalId ?? "", ack: event.ack ?? 1 });
}

/** Everything we sent this person until a moment was delivered or read. */
export async function watermark(tx: Tx, line: InboundLine, event: WatermarkEvent): Promise<string> {
  const first = event.peer.identities[0];
  if (!first) return "watermark";
  const rows = await tx<{ id: number; ticket_id: number }[]>`
    update app.messages m set ack = ${event.ack}, status = 'sent' from app.contact_identities i
    where i.company_id = ${tx.companyId} and i.kind = ${first.kind} and i.value = ${first.value}
      and m.company_id = i.company_id and m.contact_id = i.contact_id and m.connection_id = ${line.id}
      and m.from_me and not m.is_private and m.ack < ${event.ack} and m.external_id is not null and m.status <> 'failed' and m.sent_at <= ${new Date(
    event.upTo,
  )}
    returning m.id, m.ticket_id`;
  for (const row of rows) await tellAck(tx, { id: row.id, ticketId: row.ticket_id } as queries.MessageRow, event.ack);
  await parkWatermark(tx, line, event, first);
  return "watermark";
}

const UNTIL = "until:";
/** A message on its way may be among those that were read; only its echo says when the provider took it. */
async function parkWatermark(
  tx: Tx,
  line: InboundLine,
  event: WatermarkEvent,
  who: { kind: string; value: string },
): Promise<void> {
  await tx`
    insert into app.early_updates (company_id, connection_id, external_id, event)
    select ${tx.companyId}, ${line.id}, ${UNTIL} || i.contact_id, ${JSON.stringify(event)}::text::jsonb
    from app.contact_identities i
    where i.company_id = ${tx.companyId} and i.kind = ${who.kind} and i.value = ${who.value}
      and exists (select 1 from app.messages m where m.company_id = i.company_id and m.contact_id = i.contact_id and m.connection_id = ${line.id} and m.status = 'sending')`;
}
/** The highest ack that came by watermark for what the provider took at this time; 0 for none. */
async function earlyWatermark(tx: Tx, line: InboundLine, contactId: number, at: number): Promise<number> {
  const [row] = await tx<{ ack: number }[]>`
    select coalesce(max((event ->> 'ack')::int), 0) as ack from app.early_updates
    where company_id = ${tx.companyId} and connection_id = ${line.id} and external_id = ${UNTIL + contactId}
      and (event ->> 'upTo')::float8 >= ${at}`;
  return row?.ack ?? 0;
}

/** Somebody's reaction counts in their own conversation alone, whatever message it names. */
export async function reaction(tx: Tx, line: InboundLine, event: ReactionEvent): Promise<string> {
  return (await update(tx, line, event)).what;
}
export async function edit(tx: Tx, line: InboundLine, event: EditEvent): Promise<string> {
  return (await update(tx, line, event)).what;
}
/** Deleting a message deletes its parts: `<id>#1`, `<id>#2` … are of the same provider message. */
export async function remove(tx: Tx, line: InboundLine, event: RemoveEvent): Promise<string> {
  const { what, message } = await update(tx, line, event);
  for (let part = 1; message && part <= MAX_PARTS; part++) {
    const next = await lockByExternal(tx, line.id, `${event.targetId}#${part}`, { contactId: message.contactId });
    if (!next) break;
    await applyUpdate(tx, next, event);
  }
  return what;
}
const MAX_PARTS = 30;

/** Carries out what is said of a message of this conversation, or keeps it until the message is here. */
async function update(
  tx: Tx,
  line: InboundLine,
  event: Exclude<Update, StatusEvent>,
): Promise<{ what: string; message?: queries.MessageRow }> {
  const message = await lockByExternal(tx, line.id, event.targetId, event.peer ?? null);
  if (!message) return { what: await park(tx, line, event, event.targetId, null) };
  if (!await mayAct(tx, message, event)) return { what: "refused" };
  await applyUpdate(tx, message, event);
  return { what: event.kind, message };
}
/** Whoever knows a message's id may name it: where nobody has looked yet, it is changed by who wrote it. */
async function mayAct(tx: Tx, message: queries.MessageRow, event: Update): Promise<boolean> {
  const by = "by" in event ? event.by : undefined;
  if (!by) return true;
  if (message.fromMe) return false;
  return !by.sender || await wrote(tx, message.id, by.sender);
}
async function wrote(tx: Tx, id: number, { identities }: Peer): Promise<boolean> {
  const [row] = await tx<{ sender: queries.Sender | null }[]>`
    select sender from app.messages where company_id = ${tx.companyId} and id = ${id}`;
  const names = (row?.sender?.identities ?? []).map(({ kind, value }) => `${kind}:${value}`);
  return identities.some(({ kind, value }) => names.includes(`${kind}:${value}`));
}
async function applyUpdate(tx: Tx, message: queries.MessageRow, event: Update): Promise<void> {
  if (event.kind === "status") return await applyStatus(tx, message, event);
  if (event.kind === "reaction") await react(tx, message.id, event.emoji, event.fromMe);
  if (event.kind === "edit") {
    await tx`update app.messages set body = ${
      event.text.slice(0, 100_000)
    }, is_edited = true, data = data - 'card', card_media_id = null where company_id = ${tx.companyId} and id = ${message.id} and not is_deleted`;
    await tx`update app.tickets set last_message = ${
      event.text.slice(0, 200)
    } where company_id = ${tx.companyId} and id = ${message.ticketId} and last_message_id = ${message.id}`;
  }
  if (event.kind === "remove") {
    await queries.markDeleted(tx, message);
    await dropFile(tx, message.id);
  }
  if (event.kind === "edit") await askCard(tx, message.id, message.kind, event.text);
  await announceMessage(tx, message.id, await audienceOfTicket(tx, message.ticketId), "update");
  if (event.kind !== "reaction") await tellTicket(tx, message.ticketId);
}

/** Keeps an update for a message that is not here yet. */
async function park(
  tx: Tx,
  line: InboundLine,
  event: Update,
  externalId: string | null,
  key: string | null,
): Promise<string> {
  await tx`insert into app.early_updates (company_id, connection_id, external_id, key, event) values (${tx.companyId}, ${line.id}, ${externalId}, ${key}, ${
    JSON.stringify(event)
  }::text::jsonb)`;
  return "parked";
}
/** Applies updates that came before this message; true when there were any. What is said of another conversation's waits for that one. */
export async function applyEarly(
  tx: Tx,
  line: Pick<InboundLine, "id">,
  { contactId, externalId }: { contactId: number; externalId: string },
): Promise<boolean> {
  const rows = await tx<{ id: number; event: Update | Quoting }[]>`
    select id, event from app.early_updates
    where company_id = ${tx.companyId} and connection_id = ${line.id} and external_id = ${externalId} order by id for update`;
  let any = false;
  for (const { id, event } of rows) {
    const message = await lockByExternal(tx, line.id, externalId, { contactId });
    if (isQuoting(event)) {
      if (!message || !await linkQuote(tx, event, message)) continue;
    } else if (event.peer && !await isWith(tx, contactId, event.peer.identities)) continue;
    any = true;
    await tx`delete from app.early_updates where company_id = ${tx.companyId} and id = ${id}`;
    if (message && !isQuoting(event) && await mayAct(tx, message, event)) await applyUpdate(tx, message, event);
  }
  return any;
}
