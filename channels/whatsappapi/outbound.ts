// OutboundMessage → body of `/{phone}/messages`. Pure.
import type { MediaKind, OutboundMedia, OutboundMessage, Peer } from "../sdk/mod.ts";
import { identityOf, wholeId } from "../meta/checks.ts";
import { errorOf, verdicts } from "../meta/errors.ts";

/** Characters of a caption. */
const MAX_CAPTION = 1024;
const types: Record<MediaKind, string> = {
  image: "image",
  audio: "audio",
  voice: "audio",
  video: "video",
  document: "document",
  sticker: "sticker",
};

/** The recipient: the phone when it is known, as Meta recommends, else the business-scoped user id. Throws ChannelError. */
export function addressOf(peer: Peer): { to: string } | { recipient: string } {
  const phone = identityOf(peer.identities, "phone");
  if (phone) return { to: phone.address ?? phone.value };
  const bsuid = identityOf(peer.identities, "bsuid");
  if (bsuid) return { recipient: bsuid.value };
  throw errorOf(verdicts.invalidContact, "no phone and no user id");
}

function mediaOf(media: OutboundMedia, id: string, caption: string | undefined): Record<string, unknown> {
  if (caption && [...caption].length > MAX_CAPTION) {
    throw errorOf({ code: "rejected", reason: "ERR_TEXT_TOO_LONG" }, "caption");
  }
  const type = types[media.kind];
  const fileName = media.kind === "document" ? { filename: media.fileName } : {};
  const voice = media.kind === "voice" ? { voice: true } : {};
  return { type, [type]: { id, ...(caption ? { caption } : {}), ...fileName, ...voice } };
}

function cardsOf(contacts: NonNullable<OutboundMessage["contacts"]>) {
  return contacts.map(({ name, phones }) => ({
    name: { formatted_name: name, first_name: name },
    phones: phones.map((phone) => ({ phone, type: "CELL" })),
  }));
}

/** An approved text with its values; the file of its header stands first. */
function templateOf(
  { name, language, components }: NonNullable<OutboundMessage["template"]>,
  media: OutboundMedia | undefined,
  mediaId: string | undefined,
): Record<string, unknown> {
  const file = media && mediaId ? mediaOf(media, mediaId, undefined) : undefined;
  const header = file ? [{ type: "header", parameters: [file] }] : [];
  return {
    type: "template",
    template: { name, language: { code: language }, components: [...header, ...components] },
  };
}

function bodyOf(
  { text, media, location, contacts, template }: OutboundMessage,
  mediaId: string | undefined,
): Record<string, unknown> {
  if (template) return templateOf(template, media, mediaId);
  if (media && mediaId) return mediaOf(media, mediaId, text);
  if (location) return { type: "location", location };
  if (contacts) return { type: "contacts", contacts: cardsOf(contacts) };
  if (text) return { type: "text", text: { body: text, preview_url: true } };
  throw errorOf(verdicts.unsupported, "nothing to send");
}

function common(to: Peer): Record<string, unknown> {
  return { messaging_product: "whatsapp", recipient_type: "individual", ...addressOf(to) };
}

/**
 * The body that sends a message; `mediaId` is the uploaded file's. Our key travels as `biz_opaque_callback_data` and comes back
 * in each status. Throws ChannelError `rejected` for what cannot be sent.
 */
export function messageBody(message: OutboundMessage, mediaId?: string): Record<string, unknown> {
  return {
    ...common(message.to),
    ...bodyOf(message, mediaId),
    ...(message.quoted ? { context: { message_id: wholeId(message.quoted.externalId) } } : {}),
    biz_opaque_callback_data: message.key,
  };
}

/** The body that reacts to a message; null takes the reaction away. */
export function reactionBody(to: Peer, externalId: string, emoji: string | null): Record<string, unknown> {
  return { ...common(to), type: "reaction", reaction: { message_id: externalId, emoji: emoji ?? "" } };
}

/** The body that tells a customer that their message was read. */
export function readBody(externalId: string): Record<string, unknown> {
  return { messaging_product: "whatsapp", status: "read", message_id: externalId };
}

/** The upload of a file. A voice note needs its codec named, or it arrives as a file. */
export async function uploadForm(media: OutboundMedia): Promise<FormData> {
  const type = media.kind === "voice" ? "audio/ogg; codecs=opus" : media.mimeType;
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", type);
  form.set("file", new File([await media.open()], media.fileName, { type }));
  return form;
}
