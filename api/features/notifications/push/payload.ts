// What a push says: the body that our worker and declarative web push read alike, at most 3 KB, never a token.
import { maskNumber, namesNumber } from "../../../core/http/mask.ts";
import { timeIn, type Why } from "../decide.ts";
import { type Language, type MediaWord, wordsOf } from "./words.ts";

/** Push services take 4,096 bytes with what encryption adds. */
export const MAX_PUSH_BYTES = 3072;
const TITLE_BYTES = 240;
const LINE_BYTES = 600;
export const tags: Record<Language, string> = { pt: "pt-BR", en: "en", es: "es", tr: "tr" };

export interface PushLine {
  kind: string;
  body: string;
  data: Record<string, unknown> | null;
}
export interface About {
  why: Why;
  ticket: { id: number; uuid: string; status: string; queueId: number | null };
  contact: { name: string; number: string; isGroup: boolean };
  /** What the customer said last, oldest first; of a mention the note. */
  lines: readonly PushLine[];
  /** Who wrote the note. */
  author: string;
  messageId: number | null;
  at: Date;
}
export interface Reader {
  language: Language;
  hideText: boolean;
  hideNumbers: boolean;
  badge: number;
}

/** The push that rings for a ticket on one person's devices, as JSON. */
export function ringPayload(about: About, reader: Reader): string {
  const words = wordsOf(reader.language);
  const title = reader.hideText ? words.newMessage : cut(titleOf(about.contact, reader.hideNumbers), TITLE_BYTES);
  const body = reader.hideText ? "" : bodyOf(about, reader.language);
  return fitting(body, (text) => ({
    web_push: 8030,
    notification: {
      title,
      body: text,
      tag: about.ticket.uuid,
      navigate: `/tickets/${about.ticket.uuid}`,
      lang: tags[reader.language],
      app_badge: reader.badge,
    },
    data: {
      kind: about.why === "mention" ? "mention" : "ticket",
      uuid: about.ticket.uuid,
      ticketId: about.ticket.id,
      status: about.ticket.status,
      // Accepting one without a queue asks for it first, which a notification cannot.
      queued: about.ticket.queueId !== null,
      messageId: about.messageId,
      at: about.at.toISOString(),
    },
  }));
}

/** The push that takes a ticket's notification away. */
export function clearPayload(ticket: { id: number; uuid: string; status: string }, badge: number, at: Date): string {
  return JSON.stringify({
    app_badge: badge,
    data: {
      kind: "clear",
      uuid: ticket.uuid,
      ticketId: ticket.id,
      status: ticket.status,
      messageId: null,
      at: at.toISOString(),
    },
  });
}

export interface Outage {
  connectionId: number;
  name: string;
  /** What becomes of the notification: it rings, it says quietly that the line is back, or it goes. */
  state: "down" | "up" | "gone";
  at: Date;
  timezone: string;
}
/** The push for a connection that is away or back, as JSON. Its later state takes the place of the earlier. */
export function outagePayload(outage: Outage, reader: Omit<Reader, "hideNumbers">): string {
  const { outageTitle, outageBody, backTitle, backBody } = wordsOf(reader.language);
  const down = outage.state === "down";
  const tag = `connection-${outage.connectionId}`;
  const body = (down ? outageBody : backBody).replace("{time}", () => timeIn(outage.timezone, outage.at))
    .replace("{name}", () => cut(outage.name, TITLE_BYTES));
  const notification = {
    title: down ? outageTitle : backTitle,
    body: reader.hideText ? "" : body,
    tag,
    navigate: "/connections",
    lang: tags[reader.language],
    app_badge: reader.badge,
    ...(!down && { silent: true }),
  };
  return JSON.stringify({
    ...(outage.state === "gone" ? { app_badge: reader.badge } : { web_push: 8030, notification }),
    data: {
      kind: "connection",
      state: outage.state,
      tag,
      uuid: null,
      ticketId: null,
      status: null,
      messageId: null,
      at: outage.at.toISOString(),
    },
  });
}

/** The last push of a session: the device deletes what it keeps of it, and says so. */
export function overPayload(language: Language, sessionId: string, at: Date): string {
  const words = wordsOf(language);
  const notification = {
    title: words.overTitle,
    body: words.overBody,
    tag: "over",
    navigate: "/login",
    lang: tags[language],
    app_badge: 0,
  };
  return JSON.stringify({
    web_push: 8030,
    notification,
    data: { kind: "over", sessionId, uuid: null, ticketId: null, status: null, messageId: null, at: at.toISOString() },
  });
}

/** The push of the test button. */
export function testPayload(language: Language, badge: number, at: Date): string {
  const words = wordsOf(language);
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title: words.testTitle,
      body: words.testBody,
      tag: "test",
      navigate: "/tickets",
      lang: tags[language],
      app_badge: badge,
    },
    data: { kind: "test", uuid: null, ticketId: null, status: null, messageId: null, at: at.toISOString() },
  });
}

/** A contact without a name is called by its number, in whatever spelling: that is masked like the number. */
export function titleOf(contact: About["contact"], hideNumbers: boolean): string {
  if (!hideNumbers || contact.isGroup) return contact.name;
  return namesNumber(contact.name, contact.number) ? maskNumber(contact.number) : contact.name;
}

function bodyOf(about: About, language: Language): string {
  const words = wordsOf(language);
  const lines = about.lines.slice(-3).map((line) => cut(lineOf(line, language), LINE_BYTES));
  if (about.why === "mention") {
    return words.mentioned.replace("{name}", () => cut(about.author, TITLE_BYTES)).replace(
      "{text}",
      () => lines.join("\n"),
    );
  }
  const first = about.why === "transfer" ? [words.transferred] : about.why === "waits" ? [words.waits] : [];
  return [...first, ...lines].join("\n");
}

/** A message in one line, called by its kind where it is more than words. */
export function lineOf(line: PushLine, language: Language): string {
  const text = line.body.replace(/\s+/g, " ").trim();
  const word = mediaWord(line);
  if (!word) return text;
  const said = wordsOf(language).kinds[word];
  return text ? `${said}: ${text}` : said;
}
function mediaWord({ kind, data }: PushLine): MediaWord | null {
  switch (kind) {
    case "image":
      return data?.sticker ? "sticker" : "image";
    case "audio":
      return data?.voice ? "voice" : "audio";
    case "video":
      return "video";
    case "application":
      return "document";
    case "locationMessage":
      return "location";
    case "contactMessage":
      return "contact";
    case "call_log":
      return "call";
    case "chat":
      return null;
    default:
      return "unknown";
  }
}

const encoder = new TextEncoder();
/** The beginning of a text in at most so many bytes; what a person sees as one character stays whole. */
export function cut(text: string, bytes: number): string {
  if (encoder.encode(text).length <= bytes) return text;
  let out = "";
  let left = bytes - encoder.encode("…").length;
  // Made where it is needed: the first one loads tables for 15 ms, which every start would wait for.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= encoder.encode(segment).length;
    if (left < 0) break;
    out += segment;
  }
  return `${out}…`;
}

/** The JSON of what `build` makes of the body, with the body cut until it fits (escapes make text longer). */
export function fitting(body: string, build: (body: string) => unknown): string {
  for (let size = MAX_PUSH_BYTES;; size = Math.floor(size * 0.7)) {
    const json = JSON.stringify(build(cut(body, size)));
    if (encoder.encode(json).length <= MAX_PUSH_BYTES || size < 10) return json;
  }
}
