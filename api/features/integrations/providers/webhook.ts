// n8n and other programs behind an address: one signed envelope for all channels (Standard Webhooks), and every form of answer that n8n
// gives (docs/integrators.md#webhooks).
import { askTwice, jsonOf, NoAnswer, type Said, textOf } from "../../../core/outside/providers.ts";
import { signature } from "../../../core/outside/webhook-signature.ts";
import { type Action, type Answer, type Heard, MAX_PARTS, MAX_TEXT, type Part, type Place } from "./turn.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;

/** Posts a turn and reads the answer. Throws NoAnswer. */
export async function askWebhook(url: string, secret: string | undefined, heard: Heard, place: Place): Promise<Answer> {
  const body = JSON.stringify(envelope(heard));
  const at = Math.floor(Date.now() / 1000);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/plain",
    "webhook-id": place.turnId,
    "webhook-timestamp": String(at),
    ...secret && { "webhook-signature": signature(secret, place.turnId, at, body) },
  };
  return readAnswer(await askTwice(url, { headers, body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }));
}

function envelope(heard: Heard) {
  const { companyId, connection, contact, ticket, text, media, lastMessage } = heard;
  const files = media.map(({ url, mime, name, bytes }) => ({ url, mime, name, bytes }));
  const [file] = files.slice(-1);
  return {
    type: "message.received",
    timestamp: new Date().toISOString(),
    data: {
      company: { id: companyId },
      connection,
      contact,
      ticket,
      message: { ...lastMessage, body: text, ...file && { media: file } },
      media: files,
      // n8n's AI nodes and flows made for Evolution read these two.
      chatInput: text,
      sessionId: ticket.uuid,
      // What flows made for Whaticket look for in the raw message.
      compat: {
        key: { remoteJid: `${contact.number}@s.whatsapp.net`, fromMe: false, id: String(lastMessage.id) },
        pushName: contact.name,
        message: { conversation: text },
      },
    },
  };
}

/** n8n's words for "your flow answers later". */
const STARTED = /^workflow (was|got) started\.?$/i;
const asText = (value: unknown) => typeof value === "string" && value.trim() ? value.trim().slice(0, MAX_TEXT) : null;

/**
 * Nothing, plain text, an object, an array of objects, files by address, commands. Throws NoAnswer for a page of HTML or what is no
 * answer at all.
 */
export function readAnswer(said: Said): Answer {
  const text = textOf(said)?.trim();
  if (text === undefined) throw new NoAnswer("nonsense");
  const json = jsonOf(said);
  if (!text || json === null) return answer([], []);
  if (typeof json === "string") return answer([{ text: json.slice(0, MAX_TEXT) }], []);
  if (typeof json !== "object") {
    if (json !== undefined) return answer([{ text: String(json) }], []);
    if (/html/i.test(said.type) || /^<(!doctype|html|\?xml)/i.test(text) || /json/i.test(said.type)) {
      throw new NoAnswer("nonsense");
    }
    return answer([{ text: text.slice(0, MAX_TEXT) }], []);
  }
  const entries = (Array.isArray(json) ? json : [json]).filter((one) => typeof one === "object" && one !== null);
  const read = entries.map((entry) => readEntry(unwrapped(entry as Record<string, unknown>)));
  return answer(read.flatMap(({ parts }) => parts), read.flatMap(({ actions }) => actions));
}
const answer = (parts: Part[], actions: Action[]): Answer => ({
  parts: parts.slice(0, MAX_PARTS),
  actions,
  place: { externalId: null, expects: null },
  over: false,
});
/** n8n's nodes wrap entries as `{json: {…}}`. */
function unwrapped(entry: Record<string, unknown>): Record<string, unknown> {
  return typeof entry.json === "object" && entry.json !== null ? entry.json as Record<string, unknown> : entry;
}

function readEntry(entry: Record<string, unknown>): { parts: Part[]; actions: Action[] } {
  const plain = asText(entry.output) ?? asText(entry.answer) ?? asText(entry.text) ?? asText(entry.message);
  const messages = Array.isArray(entry.messages) ? entry.messages.flatMap(readPart) : [];
  const parts = messages.length ? messages : plain && !STARTED.test(plain) ? [{ text: plain }] : [];
  return { parts, actions: Array.isArray(entry.actions) ? entry.actions.flatMap(readAction) : [] };
}
function readPart(given: unknown): Part[] {
  if (typeof given === "string") return given.trim() ? [{ text: given.trim().slice(0, MAX_TEXT) }] : [];
  if (typeof given !== "object" || given === null) return [];
  const { text, url, caption } = given as Record<string, unknown>;
  const words = asText(caption) ?? asText(text);
  if (typeof url === "string" && /^https?:\/\//.test(url)) return [{ file: { url }, ...words && { text: words } }];
  return words ? [{ text: words }] : [];
}
/** A command of a flow; what is none is passed over. */
export function readAction(given: unknown): Action[] {
  if (typeof given !== "object" || given === null) return [];
  const { type, queueId, userId } = given as Record<string, unknown>;
  if (type === "close" || type === "stopBot") return [{ type }];
  const id = (value: unknown) => {
    const number = Number(value);
    return value !== null && value !== "" && Number.isSafeInteger(number) && number > 0 ? number : null;
  };
  return type === "transfer" ? [{ type, queueId: id(queueId), userId: id(userId) }] : [];
}
