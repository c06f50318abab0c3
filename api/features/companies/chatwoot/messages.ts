// A message of Chatwoot as rows of a message each: here a message has one file, there up to fifteen.
import type { Row } from "../whaticket/source.ts";
import { words } from "../whaticket/values.ts";
import { type Json, momentOf } from "./api.ts";

const [INCOMING, OUTGOING, TEMPLATE] = [0, 1, 3];
/** How far it got, as our acks count; a failed one left nobody's server. */
const acks = new Map<unknown, number>([["sent", 1], ["delivered", 2], ["read", 3], ["failed", 0]]);

/** The rows of a message; none for what Chatwoot itself noted between the messages. */
export function rowsOfMessage(message: Json, at: { ticketId: unknown; seenAt: number }): Row[] {
  const type = Number(message.message_type);
  if (type !== INCOMING && type !== OUTGOING && type !== TEMPLATE) return [];
  const fromMe = type !== INCOMING;
  const sender = message.sender as Json | null | undefined;
  const about = (message.content_attributes ?? {}) as Json;
  const same = {
    ...{ ticketId: at.ticketId, fromMe, isPrivate: message.private === true, isDeleted: about.deleted === true },
    userId: fromMe && sender?.type === "user" ? sender.id : null,
    ack: acks.get(message.status) ?? 1,
    ...{ read: Number(message.created_at) <= at.seenAt, createdAt: momentOf(message.created_at) },
  };
  const files = Array.isArray(message.attachments) ? message.attachments as Json[] : [];
  const [first, ...more] = files.map(fileOf);
  const text = words(message.content, 65_000);
  return [
    {
      ...same,
      ...{ id: message.id, wid: message.source_id, quotedMsgId: about.in_reply_to },
      ...first,
      body: [text, first?.body].filter(Boolean).join("\n"),
    },
    ...more.map((file, n) => ({ ...same, id: `import:${message.id}/${n + 2}`, ...file })),
  ];
}

/** What an attachment says or holds. */
function fileOf(file: Json): { body: string; mediaUrl?: unknown; mediaType?: unknown } {
  const title = words(file.fallback_title, 1000);
  const type = words(file.file_type, 30);
  if (type === "location") {
    const place = `https://maps.google.com/maps?q=${Number(file.coordinates_lat)},${Number(file.coordinates_long)}`;
    return { body: [title, place].filter(Boolean).join("\n") };
  }
  if (type === "contact" || type === "fallback") {
    return { body: [title, words(file.data_url, 2000)].filter(Boolean).join("\n") };
  }
  return { body: "", mediaUrl: file.data_url, mediaType: type === "file" ? "document" : type };
}
