// The same write twice is one: the first answer is kept and replayed for 30 days.
import { createHash, createHmac } from "node:crypto";
import type { z } from "zod";
import { refuse } from "../../contract/errors.ts";
import { changer } from "../../contract/marks.ts";
import type { Tx } from "../../../db/tenant.ts";
import { purposeKey } from "../secrets/seal.ts";

/**
 * What makes two requests the same: method, path and body. Files count by name, size and content. Of a body with `secret`s
 * it takes the installation's key to make it: the few digits of a card could be guessed from a plain hash.
 */
export async function fingerprint(
  method: string,
  path: string,
  body: unknown,
  files: readonly File[],
  secret = false,
): Promise<string> {
  const hash = secret ? createHmac("sha256", purposeKey("fingerprint")) : createHash("sha256");
  hash.update(`${method} ${path} ${JSON.stringify(body) ?? ""}`);
  for (const file of files) {
    hash.update(`${file.name}:${file.size}`);
    for await (const chunk of file.stream()) hash.update(chunk);
  }
  return hash.digest("hex");
}

/** A claim of a call that has not answered for so long is nobody's any more, s. */
const CLAIM_S = 300;

/** A key and whose it is: a person's id, or a connection's below zero. */
export interface IdempotencyKey {
  of: number;
  text: string;
}
export interface KeptAnswer {
  status: number;
  answer: unknown;
}

/**
 * Claims a key. Null: go on, and call `keepAnswer`. Else the answer of the first request. A second request waits here until
 * the first has committed. Refuses ERR_IDEMPOTENCY_MISMATCH when the same key comes with another body.
 */
export async function claimKey(tx: Tx, key: IdempotencyKey, print: string): Promise<KeptAnswer | null> {
  const [claimed] = await tx`
    insert into app.idempotency_keys (company_id, user_id, key, fingerprint)
    values (${tx.companyId}, ${key.of}, ${key.text}, ${print}) on conflict do nothing returning 1`;
  if (claimed) return null;
  const [kept] = await tx<{ fingerprint: string; status: number | null; answer: unknown }[]>`
    select fingerprint, status, answer from app.idempotency_keys
    where company_id = ${tx.companyId} and user_id = ${key.of} and key = ${key.text}`;
  if (!kept || kept.fingerprint !== print) return refuse("ERR_IDEMPOTENCY_MISMATCH");
  // Only a call without a transaction of its own shows its claim before it has answered.
  if (kept.status === null) return await takeOver(tx, key) ? null : refuse("ERR_ALREADY_IN_STATE");
  return { status: kept.status, answer: kept.answer };
}

/** Takes a claim whose process died: none of those calls lasts so long. */
async function takeOver(tx: Tx, key: IdempotencyKey): Promise<boolean> {
  const taken = await tx`
    update app.idempotency_keys set created_at = now()
    where company_id = ${tx.companyId} and user_id = ${key.of} and key = ${key.text} and status is null
      and created_at < now() - make_interval(secs => ${CLAIM_S}) returning 1`;
  return taken.length > 0;
}

/** Gives a claim back: the call failed and may be tried again with the same key. */
export async function releaseKey(tx: Tx, key: IdempotencyKey): Promise<void> {
  await tx`
    delete from app.idempotency_keys
    where company_id = ${tx.companyId} and user_id = ${key.of} and key = ${key.text} and status is null`;
}

const withoutShown = changer("shownOnce", () => undefined);
/** What was shown once is not kept: a replay answers the same without it. */
export function forget(schema: z.ZodType, answer: unknown): unknown {
  return withoutShown(schema)?.(answer) ?? answer ?? null;
}

/** Keeps the answer with the key, in the same transaction as its effect. */
export async function keepAnswer(tx: Tx, key: IdempotencyKey, status: number, answer: unknown): Promise<void> {
  await tx`
    update app.idempotency_keys set status = ${status}, answer = ${JSON.stringify(answer)}::text::jsonb
    where company_id = ${tx.companyId} and user_id = ${key.of} and key = ${key.text}`;
}
