// What a session is asked besides sending: files to fetch, edits, deletions, reactions, reading, profiles. Rows, tried again with
// growing pauses; a file that cannot be had is marked failed and can be asked for anew.
import { ChannelError, type Connection } from "../../channels/sdk/mod.ts";
import { platform, withTenant } from "../../db/tenant.ts";
import { MAX_UPLOAD_BYTES } from "../contract/limits.ts";
import { emit } from "../core/emit.ts";
import { log } from "../core/log.ts";
import { inspect, writeFile } from "../core/media.ts";
import { audienceOfTicket, tell, tellTicket } from "../features/messages/actions.ts";
import { contactChanged } from "../features/contacts/contract.ts";
import { contactById } from "../features/contacts/actions.ts";
import { loadPeer } from "./outbound-row.ts";
import type { Line } from "./outbound.ts";

interface Request {
  id: number;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
}
const MAX_ATTEMPTS = 6;
const MAX_FILE_BYTES = MAX_UPLOAD_BYTES * 4;

/** Does what is due for one connection. Returns whether there was anything. */
export async function serveRequests(line: Line): Promise<boolean> {
  const rows = await platform()<Request[]>`
    update app.channel_requests r set attempts = attempts + 1, due_at = now() + make_interval(secs => least(300, 10 * power(2, attempts)))
    where company_id = ${line.companyId} and id in (
      select id from app.channel_requests where company_id = ${line.companyId} and connection_id = ${line.connectionId} and due_at <= now() order by id limit 10 for update skip locked)
    returning id, kind, payload, attempts`;
  for (const row of rows.sort((a, b) => a.id - b.id)) await serve(line, row);
  return rows.length > 0;
}

async function serve(line: Line, request: Request): Promise<void> {
  try {
    await work(line, request);
    await drop(line, request);
  } catch (error) {
    const final = error instanceof ChannelError && (error.code === "rejected" || error.code === "window-closed");
    if (!final && request.attempts < MAX_ATTEMPTS) return;
    log.warn("a channel could not do what was asked", { channel: line.manifest.id, kind: request.kind, error });
    if (request.kind === "media") await failMedia(line, request);
    await drop(line, request);
  }
}
async function drop(line: Line, request: Request): Promise<void> {
  await platform()`delete from app.channel_requests where company_id = ${line.companyId} and id = ${request.id}`;
}

async function work(line: Line, { kind, payload }: Request): Promise<void> {
  const { connection } = line;
  if (kind === "media") return await fetchMedia(line, payload);
  if (kind === "lookup") return await lookUp(line, Number(payload.contactId));
  if (kind === "read") {
    if (!connection.markRead) return;
    return await connection.markRead(await peerOf(line, Number(payload.contactId)), String(payload.externalId));
  }
  const [message] = await platform()<{ contact_id: number; external_id: string | null; body: string }[]>`
    select contact_id, external_id, body from app.messages where company_id = ${line.companyId} and id = ${
    Number(payload.messageId)
  }`;
  if (!message?.external_id) return;
  await operate(connection, kind, await peerOf(line, message.contact_id), message.external_id, message.body, payload);
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
function peerOf(line: Line, contactId: number) {
  return withTenant({ companyId: line.companyId }, (tx) => loadPeer(tx, contactId), { read: true });
}

/** Downloads a customer's file while its address still works, and keeps it as what its content is. */
async function fetchMedia(line: Line, payload: Record<string, unknown>): Promise<void> {
  const { companyId } = line;
  const mediaId = String(payload.mediaId);
  const { mimeType, body } = await line.connection.media(String(payload.ref));
  const bytes = await readLimited(body, MAX_FILE_BYTES);
  const facts = await inspect(bytes, { fileName: String(payload.fileName ?? ""), mimeType });
  await writeFile(companyId, mediaId, bytes);
  await withTenant({ companyId }, async (tx) => {
    await tx`
      update app.media set state = 'stored', mime_type = ${facts.mimeType}, bytes = ${facts.bytes}, width = ${facts.width}, height = ${facts.height},
        file_name = case when file_name = '' then ${nameFor(facts.mimeType)} else file_name end, failure = null
      where company_id = ${companyId} and id = ${mediaId}`;
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
async function failMedia(line: Line, { payload }: Request): Promise<void> {
  await withTenant({ companyId: line.companyId }, async (tx) => {
    await tx`update app.media set state = 'failed', failure = 'ERR_WAPP_DOWNLOAD_MEDIA' where company_id = ${line.companyId} and id = ${
      String(payload.mediaId)
    } and state = 'pending'`;
    await tellMessage(tx, Number(payload.messageId));
  });
}
async function tellMessage(tx: Parameters<typeof tell>[0], id: number): Promise<void> {
  const [row] = await tx<
    { ticket_id: number }[]
  >`select ticket_id from app.messages where company_id = ${tx.companyId} and id = ${id}`;
  if (row) await tell(tx, id, await audienceOfTicket(tx, row.ticket_id), "update");
}

/** A profile's name and picture, unless a person named the contact. */
async function lookUp(line: Line, contactId: number): Promise<void> {
  if (!line.connection.lookup) return;
  const profile = await line.connection.lookup(await peerOf(line, contactId));
  if (!profile) return;
  const name = profile.name?.trim() || (profile.username ? `@${profile.username}` : "");
  await withTenant({ companyId: line.companyId }, async (tx) => {
    await tx`
      update app.contacts set name = case when named_by_hand or ${name} = '' then name else ${
      name.slice(0, 250)
    } end, picture_url = coalesce(${profile.pictureUrl ?? null}, picture_url), updated_at = now()
      where company_id = ${line.companyId} and id = ${contactId}`;
    const contact = await contactById(tx, contactId);
    if (contact) emit(tx, contactChanged, { to: ["company"] }, { action: "update", contact });
    for (
      const row of await tx<
        { id: number }[]
      >`select id from app.tickets where company_id = ${line.companyId} and contact_id = ${contactId} and status <> 'closed'`
    ) await tellTicket(tx, row.id);
  });
}
