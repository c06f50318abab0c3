// A row of the outbox as the channel wants it: who it goes to, what it says, what it quotes.
import type { Identity, MediaKind, OutboundMessage, Peer } from "../../../channels/sdk/mod.ts";
import { PHONE } from "../../../channels/sdk/phone.ts";
import type { Tx } from "../../../db/tenant.ts";
import { mediaPath } from "../../core/media/media.ts";

export interface OutboundRow {
  id: number;
  attempts: number;
  /** Since it was first tried, without the time for which it was held back, s. */
  ageS: number;
  message: OutboundMessage;
}
interface Loaded {
  id: number;
  key: string | null;
  body: string;
  kind: string;
  data: Record<string, unknown> | null;
  attempts: number;
  ageS: number;
  byHand: boolean;
  lastInboundAt: Date | null;
  contactId: number;
  connectionId: number;
  quoted: { externalId: string; fromMe: boolean; text: string; sender: Peer | null } | null;
  original: { externalId: string; contactId: number } | null;
  file: { id: string; kind: MediaKind; mimeType: string; fileName: string; bytes: number } | null;
}

/** Loads a message to send. Its key is made now if it had none (automatic texts of older versions). */
export async function loadOutbound(tx: Tx, id: number): Promise<OutboundRow> {
  // What a message forwards is worked out before the join: row security lets no cast of JSON reach an index, and all of the
  // connection's messages would be read.
  const [row] = await tx<Loaded[]>`
    select m.id, m.key, m.body, m.kind, m.data, m.attempts, extract(epoch from now() - m.tried_since)::float8 as "ageS", m.by_hand as "byHand", m.contact_id as "contactId", m.connection_id as "connectionId",
      t.last_inbound_at as "lastInboundAt",
      case when o.external_id is not null then jsonb_build_object('externalId', o.external_id, 'fromMe', o.from_me,
        'text', case when o.is_deleted or coalesce(o.data ? 'transcribed', false) then '' else left(o.body, 1000) end, 'sender', o.sender) end as quoted,
      case when g.external_id is not null then jsonb_build_object('externalId', g.external_id, 'contactId', g.contact_id) end as original,
      case when f.id is not null then jsonb_build_object('id', f.id, 'kind', f.kind, 'mimeType', f.mime_type, 'fileName', f.file_name, 'bytes', f.bytes) end as file
    from (
      select *, case when jsonb_typeof(data -> 'forwardOf') = 'number' then (data -> 'forwardOf')::bigint end as forward_of
      from app.messages where company_id = ${tx.companyId} and id = ${id} offset 0) m
    join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    left join app.messages o on o.company_id = m.company_id and o.id = m.quoted_id
    left join app.messages g on g.company_id = m.company_id and g.id = m.forward_of and g.connection_id = m.connection_id
    left join app.media f on f.company_id = m.company_id and f.id = m.media_id`;
  const loaded = row!;
  const { kind, data, original } = loaded;
  const contacts = kind === "contactMessage" ? data?.contacts as OutboundMessage["contacts"] : undefined;
  const location = kind === "locationMessage" ? placeOf(data) : undefined;
  return {
    id,
    attempts: loaded.attempts,
    ageS: loaded.ageS,
    message: {
      key: loaded.key ?? `m${tx.companyId}-${id}`,
      to: await loadPeer(tx, loaded.contactId, loaded.connectionId),
      text: contacts || location ? undefined : loaded.body || undefined,
      media: loaded.file ? fileOf(tx.companyId, loaded.file, data) : undefined,
      location,
      contacts,
      quoted: loaded.quoted ? { ...loaded.quoted, sender: loaded.quoted.sender ?? undefined } : undefined,
      forwardOf: original
        ? { externalId: original.externalId, from: await loadPeer(tx, original.contactId, loaded.connectionId) }
        : undefined,
      template: data?.template as OutboundMessage["template"],
      human: loaded.byHand,
      lastInboundAt: loaded.lastInboundAt?.getTime(),
    },
  };
}

function placeOf(data: Record<string, unknown> | null): OutboundMessage["location"] {
  const { latitude, longitude, name, address } = data ?? {};
  if (typeof latitude !== "number" || typeof longitude !== "number") return undefined;
  const text = (value: unknown) => typeof value === "string" && value !== "" ? value : undefined;
  return { latitude, longitude, name: text(name), address: text(address) };
}

function fileOf(
  companyId: number,
  file: NonNullable<Loaded["file"]>,
  data: Record<string, unknown> | null,
): OutboundMessage["media"] {
  const { seconds, waveform } = data ?? {};
  const voice = typeof seconds === "number" && Array.isArray(waveform) ? { seconds, waveform } : undefined;
  const kind = data?.voice ? "voice" : data?.asDocument ? "document" : file.kind;
  return {
    ...file,
    kind,
    voice,
    open: async () => new Blob([await Deno.readFile(mediaPath(companyId, file.id))], { type: file.mimeType }),
  };
}

/**
 * A contact as a connection's channel knows it: all identities, those without a phone first where the channel has its own. Of several of
 * one kind the one first that this connection met, and the one heard last of those.
 */
export async function loadPeer(tx: Tx, contactId: number, connectionId: number): Promise<Peer> {
  const rows = await tx<(Identity & { username: string | null })[]>`
    select kind, value, coalesce(address, value) as address, username from app.contact_identities where company_id = ${tx.companyId} and contact_id = ${contactId}
      order by kind = ${PHONE}, kind, connection_id = ${connectionId} desc nulls last, heard_at desc nulls last, value`;
  const [contact] = await tx<
    { name: string }[]
  >`select name from app.contacts where company_id = ${tx.companyId} and id = ${contactId}`;
  return {
    identities: rows.map(({ kind, value, address }) => ({ kind, value, address })),
    name: contact?.name,
    username: rows.find((r) => r.username)?.username ?? undefined,
  };
}
