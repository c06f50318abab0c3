// What a session is asked besides sending: files to fetch, edits, deletions, reactions, reading, profiles. Rows, tried again with
// growing pauses; a file that cannot be had is marked failed and can be asked for anew.
import { ChannelError, type Connection } from "../../../channels/sdk/mod.ts";
import { platform, withTenant } from "../../../db/tenant.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { emit } from "../../core/live/emit.ts";
import { cleaned } from "../../core/outside/clean.ts";
import { log } from "../../core/log.ts";
import { takeRoom } from "../../core/media/disk.ts";
import { inspect, removeFiles, writeFile } from "../../core/media/media.ts";
import { previewOf } from "../../core/media/preview.ts";
import { dropFile } from "../../features/messages/actions/drop-file.ts";
import { deedRefused } from "../../features/messages/actions/react.ts";
import { announceMessage, audienceOfTicket, tellTicket } from "../../features/messages/actions/tell.ts";
import { contactChanged } from "../../features/contacts/contract.ts";
import { askPicture, contactById } from "../../features/contacts/actions.ts";
import { loadPeer } from "../outbound/row.ts";
import type { OpenLine } from "../outbound/outbound.ts";

interface Request {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  ageS: number;
}
const MAX_ATTEMPTS = 6;
/** What still makes sense when the line is back: it waits for it as messages do, a day at most. */
const WAITS = new Set(["edit", "remove", "react", "read", "media", "lookup"]);
const WAIT_S = 24 * 3600;
const DOWN_S = 60;
const LINK_FRESH_MS = 120_000;
const CALL_FRESH_MS = 60_000;
const MAX_FILE_BYTES = MAX_UPLOAD_BYTES * 4;

/** Does what is due for one connection. Returns whether there was anything. Files of old messages come when nothing else waits. */
export async function serveRequests(line: OpenLine): Promise<boolean> {
  const live = await claimRequests(line, false, 10);
  const rows = live.length ? live : await claimRequests(line, true, 1);
  for (const row of rows.sort((a, b) => a.id - b.id)) if (line.held()) await serve(line, row);
  return rows.length > 0;
}
async function claimRequests(line: OpenLine, past: boolean, limit: number): Promise<Request[]> {
  return await platform()<Request[]>`
    update app.channel_requests r set attempts = attempts + 1, due_at = now() + make_interval(secs => least(300, 10 * power(2, attempts)))
    where company_id = ${line.companyId} and id in (
      select id from app.channel_requests where company_id = ${line.companyId} and connection_id = ${line.connectionId} and due_at <= now() and answer_by is null
        and jsonb_exists(payload, 'past') = ${past} order by id limit ${limit} for update skip locked)
    returning id, kind, payload, attempts, extract(epoch from now() - created_at)::float8 as "ageS"`;
}

async function serve(line: OpenLine, request: Request): Promise<void> {
  try {
    await work(line, request);
    await drop(line, request);
  } catch (error) {
    if (isDown(error) && WAITS.has(request.kind) && request.ageS < WAIT_S) return await putOff(line, request);
    const final = error instanceof ChannelError && (error.code === "rejected" || error.code === "window-closed");
    if (!final && request.attempts < MAX_ATTEMPTS) return;
    log.warn("a channel could not do what was asked", { channel: line.manifest.id, kind: request.kind, error });
    if (request.kind === "media") await failMedia(line, request.payload, "ERR_WAPP_DOWNLOAD_MEDIA");
    if (isDeed(request.kind)) await failDeed(line, request.kind, request, error);
    await drop(line, request);
  }
}
const deeds = ["edit", "remove", "react"] as const;
type Deed = typeof deeds[number];
const isDeed = (kind: string): kind is Deed => deeds.some((deed) => deed === kind);
async function failDeed({ companyId }: OpenLine, deed: Deed, { payload }: Request, error: unknown): Promise<void> {
  const code = error instanceof ChannelError ? error.reason : "ERR_PROVIDER_UNREACHABLE";
  await withTenant({ companyId }, (tx) => deedRefused(tx, Number(payload.messageId), { deed, code }));
}
/** There is no line, as opposed to one that does not accept us. */
function isDown(error: unknown): boolean {
  return error instanceof ChannelError && error.code === "not-connected" && error.reason === "ERR_WAPP_NOT_INITIALIZED";
}
/** A message that never left was no attempt. */
async function putOff(line: OpenLine, { id }: Request): Promise<void> {
  await platform()`
    update app.channel_requests set attempts = attempts - 1, due_at = now() + make_interval(secs => ${DOWN_S})
    where company_id = ${line.companyId} and id = ${id}`;
}
async function drop(line: OpenLine, request: Request): Promise<void> {
  await platform()`delete from app.channel_requests where company_id = ${line.companyId} and id = ${request.id}`;
}

async function work(line: OpenLine, { kind, payload }: Request): Promise<void> {
  const { connection } = line;
  if (kind === "media") return await fetchMedia(line, payload);
  if (kind === "link") {
    // The person who asked looks at the screen now; a code nobody waits for would end a link that works.
    if (Date.now() - Number(payload.askedAt) > LINK_FRESH_MS) return;
    return await connection.link?.({ number: payload.number as string | undefined });
  }
  if (kind === "refuseCall") {
    // A phone rings for less than a minute: refusing later would only end another call.
    if (Date.now() - Number(payload.askedAt) > CALL_FRESH_MS) return;
    return await connection.refuseCall?.(await peerOf(line, Number(payload.contactId)), String(payload.externalId));
  }
  if (kind === "lookup") return await lookUp(line, Number(payload.contactId));
  if (kind === "read") {
    if (!connection.markRead) return;
    return await connection.markRead(await peerOf(line, Number(payload.contactId)), String(payload.externalId));
  }
  const [message] = await platform()<
    { contact_id: number; external_id: string | null; body: string; status: string }[]
  >`
    select contact_id, external_id, body, status from app.messages where company_id = ${line.companyId} and id = ${
    Number(payload.messageId)
  }`;
  if (message?.status === "sending" || message?.status === "uncertain") {
    throw new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE", detail: "not sent yet" });
  }
  if (!message?.external_id) return;
  await operate(connection, kind, await peerOf(line, message.contact_id), message.external_id, message.body, payload);
  if (kind === "remove") {
    await withTenant({ companyId: line.companyId }, (tx) => dropFile(tx, Number(payload.messageId)));
  }
}

async function operate(
  connection: Connection,
  kind: string,
  peer: Awaited<ReturnType<typeof peerOf>>,
  externalId: string,
  body: string,
  payload: Record<string, unknown>,
): Promise<void> {
  if (kind === "edit") await connection.edit?.(peer, externalId, body);
  if (kind === "remove") await connection.remove?.(peer, externalId);
  if (kind === "react") await connection.react?.(peer, externalId, payload.emoji as string | null);
}
function peerOf({ companyId, connectionId }: OpenLine, contactId: number) {
  return withTenant({ companyId }, (tx) => loadPeer(tx, contactId, connectionId), { read: true });
}

/** Downloads a customer's file while its address still works, and keeps it as what its content is. */
async function fetchMedia(line: OpenLine, payload: Record<string, unknown>): Promise<void> {
  const { companyId } = line;
  const mediaId = String(payload.mediaId);
  const { mimeType, body } = await line.connection.media(String(payload.ref));
  const bytes = await readLimited(body, MAX_FILE_BYTES);
  const facts = await inspect(bytes, { fileName: String(payload.fileName ?? ""), mimeType });
  const preview = await previewOf(bytes, facts);
  // A picture that may not be shown is offered as the file it is.
  const plain = facts.kind === "document";
  if (!await withTenant({ companyId }, (tx) => takeRoom(tx, bytes.length), { read: true })) {
    return await failMedia(line, payload, "ERR_DISK_FULL");
  }
  await writeFile(companyId, mediaId, bytes);
  await withTenant({ companyId }, async (tx) => {
    const [kept] = await tx`
      update app.media set state = 'stored', kind = case when ${plain} and kind in ('image', 'sticker') then 'document' else kind end, mime_type = ${facts.mimeType}, bytes = ${facts.bytes}, width = ${facts.width}, height = ${facts.height}, preview = ${preview},
        file_name = case when file_name = '' then ${nameFor(facts.mimeType)} else file_name end, failure = null
      where company_id = ${companyId} and id = ${mediaId} returning 1`;
    // Its message was deleted meanwhile.
    if (!kept) return await removeFiles(companyId, [mediaId]);
    if (plain) {
      await tx`
        update app.messages set kind = 'application', data = data - 'sticker'
        where company_id = ${companyId} and media_id = ${mediaId} and kind = 'image'`;
    }
    await tellMessage(tx, Number(payload.messageId));
  });
}
function nameFor(mimeType: string): string {
  return `file.${(mimeType.split("/")[1] ?? "bin").split(/[+;]/)[0]}`;
}
async function readLimited(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new ChannelError("rejected", { reason: "ERR_MEDIA_REFUSED" });
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
async function failMedia(line: OpenLine, payload: Record<string, unknown>, why: ErrorCode): Promise<void> {
  await withTenant({ companyId: line.companyId }, async (tx) => {
    await tx`update app.media set state = 'failed', failure = ${why} where company_id = ${line.companyId} and id = ${
      String(payload.mediaId)
    } and state = 'pending'`;
    await tellMessage(tx, Number(payload.messageId));
  });
}
async function tellMessage(tx: Parameters<typeof announceMessage>[0], id: number): Promise<void> {
  const [row] = await tx<
    { ticket_id: number }[]
  >`select ticket_id from app.messages where company_id = ${tx.companyId} and id = ${id}`;
  if (row) await announceMessage(tx, id, await audienceOfTicket(tx, row.ticket_id), "update");
}

/** A profile's name and picture, unless a person named the contact. */
async function lookUp(line: OpenLine, contactId: number): Promise<void> {
  if (!line.connection.lookup) return;
  const profile = cleaned(await line.connection.lookup(await peerOf(line, contactId)));
  if (!profile) return;
  const name = profile.name?.trim() || (profile.username ? `@${profile.username}` : "");
  await withTenant({ companyId: line.companyId }, async (tx) => {
    await tx`
      update app.contacts set name = case when named_by_hand or ${name} = '' then name else ${
      name.slice(0, 250)
    } end, picture_url = coalesce(${profile.pictureUrl ?? null}, picture_url), updated_at = now()
      where company_id = ${line.companyId} and id = ${contactId}`;
    if (profile.pictureUrl) await askPicture(tx, contactId, profile.pictureUrl);
    const contact = await contactById(tx, contactId);
    if (contact) emit(tx, contactChanged, { to: ["company"] }, { action: "update", contact });
    for (
      const row of await tx<
        { id: number }[]
      >`select id from app.tickets where company_id = ${line.companyId} and contact_id = ${contactId} and status <> 'closed'`
    ) await tellTicket(tx, row.id);
  });
}
