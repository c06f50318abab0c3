// Typebot: a flow that is started for a customer and goes on with each of their answers.
import { askOutside, askTwice, jsonOf, NoAnswer, type Said } from "../../../core/outside/providers.ts";
import { mediaPath } from "../../../core/media/media.ts";
import { readBubbles } from "./typebot-bubbles.ts";
import { choiceOf, type Input, inputText, readInput } from "./typebot-input.ts";
import { type Answer, type Expects, type Heard, MAX_PARTS, type Part, type Place, type Settings } from "./turn.ts";

const LIMITS = { timeoutMs: 15_000, maxBytes: 1024 * 1024 };
/** Bytes of a customer's file that is given to the flow's storage. */
const MAX_UPLOAD = 16 * 1024 * 1024;
const FORMAT = { textBubbleContentFormat: "markdown" };

interface Reply {
  sessionId?: string;
  messages?: unknown[];
  input?: Input;
  clientSideActions?: { type?: string; expectsDedicatedReply?: boolean; redirect?: { url?: string } }[];
}

/** Starts the flow, or goes on where the customer stands. A flow that has expired begins anew. Throws NoAnswer. */
export async function askTypebot(settings: Settings, heard: Heard, place: Place): Promise<Answer> {
  const { externalId, expects } = place;
  if (externalId === null) return await start(settings, heard);
  const message = await messageFor(settings, heard, expects, externalId);
  if (message === null) return unknown(settings, { externalId, expects });
  const said = await go(settings, externalId, message);
  return said === null ? await start(settings, heard) : read(settings, said, externalId);
}

const base = ({ url }: Settings) => url.replace(/\/+$/, "");
const post = (body: unknown) => ({
  ...LIMITS,
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify(body),
});

/** Where the flow speaks first, the customer's text only opened it; where it does not, the text is its first answer. */
async function start(settings: Settings, heard: Heard): Promise<Answer> {
  const { contact, connection, ticket } = heard;
  const url = `${base(settings)}/api/v1/typebots/${encodeURIComponent(settings.slug)}/startChat`;
  const prefilledVariables = {
    number: contact.number,
    pushName: contact.name,
    email: contact.email,
    channel: connection.channel,
    ticketId: String(ticket.id),
  };
  const started = readReply(
    await askTwice(url, post({ prefilledVariables, isOnlyRegistering: false, isStreamEnabled: false, ...FORMAT })),
  );
  if (!started.sessionId) throw new NoAnswer("nonsense");
  if (started.messages?.length || !started.input || !heard.text) return read(settings, started, started.sessionId);
  const expects = readInput(started.input);
  const message = await messageFor(settings, heard, expects, started.sessionId);
  if (message === null) return unknown(settings, { externalId: started.sessionId, expects });
  const said = await go(settings, started.sessionId, message);
  return said === null ? read(settings, started, started.sessionId) : read(settings, said, started.sessionId);
}

/** Null where the flow does not know the session any more. */
async function go(settings: Settings, sessionId: string, message: unknown): Promise<Reply | null> {
  const url = `${base(settings)}/api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`;
  try {
    return readReply(await askTwice(url, post({ message, ...FORMAT })));
  } catch (error) {
    if (error instanceof NoAnswer && error.reason === "status" && error.detail.startsWith("404")) return null;
    throw error;
  }
}
function readReply(said: Said): Reply {
  const json = jsonOf(said);
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new NoAnswer("nonsense");
  return json as Reply;
}

/** What the customer's answer is to the flow; null where it fits no choice. */
async function messageFor(
  settings: Settings,
  heard: Heard,
  expects: Expects | null,
  sessionId: string,
): Promise<unknown | null> {
  if (expects?.items?.length) {
    const chosen = choiceOf(heard.text, expects.items, expects.multiple === true);
    return chosen === null ? null : { type: "text", text: chosen };
  }
  if (!heard.media.length) return { type: "text", text: heard.text };
  const known: string[] = [];
  // One after the other: each is in memory while it goes.
  for (const file of heard.media) {
    const uploaded = expects?.files && file.bytes <= MAX_UPLOAD ? await upload(settings, sessionId, heard, file) : null;
    known.push(uploaded ?? file.url);
  }
  if (expects?.type === "file input") return { type: "text", text: known.join(", ") };
  if (expects?.files) return { type: "text", text: heard.text, attachedFileUrls: known };
  return { type: "text", text: [heard.text, ...known].filter(Boolean).join("\n") };
}

/** Gives a file of the customer's to the flow's own storage; null where that does not work, so that our link is used. */
async function upload(
  settings: Settings,
  sessionId: string,
  heard: Heard,
  file: Heard["media"][number],
): Promise<string | null> {
  try {
    const asked = await askOutside(
      `${base(settings)}/api/v2/generate-upload-url`,
      post({ sessionId, fileName: file.name, fileType: file.mime }),
    );
    const { presignedUrl, formData, fileUrl } = jsonOf(asked) as {
      presignedUrl?: string;
      formData?: Record<string, string>;
      fileUrl?: string;
    };
    if (asked.status !== 200 || !presignedUrl || !fileUrl) return null;
    const bytes = await Deno.readFile(mediaPath(heard.companyId, file.id));
    const form = new FormData();
    for (const [name, value] of Object.entries(formData ?? {})) form.append(name, String(value));
    form.append("file", new File([bytes], file.name, { type: file.mime }));
    const put = await askOutside(presignedUrl, { ...LIMITS, body: form });
    return put.status < 300 ? fileUrl : null;
  } catch {
    return null;
  }
}

function unknown(settings: Settings, place: Answer["place"]): Answer {
  const text = settings.unknownMessage.trim() || inputText(place.expects);
  return { parts: text ? [{ text }] : [], actions: [], place, over: false };
}

/** Typebot's own words for an answer that it does not take. */
const INVALID = /^Invalid message\. Please, try again\.?$/i;

/** Texts and files, what is asked for, commands, and whether the flow has ended. */
function read(settings: Settings, reply: Reply, sessionId: string): Answer {
  const { parts, actions } = readBubbles(reply.messages ?? []);
  const side = reply.clientSideActions ?? [];
  if (side.some(({ expectsDedicatedReply }) => expectsDedicatedReply)) {
    throw new NoAnswer("nonsense", "a reply of the browser");
  }
  const links = side.flatMap(({ redirect }): Part[] => redirect?.url ? [{ text: redirect.url }] : []);
  const expects = reply.input ? readInput(reply.input) : null;
  const question = inputText(expects);
  const said = parts.map((part) =>
    part.text && INVALID.test(part.text.trim()) && settings.unknownMessage.trim()
      ? { ...part, text: settings.unknownMessage }
      : part
  );
  const all = [...said, ...links, ...question ? [{ text: question }] : []].slice(0, MAX_PARTS);
  const silent = !all.length && !actions.length && settings.unknownMessage.trim();
  return {
    parts: silent ? [{ text: settings.unknownMessage }] : all,
    actions,
    place: { externalId: sessionId, expects },
    over: !reply.input,
  };
}
