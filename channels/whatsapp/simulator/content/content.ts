// What people write, as data that also fits through the control port, and the protobuf their phones make of it.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { z } from "zod";
import { sealMedia } from "./media.ts";
import type { MediaHost } from "./host.ts";
import { sealVote } from "./poll.ts";
import type { World } from "../people/world.ts";

/** A message that is meant. `fromMe` as the writer sees it: true for one of their own. */
const Target = z.object({
  id: z.string(),
  fromMe: z.boolean().default(false),
  /** Number of who wrote it, in groups. */
  author: z.string().optional(),
});
/** Bytes, or base64 through the control port. */
const Bytes = z.union([
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64"))),
]);
const quote = { quoted: Target.extend({ text: z.string().default("") }).optional() };
const file = { bytes: Bytes, mimeType: z.string(), ...quote, viewOnce: z.boolean().default(false) };

export const Content = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    text: z.string(),
    ...quote,
    /** Numbers. */
    mentions: z.array(z.string()).default([]),
    forwarded: z.boolean().default(false),
  }),
  z.object({ kind: z.literal("image"), ...file, caption: z.string().optional() }),
  z.object({ kind: z.literal("video"), ...file, caption: z.string().optional(), gif: z.boolean().default(false) }),
  z.object({ kind: z.literal("audio"), ...file, seconds: z.number().default(1) }),
  z.object({ kind: z.literal("voice"), ...file, seconds: z.number().default(1) }),
  z.object({ kind: z.literal("sticker"), ...file }),
  z.object({ kind: z.literal("document"), ...file, fileName: z.string(), caption: z.string().optional() }),
  z.object({
    kind: z.literal("location"),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().optional(),
    address: z.string().optional(),
    live: z.boolean().default(false),
    ...quote,
  }),
  z.object({
    kind: z.literal("contacts"),
    cards: z.array(z.object({ name: z.string(), phone: z.string() })).min(1),
    ...quote,
  }),
  z.object({ kind: z.literal("reaction"), target: Target, emoji: z.string() }),
  z.object({ kind: z.literal("edit"), target: Target, text: z.string() }),
  z.object({ kind: z.literal("delete"), target: Target }),
  z.object({
    kind: z.literal("poll"),
    question: z.string(),
    options: z.array(z.string()),
    choices: z.number().default(1),
  }),
  /** On a poll that passed through the simulator. */
  z.object({ kind: z.literal("vote"), target: Target, options: z.array(z.string()) }),
  z.object({ kind: z.literal("button"), id: z.string(), text: z.string(), ...quote }),
  z.object({ kind: z.literal("list"), id: z.string(), title: z.string(), ...quote }),
  z.object({ kind: z.literal("template"), id: z.string(), text: z.string(), ...quote }),
  /** Any protobuf message as JSON. */
  z.object({ kind: z.literal("raw"), message: z.record(z.string(), z.unknown()) }),
]);
export type Content = z.input<typeof Content>;
type Read = z.output<typeof Content>;
type Of<K extends Read["kind"]> = Extract<Read, { kind: K }>;

/** Who writes where: keys in a message are told from the writer's side. */
export interface Context {
  world: World;
  media: MediaHost;
  /** Number. */
  author: string;
  /** The other end as the writer addresses it. */
  chat: string;
  /** Address of somebody as this chat names people. */
  name: (pn: string) => string;
}

function keyOf({ chat, name }: Context, { id, fromMe, author }: z.output<typeof Target>): proto.IMessageKey {
  return { remoteJid: chat, id, fromMe, participant: author === undefined ? undefined : name(author) };
}

function contextOf(
  context: Context,
  content: { quoted?: Of<"text">["quoted"]; mentions?: string[]; forwarded?: boolean },
) {
  const { quoted, mentions = [], forwarded } = content;
  if (!quoted && !mentions.length && !forwarded) return;
  return {
    stanzaId: quoted?.id,
    participant: quoted &&
      (quoted.author ? context.name(quoted.author) : quoted.fromMe ? context.name(context.author) : context.chat),
    quotedMessage: quoted && { conversation: quoted.text },
    mentionedJid: mentions.map(context.name),
    isForwarded: forwarded || undefined,
    forwardingScore: forwarded ? 1 : undefined,
  };
}

type FileContent = Of<"image" | "video" | "audio" | "voice" | "sticker" | "document">;
function fileMessage(context: Context, content: FileContent): proto.IMessage {
  const { kind, bytes, mimeType: mimetype } = content;
  const { blob, ...keys } = sealMedia(kind === "voice" ? "audio" : kind, bytes);
  const contextInfo = contextOf(context, content);
  const fields = {
    ...context.media.keep(blob),
    ...keys,
    mimetype,
    contextInfo,
    mediaKeyTimestamp: context.world.seconds(),
    viewOnce: content.viewOnce || undefined,
  };
  if (kind === "image") return { imageMessage: { ...fields, caption: content.caption, width: 1, height: 1 } };
  if (kind === "video") {
    return { videoMessage: { ...fields, caption: content.caption, gifPlayback: content.gif, seconds: 1 } };
  }
  if (kind === "sticker") return { stickerMessage: fields };
  if (kind !== "document") return { audioMessage: { ...fields, ptt: kind === "voice", seconds: content.seconds } };
  const { fileName, caption } = content;
  const documentMessage = { ...fields, fileName, title: fileName, caption };
  return caption === undefined ? { documentMessage } : { documentWithCaptionMessage: { message: { documentMessage } } };
}

function card({ name, phone }: { name: string; phone: string }): proto.Message.IContactMessage {
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `N:;${name};;;`, `FN:${name}`];
  const tel = `item1.TEL;waid=${phone}:+${phone}`;
  return { displayName: name, vcard: [...lines, tel, "END:VCARD"].join("\n") };
}

function location(context: Context, content: Of<"location">): proto.IMessage {
  const { latitude: degreesLatitude, longitude: degreesLongitude, name, address, live } = content;
  const contextInfo = contextOf(context, content);
  if (!live) return { locationMessage: { degreesLatitude, degreesLongitude, name, address, contextInfo } };
  return { liveLocationMessage: { degreesLatitude, degreesLongitude, sequenceNumber: 1, contextInfo } };
}

function change(context: Context, content: Of<"edit" | "delete">): proto.IMessage {
  const key = keyOf(context, { ...content.target, fromMe: true });
  const { Type } = proto.Message.ProtocolMessage;
  if (content.kind === "delete") return { protocolMessage: { key, type: Type.REVOKE } };
  const editedMessage = { conversation: content.text };
  const protocolMessage = { key, type: Type.MESSAGE_EDIT, editedMessage, timestampMs: context.world.now() };
  return { editedMessage: { message: { protocolMessage } } };
}

function poll({ question, options, choices }: Of<"poll">): proto.IMessage {
  return {
    messageContextInfo: { messageSecret: crypto.getRandomValues(new Uint8Array(32)) },
    pollCreationMessageV3: {
      name: question,
      options: options.map((optionName) => ({ optionName })),
      selectableOptionsCount: choices,
    },
  };
}

function vote(context: Context, { target, options }: Of<"vote">): proto.IMessage {
  const { world, author, chat, name } = context;
  const voter = name(author);
  const creator = target.author ? name(target.author) : target.fromMe ? voter : chat;
  const made = target.fromMe ? world.person(author).said.get(target.id)?.content : world.accepted(target.id)?.message;
  const secret = made?.messageContextInfo?.messageSecret;
  if (!secret) throw new Error(`No poll ${target.id} passed through here.`);
  return sealVote({ key: keyOf(context, target), secret, creator, voter, options, at: world.now() });
}

/** The message a phone makes of it; files are sealed and kept at the media host. */
export function messageOf(context: Context, content: Read): proto.IMessage {
  switch (content.kind) {
    case "text": {
      const contextInfo = contextOf(context, content);
      return contextInfo
        ? { extendedTextMessage: { text: content.text, contextInfo } }
        : { conversation: content.text };
    }
    case "location":
      return location(context, content);
    case "contacts": {
      const contacts = content.cards.map(card);
      const contextInfo = contextOf(context, content);
      return contacts.length === 1
        ? { contactMessage: { ...contacts[0], contextInfo } }
        : { contactsArrayMessage: { displayName: `${contacts.length} contacts`, contacts, contextInfo } };
    }
    case "reaction":
      return {
        reactionMessage: {
          key: keyOf(context, content.target),
          text: content.emoji,
          senderTimestampMs: context.world.now(),
        },
      };
    case "edit":
    case "delete":
      return change(context, content);
    case "poll":
      return poll(content);
    case "vote":
      return vote(context, content);
    case "button": {
      const { id: selectedButtonId, text: selectedDisplayText } = content;
      const type = proto.Message.ButtonsResponseMessage.Type.DISPLAY_TEXT;
      const contextInfo = contextOf(context, content);
      return { buttonsResponseMessage: { selectedButtonId, selectedDisplayText, type, contextInfo } };
    }
    case "list": {
      const singleSelectReply = { selectedRowId: content.id };
      const listType = proto.Message.ListResponseMessage.ListType.SINGLE_SELECT;
      const contextInfo = contextOf(context, content);
      return { listResponseMessage: { title: content.title, singleSelectReply, listType, contextInfo } };
    }
    case "template": {
      const { id: selectedId, text: selectedDisplayText } = content;
      const contextInfo = contextOf(context, content);
      return { templateButtonReplyMessage: { selectedId, selectedDisplayText, selectedIndex: 0, contextInfo } };
    }
    case "raw":
      return proto.Message.fromObject(content.message);
    default:
      return fileMessage(context, content);
  }
}
