// A question to the session that holds a connection, with its answer within ten seconds
// (docs/architecture/delivery.md#requests-to-a-session). The question is a row in `channel_requests`, so any process may ask; a
// word over NOTIFY brings the answer at once, a look at the row if the word is lost.
import type { Connection, ProviderTemplate } from "../../../../channels/sdk/mod.ts";
import { withTenant } from "../../../../db/tenant.ts";
import type { Listener } from "../../../../db/listen.ts";
import { type ErrorCode, refuse } from "../../../contract/errors.ts";
import { wakeChannel } from "../../../core/live/wake.ts";

/** People of one answer. */
export const PEOPLE_AT_ONCE = 2000;

/** What a session can be asked, and what it answers. */
export interface Questions {
  /** Who of these numbers can be written to. */
  numbers: { asked: { numbers: string[] }; answer: Awaited<ReturnType<NonNullable<Connection["checkNumbers"]>>> };
  /** Whom the phone knows, a part at a time: an answer is a row. */
  people: {
    asked: { of: "book" | "chats"; from: number };
    answer: { people: Awaited<ReturnType<NonNullable<Connection["people"]>>>; all: number };
  };
  /** The texts that the provider has. */
  templates: { asked: Record<string, never>; answer: ProviderTemplate[] };
}
export type Question = keyof Questions;
export type Answer = { value: unknown } | { error: ErrorCode };

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

/** An answer lies ready under this id: the process that asked looks for it. */
export function answered(companyId: number, id: number): void {
  const word = `${companyId}:${id}`;
  const look = waiting.get(word);
  if (look) look();
  else tell(word);
}

/**
 * Asks the session of a connection. Refuses with the provider's reason, or ERR_PROVIDER_UNREACHABLE when nobody has answered
 * after ten seconds. Never inside a transaction: what waits for another process must hold nothing.
 */
export async function ask<K extends Question>(
  { companyId, connectionId }: { companyId: number; connectionId: number },
  kind: K,
  question: Questions[K]["asked"],
  patienceMs = PATIENCE_MS,
): Promise<Questions[K]["answer"]> {
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
    const answer = await takeAnswer(companyId, id);
    if (answer) {
      waiting.delete(word);
      return "error" in answer ? refuse(answer.error) : answer.value as Questions[K]["answer"];
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

/** The answer, if it is there; it is kept no longer. */
async function takeAnswer(companyId: number, id: number): Promise<Answer | undefined> {
  return await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ answer: Answer }[]>`
      delete from app.channel_requests where company_id = ${companyId} and id = ${id} and answer is not null returning answer`;
    return row?.answer;
  });
}
