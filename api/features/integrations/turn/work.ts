// A turn: what the customer said is carried to the service outside any transaction, and its answer counts only where nothing has
// changed meanwhile.
import { typeTo } from "../../../core/live/type-to.ts";
import { cleaned } from "../../../core/outside/clean.ts";
import { getLimited } from "../../../core/outside/limited.ts";
import { asNoAnswer, NoAnswer } from "../../../core/outside/providers.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { ask } from "../providers/ask.ts";
import type { Answer, Part } from "../providers/turn.ts";
import type { Use } from "../../prompts/actions/uses.ts";
import { begin as beginIn, type Begun } from "./begin.ts";
import { converse } from "./converse.ts";
import { type Fetched, finish } from "./finish.ts";
import { listen } from "./listen.ts";

/** Bytes of a file that a service answers with, and of all files of one answer. */
const MAX_FILE = 16 * 1024 * 1024;
const MAX_FILES = 2 * MAX_FILE;
/** Ms for one of them, and for all. */
const FILE_MS = 15_000;
const FILES_MS = 45_000;

/** Carries what waits of a ticket's customer, and does what the answer says. */
export async function work(companyId: number, { ticketId }: { ticketId: number }): Promise<void> {
  const begin = () => withTenant({ companyId }, (tx) => beginIn(tx, ticketId, new Date()));
  let begun = await begin();
  while (begun && "notes" in begun) {
    await listen(companyId, begun.by, begun.notes);
    begun = await begin();
  }
  if (!begun) return;
  await carry(companyId, begun);
}

async function carry(companyId: number, begun: Begun): Promise<void> {
  const { ticket, contact, connection } = begun.heard;
  const to = {
    companyId,
    ticketId: ticket.id,
    contactId: contact.id,
    connectionId: connection.id,
    channel: connection.channel,
  };
  typeTo(to, true);
  try {
    await askAndApply(companyId, begun);
  } finally {
    typeTo(to, false);
  }
}

async function askAndApply(companyId: number, begun: Begun): Promise<void> {
  const started = performance.now();
  const { answer, use, voice } = await answerTo(begun).then(cleaned)
    .catch((error) => ({ answer: asNoAnswer(error), use: null, voice: null }));
  const ms = performance.now() - started;
  const done = (answer: Answer | NoAnswer, parts: readonly Fetched[]) =>
    withTenant({ companyId }, (tx) => finish(tx, begun, { answer, parts, use, ms, now: new Date() }));
  if (answer instanceof NoAnswer) return await done(answer, []);
  try {
    const spoken = voice ? [{ file: { bytes: voice, name: "voice.ogg", type: "audio/ogg", isVoice: true } }] : null;
    await done(answer, spoken ?? cleaned(await fetchAll(answer.parts)));
  } catch (error) {
    if (!isOfTheAnswer(error)) throw error;
    await done(asNoAnswer(error), []);
  }
}

interface Answered {
  answer: Answer;
  use: Use | null;
  voice: Uint8Array | null;
}
async function answerTo({ mind, settings, secrets, heard, place }: Begun): Promise<Answered> {
  if (mind) return await converse(mind, heard);
  return { answer: await ask(settings, secrets, heard, place), use: null, voice: null };
}

/** Asked again, the answer would be refused again: the code or the database did not expect it. A database that is away would not. */
function isOfTheAnswer(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code !== "string" || /^(22|23|54)...$/.test(code);
}

/** Parts with their files, fetched one after the other; where one cannot be had, or is too much, its address is said. */
async function fetchAll(parts: readonly Part[]): Promise<Fetched[]> {
  const until = Date.now() + FILES_MS;
  let room = MAX_FILES;
  const all: Fetched[] = [];
  for (const { text, file, waitMs } of parts) {
    const timeoutMs = Math.min(FILE_MS, until - Date.now());
    const max = Math.min(MAX_FILE, room);
    const got = file && max > 0 && timeoutMs > 0
      ? await getLimited(file.url, { types: /./, max, accept: "*/*", whole: true, timeoutMs })
      : null;
    room -= got?.bytes.length ?? 0;
    all.push({
      text: file && !got ? [text, file.url].filter(Boolean).join("\n") : text,
      waitMs,
      file: got && { bytes: got.bytes, name: nameAt(got.url), type: got.type },
    });
  }
  return all;
}

/** What a file's address calls it; one that is not encoded right is taken as it stands. */
function nameAt(url: string): string {
  const last = new URL(url).pathname.split("/").pop() || "arquivo";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
