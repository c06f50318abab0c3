// Rows of old messages, set-wise: read already, at the provider's time, one row per provider message for ever.
import type { MediaRef, MessageEvent } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import { newMediaId } from "../../core/media/media.ts";
import { applyEarly } from "../../features/messages/inbound/updates.ts";
import { describe } from "../../features/messages/inbound/said.ts";
import type { TicketRow } from "../../features/tickets/queries.ts";
import type { InboundLine } from "../../inbound.ts";
import { storable } from "./past.ts";

/** A provider's link to a file dies after some days; older ones are not asked for unless a person wants them. */
const FILES_OF_DAYS = 14;

interface Kept {
  event: MessageEvent;
  media: MediaRef | undefined;
  mediaId: string | null;
  row: Record<string, unknown>;
}

/** Stores what is not there yet; answers the newest that was, or null. */
export async function storePast(
  tx: Tx,
  line: InboundLine,
  ticket: TicketRow,
  events: readonly MessageEvent[],
): Promise<{ id: number; event: MessageEvent } | null> {
  const all = events.map(rowOf);
  await keepFiles(tx, all);
  const made = await tx<{ id: number; externalId: string }[]>`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, external_id, from_me, by_hand, kind, body, media_id, data, ack, is_forwarded, read,
      sent_at, sender)
    select ${tx.companyId}, ${ticket.id}, ${ticket.contactId}, ${line.id}, ${ticket.queueId}, x.external_id, x.from_me, x.from_me, x.kind, x.body, x.media_id, x.data,
      case when x.from_me then 1 else 0 end, x.forwarded, true, x.sent_at, x.sender
    from jsonb_to_recordset(${storable(all.map(({ row }) => row))}::text::jsonb)
      as x (place int, external_id text, from_me boolean, kind text, body text, media_id text, data jsonb, forwarded boolean, sent_at timestamptz, sender jsonb)
    order by x.place on conflict do nothing returning id, external_id as "externalId"`;
  const ids = new Map(made.map(({ id, externalId }) => [externalId, id]));
  await askForFiles(tx, line, all, ids);
  await quote(tx, line, events, ids);
  await applyWaiting(tx, line, ticket.contactId, ids);
  const last = events.findLast(({ externalId }) => ids.has(externalId));
  return last ? { id: ids.get(last.externalId)!, event: last } : null;
}

function rowOf(event: MessageEvent, place: number): Kept {
  const said = describe(event);
  const { media } = said;
  const mediaId = media ? newMediaId() : null;
  const sender = event.sender ? { name: event.sender.name, identities: event.sender.identities } : null;
  const row = {
    place,
    external_id: event.externalId,
    from_me: event.fromMe,
    kind: said.kind,
    body: said.body.slice(0, 100_000),
    media_id: mediaId,
    data: said.data,
    forwarded: event.forwarded ?? false,
    sent_at: new Date(event.at),
    sender,
  };
  return { event, media, mediaId, row };
}
const isFresh = (event: MessageEvent) => event.at > Date.now() - FILES_OF_DAYS * 864e5;

async function keepFiles(tx: Tx, all: readonly Kept[]): Promise<void> {
  const rows = all.flatMap(({ event, media, mediaId }) =>
    media
      ? [{
        id: mediaId,
        state: !media.keep ? "remote" : isFresh(event) ? "pending" : "failed",
        kind: media.kind,
        mime_type: media.mimeType ?? "application/octet-stream",
        file_name: media.fileName ?? "",
        bytes: media.bytes ?? 0,
        remote: media.ref,
      }]
      : []
  );
  if (!rows.length) return;
  await tx`
    insert into app.media (company_id, id, state, kind, mime_type, file_name, bytes, remote, failure)
    select ${tx.companyId}, x.id, x.state, x.kind, x.mime_type, x.file_name, x.bytes, x.remote, case when x.state = 'failed' then 'ERR_WAPP_DOWNLOAD_MEDIA' end
    from jsonb_to_recordset(${
    storable(rows)
  }::text::jsonb) as x (id text, state text, kind text, mime_type text, file_name text, bytes bigint, remote text)`;
}
/** Due when the import has ended; `past` keeps them behind the files of new messages. */
async function askForFiles(
  tx: Tx,
  line: InboundLine,
  all: readonly Kept[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = all.flatMap(({ event, media, mediaId }) => {
    const messageId = ids.get(event.externalId);
    if (!media?.keep || !messageId || !isFresh(event)) return [];
    const past = new Date(event.at).toISOString();
    return [{ messageId, mediaId, ref: media.ref, fileName: media.fileName ?? "", kind: media.kind, past }];
  });
  if (!rows.length) return;
  await tx`
    insert into app.channel_requests (company_id, connection_id, kind, payload, due_at)
    select ${tx.companyId}, ${line.id}, 'media', x, 'infinity' from jsonb_array_elements(${
    storable(rows)
  }::text::jsonb) x`;
}

async function quote(
  tx: Tx,
  line: InboundLine,
  events: readonly MessageEvent[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = events.flatMap(({ externalId, quotedId }) =>
    quotedId && ids.has(externalId) ? [{ id: ids.get(externalId), quoted: quotedId }] : []
  );
  if (!rows.length) return;
  await tx`
    update app.messages m set quoted_id = q.id
    from jsonb_to_recordset(${storable(rows)}::text::jsonb) as x (id bigint, quoted text), app.messages q
    where q.company_id = ${tx.companyId} and q.connection_id = ${line.id} and q.external_id = x.quoted and q.contact_id = m.contact_id
      and m.company_id = ${tx.companyId} and m.id = x.id`;
}

/** A reaction or an edit that came before its message. */
async function applyWaiting(
  tx: Tx,
  line: InboundLine,
  contactId: number,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = await tx<{ externalId: string }[]>`
    select distinct external_id as "externalId" from app.early_updates
    where company_id = ${tx.companyId} and connection_id = ${line.id} and external_id = any (${[...ids.keys()]})`;
  for (const { externalId } of rows) await applyEarly(tx, line, { contactId, externalId });
}
