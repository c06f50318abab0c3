// A message of ours as WhatsApp's clients write it. Files go up here; nothing else is sent yet.
import { Readable } from "node:stream";
import type { ReadableStream as NodeWebStream } from "node:stream/web";
import { imageSize } from "image-size";
import {
  type AnyMessageContent,
  generateWAMessageContent,
  jidDecode,
  type proto,
  type WAMessage,
} from "@whiskeysockets/baileys";
import { ChannelError, type Identity, type OutboundMedia, type OutboundMessage, type Peer } from "../../sdk/mod.ts";
import { formsOf } from "../people/address.ts";
import { lidJid, pnJid } from "../people/jids.ts";
import { failureOf, unreachable } from "../wire/failures.ts";
import type { Line } from "../wire/line.ts";
import { manifest } from "../manifest.ts";
import { contentOf, payloadOf } from "../wire/payload.ts";
import { thumbnailOf } from "./thumbnail.ts";
import { asVoiceNote } from "./voice.ts";

const VOICE_TYPE = "audio/ogg; codecs=opus";
/** Of an upload that does not move, ms; a slow one that moves may take longer. */
const UPLOAD_MS = 120_000;
const HEAD_BYTES = 256 * 1024;

function refused(reason: "ERR_TEXT_TOO_LONG" | "ERR_MEDIA_REFUSED" | "ERR_NOT_SUPPORTED_BY_CHANNEL"): ChannelError {
  return new ChannelError("rejected", { reason });
}
/** Throws ChannelError for what WhatsApp would not take. */
export function check({ text, media, location, contacts, forwardOf }: OutboundMessage): void {
  if (text && text.length > manifest.text.max) throw refused("ERR_TEXT_TOO_LONG");
  const rule = media && manifest.media[media.kind];
  if (media && !rule) throw refused("ERR_NOT_SUPPORTED_BY_CHANNEL");
  if (media && rule && media.bytes > rule.maxBytes) throw refused("ERR_MEDIA_REFUSED");
  if (!text && !media && !location && !contacts?.length && !forwardOf) throw refused("ERR_NOT_SUPPORTED_BY_CHANNEL");
}

/** The content of a message to `chat`. Throws ChannelError. */
export async function contentFor(line: Line, chat: string, message: OutboundMessage): Promise<proto.IMessage> {
  const { socket } = line;
  const options = {
    logger: socket.logger,
    userJid: line.me().pn,
    jid: chat,
    upload: socket.waUploadToServer,
    mediaUploadTimeoutMs: UPLOAD_MS,
  };
  const forward = message.forwardOf ? await forwardable(line, message.forwardOf) : undefined;
  if (forward) return await generateWAMessageContent({ forward, force: true }, options);
  const content = await wording(line, chat, message);
  const contextInfo = {
    ...(message.quoted ? await quote(line, chat, message.to, message.quoted) : {}),
    ...(message.forwardOf ? { isForwarded: true, forwardingScore: 1 } : {}),
  };
  const withContext = Object.keys(contextInfo).length ? { ...content, contextInfo } : content;
  try {
    const made = await generateWAMessageContent(withContext as AnyMessageContent, options);
    return captioned(made);
  } catch (error) {
    if (!message.media) throw failureOf(line, error);
    // The media host, not the line: it is sent again as a whole.
    throw error instanceof ChannelError || !socket.ws.isOpen
      ? failureOf(line, error)
      : unreachable("the upload failed");
  }
}

/** A document's caption is carried by a wrapper; phones ignore it inside the document. */
function captioned(message: proto.IMessage): proto.IMessage {
  const { documentMessage, ...rest } = message;
  if (!documentMessage?.caption) return message;
  return { messageContextInfo: rest.messageContextInfo, documentWithCaptionMessage: { message: { documentMessage } } };
}

async function wording(line: Line, chat: string, message: OutboundMessage): Promise<AnyMessageContent> {
  const { media, location, contacts } = message;
  if (location) {
    const { latitude, longitude, name, address } = location;
    return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } };
  }
  if (contacts?.length) {
    const cards = contacts.map((card) => ({ displayName: card.name, vcard: vcard(card) }));
    const displayName = cards.length === 1 ? cards[0]!.displayName : `${cards.length} contatos`;
    return { contacts: { displayName, contacts: cards } };
  }
  const { text, mentions } = mention(line, chat, message.text ?? "");
  if (media) return { ...await fileContent(media, text || undefined), ...(mentions.length ? { mentions } : {}) };
  // An address in the text is not fetched: what it shows is the customer's affair, and it would tell where this server is.
  return { text, mentions, linkPreview: null };
}

const stream = (file: Blob) => ({ stream: Readable.fromWeb(file.stream() as unknown as NodeWebStream<Uint8Array>) });

async function fileContent(
  media: OutboundMedia,
  caption: string | undefined,
): Promise<AnyMessageContent & { waveform?: Uint8Array }> {
  const file = await media.open();
  const { kind, mimeType: mimetype, fileName } = media;
  switch (kind) {
    case "image":
      return { image: stream(file), mimetype, caption, ...await dimensions(file), ...await preview(file) };
    case "video":
      return { video: stream(file), mimetype, caption, ...await preview() };
    case "sticker":
      return { sticker: stream(file), mimetype, ...await dimensions(file) };
    case "voice": {
      const note = await asVoiceNote(file);
      if (!note) return { audio: stream(file), mimetype, ptt: false };
      const { seconds, waveform } = media.voice ?? note;
      return {
        audio: stream(note.file),
        ptt: true,
        mimetype: VOICE_TYPE,
        seconds: Math.max(1, Math.round(seconds)),
        waveform: Uint8Array.from(waveform),
      };
    }
    case "audio":
      return { audio: stream(file), mimetype, ptt: false };
    case "document":
      return { document: stream(file), mimetype, fileName, caption };
  }
}

/** Baileys would look for programs that are not there unless it is given something. */
async function preview(file?: Blob): Promise<{ jpegThumbnail: string }> {
  const found = file && await thumbnailOf(file);
  return { jpegThumbnail: found ? Buffer.from(found).toString("base64") : "" };
}
async function dimensions(file: Blob): Promise<{ width?: number; height?: number }> {
  try {
    const { width, height } = imageSize(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
    return { width, height };
  } catch {
    return {};
  }
}

const escaped = (text: string) => text.replace(/[\\,;]/g, "\\$&").replace(/\r?\n/g, "\\n");
/** A card with numbers that WhatsApp offers to write to (`waid`). */
export function vcard({ name, phones }: { name: string; phones: string[] }): string {
  const numbers = phones.map((phone) => {
    const digits = phone.replace(/\D/g, "");
    return `TEL;type=CELL;type=VOICE;waid=${digits}:+${digits}`;
  });
  return ["BEGIN:VCARD", "VERSION:3.0", `N:;${escaped(name)};;;`, `FN:${escaped(name)}`, ...numbers, "END:VCARD"].join(
    "\n",
  );
}

/** `@5511…` of a member becomes a mention, in the form in which the group names people. */
function mention({ groups }: Line, chat: string, text: string): { text: string; mentions: string[] } {
  const members = chat.endsWith("@g.us") ? groups.known(chat)?.participants ?? [] : [];
  const mentions = new Set<string>();
  const said = text.replace(/@(\d{8,20})\b/g, (whole, digits: string) => {
    const member = members.find(({ id, phoneNumber, lid }) =>
      [id, phoneNumber, lid].some((jid) => formsOf(digits).includes(jidDecode(jid ?? undefined)?.user ?? ""))
    );
    if (!member) return whole;
    mentions.add(member.id);
    return `@${jidDecode(member.id)?.user}`;
  });
  return { text: said, mentions: [...mentions] };
}

/** What is quoted, as it was; where it is not known any more, its id alone, which is what phones look it up by. */
async function quote(
  line: Line,
  chat: string,
  to: Peer,
  { externalId, fromMe, text, sender }: NonNullable<OutboundMessage["quoted"]>,
): Promise<proto.IContextInfo> {
  const kept = await payloadOf(line.host, to, externalId);
  const content = contentOf(kept?.message);
  const { pn, lid } = line.me();
  const addressedByLid = chat.endsWith("@lid") || line.groups.known(chat)?.addressingMode === "lid";
  const author = fromMe
    ? (addressedByLid ? lid ?? pn : pn)
    : chat.endsWith("@g.us")
    ? kept?.key?.participant || kept?.participant || memberOf(sender, addressedByLid)
    : chat;
  const quotedMessage = content ? bare(content) : { conversation: text ?? "" };
  return { stanzaId: externalId.split("#")[0], participant: author, quotedMessage };
}
/** A member as the group names people. */
function memberOf(sender: Peer | undefined, byLid: boolean): string | undefined {
  const of = (kind: Identity["kind"]) => sender?.identities.find((one) => one.kind === kind);
  const [lid, number] = [of("lid"), of("phone")];
  const pn = number && pnJid(number.address ?? number.value);
  return byLid && lid ? lidJid(lid.value) : pn ?? (lid && lidJid(lid.value));
}
/** Without what it quoted itself. */
function bare(content: proto.IMessage): proto.IMessage {
  return Object.fromEntries(
    Object.entries(content).map(([kind, part]) => {
      if (typeof part !== "object" || part === null) return [kind, part];
      const { contextInfo: _, ...rest } = part as Record<string, unknown>;
      return [kind, rest];
    }),
  );
}

/** A kept message that may be passed on: not what was to be seen once, nor what only changes another message. */
async function forwardable(
  line: Line,
  { externalId, from }: NonNullable<OutboundMessage["forwardOf"]>,
): Promise<WAMessage | undefined> {
  const kept = await payloadOf(line.host, from, externalId);
  const { viewOnceMessage, viewOnceMessageV2, viewOnceMessageV2Extension } = kept?.message ?? {};
  const content = contentOf(kept?.message);
  if (!kept?.key || !content || viewOnceMessage || viewOnceMessageV2 || viewOnceMessageV2Extension) return undefined;
  const kinds = Object.keys(content);
  const passes = FORWARDED.some((kind) => kinds.includes(kind));
  const once = Object.values(content).some((part) => (part as { viewOnce?: boolean } | null)?.viewOnce);
  return passes && !once ? { ...kept, key: kept.key, message: content } as WAMessage : undefined;
}
const FORWARDED = [
  "conversation",
  "extendedTextMessage",
  "imageMessage",
  "videoMessage",
  "audioMessage",
  "documentMessage",
  "stickerMessage",
  "locationMessage",
  "contactMessage",
  "contactsArrayMessage",
];
