// A conversation as it goes on paper: words, never pictures of words.
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatDate, formatTime } from "../../../core/words/format.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";

/** Words the entries need, in the reader's language. */
export interface PrintWords {
  you: string;
  deleted: string;
  edited: string;
  /** The kind of a message in a word: "Imagem". */
  kind: (mediaType: string) => string;
}
export interface PrintEntry {
  id: number;
  day: string;
  time: string;
  author: string;
  side: "in" | "out" | "note";
  text: string;
  /** What is said apart from the text: the kind of a file, a place, the people on cards, a mark. */
  lines: string[];
  /** The address of a picture that can be shown. */
  picture: string | null;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
const text = (value: unknown): string => typeof value === "string" ? value : "";

/** What a place or cards say; nothing for other messages. */
function details({ mediaType, data }: Message): string[] {
  const { latitude, longitude, name, address, contacts } = record(data);
  if (mediaType === "locationMessage" && typeof latitude === "number" && typeof longitude === "number") {
    return [text(name), text(address), `${latitude}, ${longitude}`].filter(Boolean);
  }
  if (mediaType !== "contactMessage" || !Array.isArray(contacts)) return [];
  return contacts.map((entry) => {
    const { name, phones } = record(entry);
    const numbers = Array.isArray(phones) ? phones.map((phone) => phoneNumber(text(phone))) : [];
    return [text(name), ...numbers].filter(Boolean).join(" · ");
  });
}

/** One message as it is printed. `contact`: how the customer is called. */
export function entryOf(message: Message, contact: string, words: PrintWords): PrintEntry {
  const { id, createdAt, fromMe, isPrivate, isDeleted, isEdited, mediaType, fileName } = message;
  const isText = mediaType === "chat" || mediaType === "text";
  const lines = [
    ...(isText ? [] : [[words.kind(mediaType), fileName].filter(Boolean).join(": ")]),
    ...(isDeleted ? [words.deleted] : details(message)),
    ...(isEdited ? [words.edited] : []),
  ];
  return {
    id,
    day: formatDate(createdAt),
    time: formatTime(createdAt),
    author: fromMe ? message.userName ?? words.you : message.participant?.name || contact,
    side: isPrivate ? "note" : fromMe ? "out" : "in",
    text: isDeleted || mediaType === "contactMessage" ? "" : message.body,
    lines,
    picture: mediaType === "image" && !isDeleted && record(message.data).viewOnce !== true ? message.mediaUrl : null,
  };
}
/** A ticket's protocol: its day and its number, as the variable says it. */
export const protocolOf = (ticket: { id: number; createdAt: string }): string =>
  `${ticket.createdAt.slice(0, 10).replaceAll("-", "")}${ticket.id}`;
