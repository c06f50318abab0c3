// Files of received messages: fetched from WhatsApp's media host, opened while they stream, and believed only when every hash
// fits. Baileys' own download checks neither seal nor hash.
import { Buffer } from "node:buffer";
import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { WAMessage } from "@whiskeysockets/baileys";
import { z } from "zod";
import { ChannelError, type MediaKind } from "../../sdk/mod.ts";
import { type MediaFields, numberOf, text } from "./content.ts";
import type { Line } from "../wire/line.ts";

const HOST = "mmg.whatsapp.net";
/** A phone that is asked to upload a file again has this long, ms. */
const REUPLOAD_MS = 30_000;
const SEAL_BYTES = 10;
const BLOCK = 16;

const Base64 = z.string().max(200);
const Ref = z.object({
  kind: z.enum(["image", "audio", "voice", "video", "document", "sticker"]),
  url: z.string().max(2000).optional(),
  path: z.string().max(2000).optional(),
  key: Base64,
  hash: Base64.optional(),
  bytes: z.number().optional(),
  type: z.string().max(200).optional(),
  message: z.object({
    remoteJid: z.string().max(100),
    id: z.string().max(200),
    fromMe: z.boolean(),
    participant: z.string().max(100).optional(),
  }),
});
type Ref = z.infer<typeof Ref>;

const purposes: Record<MediaKind, string> = {
  image: "WhatsApp Image Keys",
  sticker: "WhatsApp Image Keys",
  video: "WhatsApp Video Keys",
  audio: "WhatsApp Audio Keys",
  voice: "WhatsApp Audio Keys",
  document: "WhatsApp Document Keys",
};
const fields = {
  image: "imageMessage",
  sticker: "stickerMessage",
  video: "videoMessage",
  audio: "audioMessage",
  voice: "audioMessage",
  document: "documentMessage",
} as const;

/** Everything needed to fetch a file later, as one line of text. */
export function mediaRef(key: WAMessage["key"], kind: MediaKind, file: MediaFields): string {
  const base64 = (bytes: Uint8Array | null | undefined) =>
    bytes?.length ? Buffer.from(bytes).toString("base64") : undefined;
  const ref: Ref = {
    kind,
    url: text(file.url) || undefined,
    path: text(file.directPath) || undefined,
    key: base64(file.mediaKey) ?? "",
    hash: base64(file.fileSha256),
    bytes: numberOf(file.fileLength) || undefined,
    type: text(file.mimetype).slice(0, 200) || undefined,
    message: {
      remoteJid: text(key.remoteJid),
      id: text(key.id),
      fromMe: key.fromMe === true,
      participant: text(key.participant) || undefined,
    },
  };
  return JSON.stringify(ref);
}

/**
 * Opens a file. The stream errors at its end where the file is not the one that was sent, so nothing of it may be used before.
 * Throws ChannelError: `rejected` for what will never be had, `unreachable` for what may be had later.
 */
export async function openMedia(
  line: Pick<Line, "host" | "socket">,
  given: string,
): Promise<{ mimeType: string; body: ReadableStream<Uint8Array> }> {
  const ref = readRef(given);
  let response = await get(line, ref);
  if (response.status === 404 || response.status === 410) {
    await response.body?.cancel();
    response = await get(line, await uploadedAgain(line, ref));
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    const gone = response.status >= 400 && response.status < 500 && response.status !== 429 && response.status !== 408;
    throw gone ? refused(`media host: ${response.status}`) : unreachable(`media host: ${response.status}`);
  }
  const mimeType = ref.type || "application/octet-stream";
  return { mimeType, body: response.body.pipeThrough(opening(ref)) };
}

function readRef(given: string): Ref {
  try {
    return Ref.parse(JSON.parse(given));
  } catch {
    throw refused("unknown media");
  }
}

async function get({ host }: Pick<Line, "host">, ref: Ref): Promise<Response> {
  const local = isLoopback(host.env.WHATSAPP_SOCKET_URL);
  const address = addressOf(ref, local);
  try {
    // The guarded fetch refuses this computer's own addresses; beside a server of this computer they are the right ones.
    const ask = local && isLoopback(address) ? fetch : host.fetch;
    return await ask(address, {
      headers: { Origin: "https://web.whatsapp.com" },
      redirect: "error",
      signal: host.signal,
    });
  } catch (error) {
    throw unreachable(error instanceof Error ? error.message : "media host");
  }
}

/** The sender names the place: only WhatsApp's own hosts are believed, any other name is replaced by theirs. */
function addressOf({ url, path }: Ref, local: boolean): string {
  const given = URL.canParse(url ?? "") ? new URL(url!) : undefined;
  const trusted = given?.protocol === "https:" && !given.username && !given.password &&
    (local ? isLoopback(given.href) || isTheirs(given) : isTheirs(given));
  if (trusted && !path) return given.href;
  const wanted = path ?? (given ? given.pathname + given.search : "");
  if (!wanted.startsWith("/") || wanted.startsWith("//")) throw refused("no address");
  return `https://${trusted ? given.host : HOST}${wanted}`;
}
const isTheirs = ({ hostname, port }: URL) => /(^|\.)whatsapp\.net$/.test(hostname) && port === "";
function isLoopback(url: string | undefined): boolean {
  if (!url || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Asks the phone, once, to upload a file anew that the media host no longer has. */
async function uploadedAgain({ host, socket }: Pick<Line, "host" | "socket">, ref: Ref): Promise<Ref> {
  const file = { mediaKey: Buffer.from(ref.key, "base64"), directPath: ref.path, url: ref.url };
  const message = { key: ref.message, message: { [fields[ref.kind]]: file } } as WAMessage;
  const waiting = new AbortController();
  const late = host.clock.sleep(REUPLOAD_MS, AbortSignal.any([waiting.signal, host.signal])).then(
    () => undefined,
    () => undefined,
  );
  try {
    const asked = socket.updateMediaMessage(message);
    // An answer after the time is nobody's any more.
    asked.catch(() => {});
    const answer = await Promise.race([asked, late]);
    const fresh = answer?.message?.[fields[ref.kind]];
    if (!fresh?.directPath) throw refused("the phone no longer has the file");
    return { ...ref, path: fresh.directPath, url: fresh.url ?? ref.url };
  } catch (error) {
    throw error instanceof ChannelError ? error : refused("the phone no longer has the file");
  } finally {
    waiting.abort();
  }
}

/** Opens AES-256-CBC, keeping back the seal at the end; checks seal, length and hash before it ends well. */
function opening(ref: Ref): TransformStream<Uint8Array, Uint8Array> {
  const keys = Buffer.from(
    hkdfSync("sha256", Buffer.from(ref.key, "base64"), Buffer.alloc(32), purposes[ref.kind], 112),
  );
  const iv = keys.subarray(0, 16);
  const cipher = createDecipheriv("aes-256-cbc", keys.subarray(16, 48), iv);
  const seal = createHmac("sha256", keys.subarray(48, 80)).update(iv);
  const hash = createHash("sha256");
  const most = ref.bytes === undefined ? Infinity : ref.bytes + BLOCK + SEAL_BYTES;
  let kept: Uint8Array = new Uint8Array();
  let [taken, given] = [0, 0];
  const give = (plain: Buffer, controller: TransformStreamDefaultController<Uint8Array>) => {
    hash.update(plain);
    given += plain.length;
    if (plain.length > 0) controller.enqueue(new Uint8Array(plain));
  };
  return new TransformStream({
    transform(chunk, controller) {
      taken += chunk.length;
      if (taken > most) throw refused("longer than the message says");
      const all = Buffer.concat([kept, chunk]);
      const end = Math.max(0, all.length - SEAL_BYTES);
      kept = all.subarray(end);
      seal.update(all.subarray(0, end));
      give(cipher.update(all.subarray(0, end)), controller);
    },
    flush(controller) {
      const expected = seal.digest().subarray(0, SEAL_BYTES);
      if (kept.length !== SEAL_BYTES || !timingSafeEqual(expected, kept)) throw refused("the seal is broken");
      give(last(cipher), controller);
      if (ref.bytes !== undefined && given !== ref.bytes) throw refused("another length");
      const digest = hash.digest("base64");
      if (ref.hash !== undefined && digest !== ref.hash) throw refused("another file");
    },
  });
}
function last(cipher: ReturnType<typeof createDecipheriv>): Buffer {
  try {
    return cipher.final();
  } catch {
    throw refused("the seal is broken");
  }
}

const refused = (detail: string) => new ChannelError("rejected", { reason: "ERR_MEDIA_REFUSED", detail });
const unreachable = (detail: string) => new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE", detail });
