// What a turn carries to a service, and what of its answer is done. Each provider reads and writes these.

/** What an integration is set to. */
export interface Settings {
  id: number;
  type: "dialogflow" | "n8n" | "webhook" | "typebot" | "prompt";
  projectName: string;
  language: string;
  url: string;
  slug: string;
  expiresMin: number;
  delayMs: number;
  keywordFinish: string;
  keywordRestart: string;
  restartMessage: string;
  unknownMessage: string;
}
/** Who writes, where, and what. */
export interface Heard {
  companyId: number;
  connection: { id: number; name: string; channel: string };
  contact: { id: number; name: string; number: string; email: string };
  ticket: { id: number; uuid: string; status: string; queueId: number | null; userId: number | null; isGroup: boolean };
  timezone: string;
  /** The customer's words since the last turn, one line a message. */
  text: string;
  /** Their files, newest last. */
  media: { id: string; url: string; mime: string; name: string; bytes: number }[];
  lastMessage: { id: number; type: string; body: string; quotedId: number | null; at: string };
}
/** What the flow asked the customer for last. */
export interface Expects {
  type: string;
  /** Choices in their order, as the flow wants them back. */
  items?: string[];
  /** Several may be chosen. */
  multiple?: boolean;
  /** The flow takes files: as answers, or beside a text. */
  files?: boolean;
}
/** How far a conversation is with a flow. */
export interface Place {
  externalId: string | null;
  expects: Expects | null;
  /** The same for every try of this turn. */
  turnId: string;
}
export interface Part {
  text?: string;
  /** A file at an address outside, sent with the text as its caption. */
  file?: { url: string };
  /** Ms to wait before it, beyond the pause between texts. */
  waitMs?: number;
}
export type Action =
  | { type: "transfer"; queueId: number | null; userId: number | null }
  | { type: "close" }
  | { type: "stopBot" };
export interface Answer {
  parts: Part[];
  actions: Action[];
  place: Pick<Place, "externalId" | "expects">;
  /** The flow has ended: people, unless an action says otherwise. */
  over: boolean;
}
export const MAX_TEXT = 4096;
/** Texts and files of one answer. */
export const MAX_PARTS = 30;
