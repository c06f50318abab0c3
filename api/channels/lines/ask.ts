// A question to the session that holds a connection, with its answer within ten seconds (architecture §8). The question is a row in
// `channel_requests`, so any process may ask; a word over NOTIFY brings the answer at once, a look at the row if the word is lost.
import { ChannelError } from "../../../channels/sdk/mod.ts";
import { platform, withTenant } from "../../../db/tenant.ts";
import type { Listener } from "../../../db/listen.ts";
import { type ErrorCode, errors, refuse } from "../../contract/errors.ts";
import { log } from "../../core/log.ts";
import { wakeChannel } from "../../core/live/wake.ts";
import type { Line } from "../outbound/outbound.ts";

/** People of one answer. */
export const PEOPLE_AT_ONCE = 2000;

/** What a session can be asked, and how it answers. */
const answers = {
  /** Who of these numbers can be written to. */
  numbers: async ({ connection }: Line, { numbers }: { numbers: string[] }) => {
    if (!connection.checkNumbers) throw new ChannelError("rejected", { reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
    return await connection.checkNumbers(numbers);
  },
  /** Whom the phone knows, a part at a time: an answer is a row. */
  people: async ({ connection }: Line, { of, from }: { of: "book" | "chats"; from: number }) => {
    if (!connection.people) throw new ChannelError("rejected", { reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" });
    const all = await connection.people(of);
    return { people: all.slice(from, from + PEOPLE_AT_ONCE), all: all.length };
  },
};
type Questions = typeof answers;
type Asked<K extends keyof Questions> = Parameters<Questions[K]>[1];
type Answered<K extends keyof Questions> = Awaited<ReturnType<Questions[K]>>;

const CHANNEL = "recado_answers";
const PATIENCE_MS = 10_000;
/** An answer whose word was lost is found this much later. */
const LOOK_MS = 1_000;
const waiting = new Map<string, () => void>();
let tell: (word: string) => void = () => {};

/** Hears of answers that other processes gave. */
export function listenForAnswers(listener: Listener): void {
  tell = (word) => listener.notify(CHANNEL, word);
  // A burst of words arrives as `*`: everybody looks.
  listener.on(CHANNEL, (words) => {
    if (words.includes("*")) { for (const look of waiting.values()) look(); }
    else for (const word of words) waiting.get(word)?.();
  }).catch(() => {});
}

/**
 * Asks the session of a connection. Refuses with the provider's reason, or ERR_PROVIDER_UNREACHABLE when nobody has answered
 * after ten seconds. Never inside a transaction: what waits for another process must hold nothing.
 */
export async function ask<K extends keyof Questions>(
  { companyId, connectionId }: { companyId: number; connectionId: number },
  kind: K,
  question: Asked<K>,
  patienceMs = PATIENCE_MS,
): Promise<Answered<K>> {
  const id = await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.channel_requests (company_id, connection_id, kind, payload, answer_by)
      values (${companyId}, ${connectionId}, ${kind}, ${
      JSON.stringify(question)
    }::text::jsonb, now() + make_interval(secs => ${patienceMs / 1000})) returning id`;
    tx.afterCommit.push(() => wakeChannel(companyId, connectionId));
    return row!.id;
  });
  const word = `${companyId}:${id}`;
  const until = performance.now() + patienceMs;
  for (let left = patienceMs; left > 0; left = until - performance.now()) {
    const heard = new Promise<void>((resolve) => waiting.set(word, resolve));
    const answer = await take(companyId, id);
    if (answer) {
      waiting.delete(word);
      return "error" in answer ? refuse(answer.error) : answer.value as Answered<K>;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([heard, new Promise((resolve) => timer = setTimeout(resolve, Math.min(left, LOOK_MS)))]);
    clearTimeout(timer);
  }
  waiting.delete(word);
  await withTenant(
    { companyId },
    (tx) => tx`delete from app.channel_requests where company_id = ${companyId} and id = ${id}`,
  );
  return refuse("ERR_PROVIDER_UNREACHABLE");
}

type Answer = { value: unknown } | { error: ErrorCode };
/** The answer, if it is there; it is kept no longer. */
async function take(companyId: number, id: number): Promise<Answer | undefined> {
  return await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ answer: Answer }[]>`
      delete from app.channel_requests where company_id = ${companyId} and id = ${id} and answer is not null returning answer`;
    return row?.answer;
  });
}

/** Answers what one connection is asked, each question once and all at the same time: somebody waits. */
export async function serveAsked(line: Line): Promise<void> {
  const rows = await platform()<{ id: number; kind: keyof Questions; payload: never }[]>`
    update app.channel_requests set attempts = 1
    where company_id = ${line.companyId} and connection_id = ${line.connectionId} and attempts = 0 and answer_by > now()
    returning id, kind, payload`;
  await Promise.all(rows.map(async ({ id, kind, payload }) => {
    const answer = JSON.stringify(await answerOf(line, kind, payload));
    await platform()`update app.channel_requests set answer = ${answer}::text::jsonb where company_id = ${line.companyId} and id = ${id}`;
    const word = `${line.companyId}:${id}`;
    const look = waiting.get(word);
    if (look) look();
    else tell(word);
  }));
}

async function answerOf(line: Line, kind: keyof Questions, question: never): Promise<Answer> {
  try {
    return { value: await answers[kind](line, question) };
  } catch (error) {
    if (error instanceof ChannelError) {
      return { error: error.reason in errors ? error.reason : "ERR_PROVIDER_REFUSED" };
    }
    log.error("a channel threw something of its own", { channel: line.manifest.id, kind, error });
    return { error: "ERR_PROVIDER_REFUSED" };
  }
}
