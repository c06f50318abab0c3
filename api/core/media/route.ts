// GET /media/{id}: with the bearer token of somebody who may see it, or with a signed link: of 15 minutes, or longer where a customer or a flow was given it.
import { refuse } from "../../contract/errors.ts";
import { withTenant } from "../../../db/tenant.ts";
import { type Me, readBearer, refuseDue, whoIs } from "../access/auth.ts";
import { lanes } from "../access/rate-limit.ts";
import { fileAt } from "../outside/limited.ts";
import { checkLink } from "./link.ts";
import { inspect, mediaHeaders, mediaPath } from "./media.ts";
import type { Api } from "../http/route.ts";

const ID = /^[0-9a-f]{32}$/;
interface Row {
  mime_type: string;
  file_name: string;
  bytes: number;
  state: string;
  /** The provider's address, for what is not ours. */
  remote: string | null;
  /** Devices of this company keep what they show. */
  mayKeep: boolean;
}

export function mountMedia(http: Api["http"]): void {
  http.get("/media/:id", async (c) => {
    const id = c.req.param("id");
    if (!ID.test(id)) return refuse("ERR_NO_MEDIA_FOUND");
    const query = c.req.query();
    const signed = query.s !== undefined;
    const me = signed ? null : await whoIs(await readBearer(c.req.header("authorization")));
    if (me?.companyExpired) refuse("ERR_SUBSCRIPTION_EXPIRED");
    if (me) refuseDue(me);
    const companyId = me?.companyId ?? checkLink(id, query);
    const row = await find(companyId, id, me);
    if (!row) return refuse("ERR_NO_MEDIA_FOUND");
    if (row.state !== "stored") return refuse("ERR_WAPP_DOWNLOAD_MEDIA");
    return await answerFile(companyId, id, row, c.req.header("range"));
  });
}

/** Each of these files is whole in memory for a moment: so many at a time. */
const REMOTE_AT_ONCE = 4;
const passing = lanes(REMOTE_AT_ONCE);

/**
 * GET /media/remote/{id}: a file that its provider only lets us point at (Instagram's stories and shares). Fetched for whoever may see
 * its message and passed on, typed by its content; neither the server nor the device keeps it, and the provider learns of nobody.
 */
export function mountRemoteMedia(http: Api["http"]): void {
  http.get("/media/remote/:id", async (c) => {
    const id = c.req.param("id");
    if (!ID.test(id)) return refuse("ERR_NO_MEDIA_FOUND");
    const me = await whoIs(await readBearer(c.req.header("authorization")));
    if (me.companyExpired) refuse("ERR_SUBSCRIPTION_EXPIRED");
    refuseDue(me);
    const row = await find(me.companyId, id, me);
    if (row?.state !== "remote" || !row.remote) return refuse("ERR_NO_MEDIA_FOUND");
    const address = row.remote;
    const found = await passing(() => fileAt(address)) ?? refuse("ERR_WAPP_DOWNLOAD_MEDIA");
    const { mimeType } = await inspect(found.bytes, { fileName: row.file_name, mimeType: found.type });
    const headers = mediaHeaders({ ...row, mime_type: mimeType, bytes: found.bytes.length });
    headers.set("cache-control", "no-store");
    return new Response(found.bytes as Uint8Array<ArrayBuffer>, { headers });
  });
}

/**
 * Files of messages follow the tickets' rule, and a file that was passed on is seen in whichever of its tickets; those of colleagues'
 * chats are their members'; other files (pictures of people, of links) are the company's.
 */
function find(companyId: number, id: string, me: Me | null): Promise<Row | undefined> {
  return withTenant({ companyId }, async (tx) => {
    const [row] = await tx<Row[]>`
      select f.mime_type, f.file_name, f.bytes, f.state, f.remote, coalesce((select s.value from app.settings s
        where s.company_id = f.company_id and s.key = 'deviceStorage'), 'enabled') = 'enabled' as "mayKeep"
      from app.media f
      where f.company_id = ${companyId} and f.id = ${id} and (${me === null}
        or not exists (select 1 from app.messages m where m.company_id = f.company_id and m.media_id = f.id)
          and not exists (select 1 from app.chat_messages m where m.company_id = f.company_id and m.media_id = f.id)
        or exists (
        select 1 from app.chat_messages m join app.chat_members x on x.company_id = m.company_id and x.chat_id = m.chat_id
        where m.company_id = f.company_id and m.media_id = f.id and x.user_id = ${me?.id ?? 0})
        or exists (
        select 1 from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
        where m.company_id = f.company_id and m.media_id = f.id and not m.is_deleted
          and app.sees(t.user_id, t.queue_id, t.is_group, t.status, ${me?.profile === "admin"}, ${me?.id ?? 0}, ${
      me?.queueIds ?? []
    }::bigint[], ${me?.allTicket ?? false}, ${me?.allowGroup ?? false}, ${me?.allHistoric ?? false}, ${
      me?.allUserChat ?? false
    })))`;
    return row;
  }, { read: true });
}

interface Described {
  mime_type: string;
  file_name: string;
  bytes: number;
  mayKeep?: boolean;
}
/** The file or the asked part of it, streamed. */
export function answerFile(companyId: number, id: string, row: Described, range?: string): Promise<Response> {
  return answerPath(mediaPath(companyId, id), row, range);
}
/** The same for a file that is no media of the company. */
export async function answerPath(path: string, row: Described, range?: string): Promise<Response> {
  const file = await Deno.open(path).catch(() => null);
  if (!file) return refuse("ERR_NO_MEDIA_FOUND");
  const headers = mediaHeaders(row);
  headers.set("accept-ranges", "bytes");
  const part = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(range ?? "");
  if (!part) return new Response(file.readable, { headers });
  const from = Number(part[1]);
  const to = Math.min(part[2] ? Number(part[2]) : row.bytes - 1, row.bytes - 1);
  if (from > to) {
    file.close();
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${row.bytes}` } });
  }
  await file.seek(from, Deno.SeekMode.Start);
  let left = to - from + 1;
  headers.set("content-range", `bytes ${from}-${to}/${row.bytes}`);
  headers.set("content-length", String(left));
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const piece = chunk.subarray(0, left);
      left -= piece.byteLength;
      controller.enqueue(piece);
      if (left <= 0) controller.terminate();
    },
  });
  return new Response(file.readable.pipeThrough(cut), { status: 206, headers });
}
