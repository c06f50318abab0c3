// What the envelope of a message says about its content, as phones write it.
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";

export interface Envelope {
  type: string;
  edit?: string;
  /** Attributes of `<enc>`. */
  enc: Record<string, string>;
}
const { Type } = proto.Message.ProtocolMessage;

const media: [keyof proto.IMessage, string][] = [
  ["imageMessage", "image"],
  ["videoMessage", "video"],
  ["ptvMessage", "ptv"],
  ["documentMessage", "document"],
  ["stickerMessage", "sticker"],
  ["locationMessage", "location"],
  ["liveLocationMessage", "livelocation"],
  ["contactMessage", "vcard"],
  ["contactsArrayMessage", "contact_array"],
  ["listResponseMessage", "list_response"],
  ["buttonsResponseMessage", "buttons_response"],
];

/** The content inside wrappers: copies of the own phone, view once, captions of documents, disappearing messages. */
export function inner(content: proto.IMessage): proto.IMessage {
  const wrapped = content.deviceSentMessage?.message ?? content.viewOnceMessage?.message ??
    content.viewOnceMessageV2?.message ?? content.viewOnceMessageV2Extension?.message ??
    content.documentWithCaptionMessage?.message ?? content.ephemeralMessage?.message ??
    content.editedMessage?.message;
  return wrapped ? inner(wrapped) : content;
}

export function describe(content: proto.IMessage): Envelope {
  const found = inner(content);
  const change = found.protocolMessage?.type;
  if (change === Type.MESSAGE_EDIT) return { type: "text", edit: "1", enc: {} };
  if (change === Type.REVOKE) return { type: "text", edit: "7", enc: {} };
  if (found.reactionMessage) return { type: "reaction", enc: { "decrypt-fail": "hide" } };
  if (found.pollCreationMessageV3 || found.pollCreationMessage || found.pollUpdateMessage) {
    return { type: "poll", enc: {} };
  }
  if (found.audioMessage) return { type: "media", enc: { mediatype: found.audioMessage.ptt ? "ptt" : "audio" } };
  const kind = media.find(([field]) => found[field]);
  return kind ? { type: "media", enc: { mediatype: kind[1] } } : { type: "text", enc: {} };
}
