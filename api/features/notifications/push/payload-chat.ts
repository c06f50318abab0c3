// What the push of a colleague's chat says.
import { cut, fitting, lineOf, tags } from "./payload.ts";
import { type Language, wordsOf } from "./words.ts";

const TITLE_BYTES = 240;
const LINE_BYTES = 1200;

/** What was said, and where. */
export interface ChatSaid {
  uuid: string;
  /** Empty in a chat of two. */
  title: string;
  messageId: number;
  kind: string;
  body: string;
  author: string;
  at: Date;
}
interface Reader {
  language: Language;
  hideText: boolean;
  badge: number;
  mentioned: boolean;
}

/** The push that rings for a chat on one person's devices, as JSON. */
export function chatPayload(said: ChatSaid, { language, hideText, badge, mentioned }: Reader): string {
  const words = wordsOf(language);
  const line = cut(lineOf({ kind: said.kind, body: said.body, data: null }, language), LINE_BYTES);
  const author = cut(said.author, TITLE_BYTES);
  const named = words.mentioned.replace("{name}", () => author).replace("{text}", () => line);
  const body = hideText ? "" : mentioned ? named : said.title ? `${author}: ${line}` : line;
  return fitting(body, (text) => ({
    web_push: 8030,
    notification: {
      title: hideText ? words.newMessage : cut(said.title || said.author, TITLE_BYTES),
      body: text,
      tag: said.uuid,
      navigate: `/chats/${said.uuid}`,
      lang: tags[language],
      app_badge: badge,
    },
    data: {
      kind: "chat",
      uuid: said.uuid,
      ticketId: null,
      status: null,
      messageId: said.messageId,
      at: said.at.toISOString(),
    },
  }));
}
