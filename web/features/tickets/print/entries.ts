// A conversation as it goes on paper: words, never pictures of words.
import type { Message } from "../../../../api/features/messages/contract.ts";
import { formatDate, formatTime } from "../../../core/words/format.ts";
import { callOf, cardsOf, placeOf, pollOf } from "../../../core/words/message-data.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { plain } from "../../../core/words/plain.ts";

/** Words the entries need, in the reader's language. */
export interface PrintWords {
  /** Who wrote what no person wrote, and what was written on the phone. */
  automatic: string;
  phone: string;
  note: string;
  deleted: string;
  edited: string;
  /** The kind of a message in a word: "Imagem". */
  kind: (mediaType: string) => string;
  /** A call's end: `missed`, `refusedVideo`. */
  call: (key: string) => string;
  poll: string;
  /** What did not arrive, and why, by its code. */
  failed: (code: string | null) => string;
  uncertain: string;
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

/** What a place, cards, a poll or a call say; nothing for other messages. */
function details({ mediaType, data }: Message, words: PrintWords): string[] {
  const place = mediaType === "locationMessage" ? placeOf(data) : null;
  if (place) return [place.name, place.address, `${place.latitude}, ${place.longitude}`].filter(Boolean);
  if (mediaType === "contactMessage") {
    return cardsOf(data)?.map(({ name, phones }) => [name, ...phones.map(phoneNumber)].filter(Boolean).join(" · ")) ??
      [];
  }
  const poll = pollOf(data);
  return poll ? [words.poll, poll.question, ...poll.options.map((option) => `○ ${option}`)].filter(Boolean) : [];
}

/** The kind of what is not only text: a file with its name, how a call ended. */
function kindLine({ mediaType, fileName, data }: Message, words: PrintWords): string[] {
  if (mediaType === "chat" || mediaType === "text") return [];
  if (mediaType === "call_log") {
    const { missed, refused, video } = callOf(data);
    return [words.call(`${refused ? "refused" : missed ? "missed" : "done"}${video ? "Video" : ""}`)];
  }
  return [[words.kind(mediaType), fileName].filter(Boolean).join(": ")];
}

/** What did not arrive is said to be so: paper outlives the screen that shows it in red. */
function troubleLine({ fromMe, isPrivate, ack, status, error }: Message, words: PrintWords): string[] {
  if (!fromMe || isPrivate || ack >= 2) return [];
  return status === "failed" ? [words.failed(error)] : status === "uncertain" ? [words.uncertain] : [];
}

/** Who said it: a person by name, the bot and the phone by what they are. */
function authorOf({ fromMe, userName, participant, data, key }: Message, contact: string, words: PrintWords): string {
  if (!fromMe) return participant?.name || phoneNumber(participant?.number ?? "") || contact;
  return userName ?? (data?.auto !== undefined || key !== null ? words.automatic : words.phone);
}

/** One message as it is printed. `contact`: how the customer is called. */
export function entryOf(message: Message, contact: string, words: PrintWords): PrintEntry {
  const { id, createdAt, fromMe, isPrivate, isDeleted, isEdited, mediaType, data } = message;
  const lines = [
    ...kindLine(message, words),
    ...(isDeleted ? [words.deleted] : details(message, words)),
    ...(isEdited ? [words.edited] : []),
    ...troubleLine(message, words),
  ];
  const author = authorOf(message, contact, words);
  // What these kinds say stands in their lines.
  const lined = mediaType === "contactMessage" || mediaType === "call_log" || pollOf(data) !== null;
  return {
    id,
    day: formatDate(createdAt),
    time: formatTime(createdAt),
    author: isPrivate ? `${words.note} · ${author}` : author,
    side: isPrivate ? "note" : fromMe ? "out" : "in",
    text: isDeleted || lined ? "" : plain(message.body, fromMe),
    lines,
    picture: mediaType === "image" && !isDeleted && data?.viewOnce !== true ? message.mediaUrl : null,
  };
}
/** A ticket's protocol: its day and its number, as the variable says it. */
export const protocolOf = (ticket: { id: number; createdAt: string }): string =>
  `${ticket.createdAt.slice(0, 10).replaceAll("-", "")}${ticket.id}`;
