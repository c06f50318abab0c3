// What a WhatsApp message says: protobuf → content. Pure, and never throws for odd content: what is unknown becomes `other`.
import { proto } from "@whiskeysockets/baileys";
import type { Content, MediaKind } from "../../sdk/mod.ts";
import { readCard } from "./cards.ts";

/** How a file inside the message is named for later: the caller knows the message it is in. */
export type RefOf = (kind: MediaKind, file: MediaFields) => string;
/** What all messages with a file have. */
export interface MediaFields {
  url?: string | null;
  directPath?: string | null;
  mediaKey?: Uint8Array | null;
  fileSha256?: Uint8Array | null;
  fileEncSha256?: Uint8Array | null;
  fileLength?: unknown;
  mimetype?: string | null;
  caption?: string | null;
  fileName?: string | null;
  contextInfo?: proto.IContextInfo | null;
}
/** A message about another one. */
export type Change =
  | { change: "edit"; target: proto.IMessageKey; text: string; at?: number }
  | { change: "remove"; target: proto.IMessageKey }
  | { change: "reaction"; target: proto.IMessageKey; emoji: string | null };
export interface Said {
  content: Content;
  quotedId?: string;
  forwarded?: true;
  viewOnce?: true;
  origin?: string;
}

const { Type } = proto.Message.ProtocolMessage;
/** Envelopes around the content, and whether what is inside may be seen once. */
const WRAPPERS: [keyof proto.IMessage, boolean][] = [
  ["deviceSentMessage", false],
  ["ephemeralMessage", false],
  ["viewOnceMessage", true],
  ["viewOnceMessageV2", true],
  ["viewOnceMessageV2Extension", true],
  ["documentWithCaptionMessage", false],
  ["editedMessage", false],
  ["associatedChildMessage", false],
  ["groupMentionedMessage", false],
  ["botInvokeMessage", false],
  ["botForwardedMessage", false],
  ["lottieStickerMessage", false],
  ["pollCreationMessageV4", false],
  ["questionMessage", false],
  ["questionReplyMessage", false],
  ["limitSharingMessage", false],
];
/** What devices tell each other, and what is no message to anybody. */
const SILENT = new Set([
  "messageContextInfo",
  "senderKeyDistributionMessage",
  "fastRatchetKeySenderKeyDistributionMessage",
  "protocolMessage",
  "keepInChatMessage",
  "pinInChatMessage",
  "stickerSyncRmrMessage",
  "messageHistoryBundle",
  "messageHistoryNotice",
  "encReactionMessage",
  "call",
  "chat",
  "albumMessage",
  "statusMentionMessage",
  "groupStatusMentionMessage",
  "placeholderMessage",
  "statusNotificationMessage",
  "pollResultSnapshotMessage",
  "pollResultSnapshotMessageV3",
]);
/** The depth to which envelopes are opened: real ones are two or three deep. */
const DEEPEST = 8;

/** The content inside its envelopes. */
export function unwrap(message: proto.IMessage): { inner: proto.IMessage; viewOnce: boolean } {
  let [inner, viewOnce] = [message, false];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const wrapper = WRAPPERS.find(([field]) => (inner[field] as proto.Message.IFutureProofMessage | null)?.message);
    if (!wrapper) break;
    inner = (inner[wrapper[0]] as proto.Message.IFutureProofMessage).message!;
    viewOnce ||= wrapper[1];
  }
  return { inner, viewOnce };
}

/** The content, or a change to another message; null for what devices tell each other. Never throws. */
export function read(message: proto.IMessage, refOf: RefOf): Said | Change | null {
  const { inner, viewOnce } = unwrap(message);
  const change = changeOf(inner);
  if (change) return change;
  const field = fieldOf(inner);
  if (!field) {
    // Content of a kind that is newer than the definitions decodes to nothing at all.
    const empty = Object.keys(inner).every((name) =>
      name === "messageContextInfo" || !inner[name as keyof typeof inner]
    );
    return empty ? { content: { type: "other", what: "unknown" } } : null;
  }
  const body = inner[field];
  const said = contentOf(field, body, refOf);
  if (!said) return null;
  const context = contextOf(field, body);
  const once = viewOnce || (body as { viewOnce?: boolean | null }).viewOnce === true;
  const forwarded = context?.isForwarded || (context?.forwardingScore ?? 0) > 0;
  const quotedId = idOf(context?.stanzaId);
  const origin = originOf(context);
  return {
    content: said,
    ...(quotedId ? { quotedId } : {}),
    ...(forwarded ? { forwarded: true } : {}),
    ...(once ? { viewOnce: true } : {}),
    ...(origin ? { origin } : {}),
  };
}

function changeOf({ protocolMessage, reactionMessage }: proto.IMessage): Change | null {
  if (reactionMessage?.key?.id) {
    return { change: "reaction", target: reactionMessage.key, emoji: text(reactionMessage.text?.slice(0, 64)) || null };
  }
  if (!protocolMessage?.key?.id) return null;
  const target = protocolMessage.key;
  if (protocolMessage.type === Type.REVOKE) return { change: "remove", target };
  if (protocolMessage.type !== Type.MESSAGE_EDIT || !protocolMessage.editedMessage) return null;
  const at = numberOf(protocolMessage.timestampMs);
  return { change: "edit", target, text: textOf(protocolMessage.editedMessage), ...(at > 0 ? { at } : {}) };
}
/** Text or caption: what an edit can change. */
function textOf(message: proto.IMessage): string {
  const { inner } = unwrap(message);
  const { imageMessage, videoMessage, documentMessage } = inner;
  const caption = imageMessage?.caption ?? videoMessage?.caption ?? documentMessage?.caption;
  return text(inner.conversation ?? inner.extendedTextMessage?.text ?? caption);
}

function fieldOf(message: proto.IMessage): keyof proto.IMessage | undefined {
  const set = (Object.keys(message) as (keyof proto.IMessage)[]).filter((field) => {
    const value = message[field];
    return value !== null && value !== undefined && !SILENT.has(field) && field !== "reactionMessage";
  });
  return set[0];
}
function contextOf(field: keyof proto.IMessage, body: unknown): proto.IContextInfo | null | undefined {
  if (field === "conversation" || typeof body !== "object") return;
  return (body as MediaFields).contextInfo;
}
/** An ad or a link that led here, in one line. A plain link preview is none: only ads name their source. */
function originOf(context: proto.IContextInfo | null | undefined): string | undefined {
  const ad = context?.externalAdReply;
  if (ad && (ad.sourceId || ad.ctwaClid || ad.showAdAttribution || ad.sourceType === "ad")) {
    const parts = [ad.sourceType ?? "ad", ad.title, ad.sourceUrl].map(text).filter(Boolean);
    return parts.join(" · ").slice(0, 500);
  }
  const source = text(context?.conversionSource ?? context?.entryPointConversionExternalSource);
  return source ? source.slice(0, 500) : undefined;
}

function contentOf(field: keyof proto.IMessage, body: unknown, refOf: RefOf): Content | null {
  try {
    const reader = readers[field];
    const content = reader ? reader(body as never, refOf) : undefined;
    if (content !== undefined) return content;
  } catch {
    // Odd inside a known kind: shown as what it is, the whole of it is kept.
  }
  return other(field, (body as MediaFields).caption);
}
const other = (field: string, said?: string | null): Content => {
  const words = text(said);
  return { type: "other", what: field.replace(/(Mess?sage(V\d)?|Message)$/, ""), ...(words ? { text: words } : {}) };
};

type Readers = {
  [K in keyof proto.IMessage]?: (body: NonNullable<proto.IMessage[K]>, refOf: RefOf) => Content | null | undefined;
};
const file = (kind: MediaKind) => (body: MediaFields, refOf: RefOf) => media(kind, body, refOf);
const readers: Readers = {
  conversation: (body) => ({ type: "text", text: text(body) }),
  extendedTextMessage: link,
  imageMessage: file("image"),
  videoMessage: file("video"),
  ptvMessage: file("video"),
  stickerMessage: file("sticker"),
  documentMessage: file("document"),
  audioMessage: (body, refOf) => media(body.ptt ? "voice" : "audio", body, refOf),
  locationMessage: (body) => place(body, body.isLive === true, body.name ?? body.comment, body.address),
  liveLocationMessage: (body) => place(body, true, body.caption, undefined),
  contactMessage: (body) => ({ type: "contacts", contacts: [readCard(body.vcard ?? "", body.displayName)] }),
  contactsArrayMessage(body) {
    const contacts = (body.contacts ?? []).map((one) => readCard(one.vcard ?? "", one.displayName));
    return contacts.length > 0 ? { type: "contacts", contacts } : undefined;
  },
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  buttonsResponseMessage: (body) => choice(body.selectedDisplayText, body.selectedButtonId),
  templateButtonReplyMessage: (body) => choice(body.selectedDisplayText, body.selectedId),
  listResponseMessage: (body) => choice(body.title ?? body.description, body.singleSelectReply?.selectedRowId),
  interactiveResponseMessage(body) {
    const flow = body.nativeFlowResponseMessage;
    return choice(body.body?.text ?? flow?.name, flow?.paramsJson);
  },
  groupInviteMessage: (body) => other("groupInvite", lines(body.groupName, body.caption)),
  eventMessage: (body) => other("event", lines(body.name, body.description, body.location?.name, body.joinLink)),
  orderMessage: (body) => other("order", lines(body.orderTitle, body.message)),
  productMessage: (body) => other("product", lines(body.product?.title, body.product?.description, body.body)),
  templateMessage(body) {
    const made = body.hydratedTemplate ?? body.hydratedFourRowTemplate;
    return said(made?.hydratedTitleText, made?.hydratedContentText, made?.hydratedFooterText);
  },
  buttonsMessage: (body) => said(body.text, body.contentText, body.footerText),
  listMessage: (body) => said(body.title, body.description, body.footerText),
  interactiveMessage: (body) => said(body.header?.title, body.body?.text, body.footer?.text),
  // Missed ones are told as calls.
  callLogMesssage: (body) =>
    body.callOutcome === proto.Message.CallLogMessage.CallOutcome.CONNECTED
      ? { type: "call", missed: false, video: body.isVideo === true }
      : null,
};

function link(body: proto.Message.IExtendedTextMessage): Content {
  const whole = text(body.text);
  const url = text(body.matchedText);
  const title = text(body.title);
  if (title && url && whole.trim() === url && /^https?:\/\//i.test(url)) return { type: "link", url, title };
  return { type: "text", text: whole };
}
function media(kind: MediaKind, body: MediaFields, refOf: RefOf): Content | undefined {
  if (!body.mediaKey?.length || !(body.url || body.directPath)) return;
  const bytes = numberOf(body.fileLength);
  const [mimeType, fileName, caption] = [text(body.mimetype), text(body.fileName), text(body.caption)];
  return {
    type: "media",
    media: {
      kind,
      ref: refOf(kind, body),
      keep: true,
      ...(mimeType ? { mimeType: mimeType.slice(0, 200) } : {}),
      ...(fileName ? { fileName: fileName.slice(0, 250) } : {}),
      ...(bytes > 0 ? { bytes } : {}),
    },
    ...(caption ? { caption } : {}),
  };
}
function place(
  { degreesLatitude, degreesLongitude }: { degreesLatitude?: number | null; degreesLongitude?: number | null },
  live: boolean,
  name: string | null | undefined,
  address: string | null | undefined,
): Content | undefined {
  const [latitude, longitude] = [degreesLatitude ?? NaN, degreesLongitude ?? NaN];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return;
  const [called, at] = [text(name), text(address)];
  return {
    type: "location",
    latitude,
    longitude,
    ...(called ? { name: called } : {}),
    ...(at ? { address: at } : {}),
    ...(live ? { live: true } : {}),
  };
}
function poll({ name, options }: proto.Message.IPollCreationMessage): Content {
  return { type: "poll", question: text(name), options: (options ?? []).map((option) => text(option.optionName)) };
}
function choice(title: string | null | undefined, payload: string | null | undefined): Content {
  return { type: "choice", title: text(title) || text(payload), payload: text(payload) };
}
function lines(...parts: (string | null | undefined)[]): string {
  return parts.map(text).filter(Boolean).join("\n");
}
function said(...parts: (string | null | undefined)[]): Content | undefined {
  const words = lines(...parts);
  return words ? { type: "text", text: words } : undefined;
}

/** Text that can be stored: no NUL, no halves of characters. */
export function text(value: unknown): string {
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : "";
}
/** An id made by somebody's phone. */
export const idOf = (value: unknown): string => text(value).slice(0, 200);
/** A number of the protobuf, which may be a Long; 0 for none. */
export function numberOf(value: unknown): number {
  const found = Number(value ?? 0);
  return Number.isFinite(found) ? found : 0;
}
