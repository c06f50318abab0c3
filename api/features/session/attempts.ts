// How often a password may be tried (proof S14): ten times in fifteen minutes for an account, a hundred for an address.
// The tries that cost a hash are rows, so the bound holds over processes and restarts; how the delay grows is this process's.
import { refuse } from "../../contract/errors.ts";
import { digest } from "../../core/secrets/seal.ts";
import { asPlatform } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

const ACCOUNT_TRIES = 10;
const ADDRESS_TRIES = 100;
const FIRST_PENALTY_MS = 30_000;
const LONGEST_MS = 3_600_000;
const MAX_LOCKS = 10_000;

interface Lock {
  refusals: number;
  until: number;
}
const locks = new Map<string, Lock>();

/** A try that was allowed; `forgive` takes it back when the password was right. */
export interface Attempt {
  keys: string[];
  at: string;
}

/**
 * Counts a try before its hash is computed. Refuses ERR_TOO_MANY_REQUESTS with a delay that grows with each refusal. A known
 * device has its own count: an attacker elsewhere cannot lock its person out.
 */
export async function beginAttempt(email: string, address: string, device: string | null): Promise<Attempt> {
  const limits: [string, number][] = device
    ? [[`device:${device}`, ACCOUNT_TRIES]]
    : [[`account:${digest("login", email)}`, ACCOUNT_TRIES], [`address:${address}`, ADDRESS_TRIES]];
  for (const [key] of limits) {
    const lock = locks.get(key);
    if (lock && lock.until > Date.now()) refuseLonger(key, lock.until);
  }
  const keys = limits.map(([key]) => key);
  const begun = await asPlatform(async (tx) => {
    for (const key of keys) await queries.lockAttempts(tx, key);
    for (const [key, limit] of limits) {
      const wait = await queries.waitFor(tx, key, limit);
      if (wait !== null) return { key, wait };
    }
    return { at: await queries.insertAttempts(tx, keys) };
  });
  if (begun.at !== undefined) return { keys, at: begun.at };
  return refuseLonger(begun.key, Date.now() + begun.wait * 1000);
}

/** A right password is no guess: it does not count. */
export async function forgive(attempt: Attempt): Promise<void> {
  await asPlatform((tx) => queries.removeAttempts(tx, attempt.keys, attempt.at));
}

function refuseLonger(key: string, until: number): never {
  const now = Date.now();
  const before = locks.get(key);
  const refusals = before && before.until > now ? before.refusals : 0;
  const later = Math.min(until + FIRST_PENALTY_MS * 2 ** Math.min(refusals, 10), now + LONGEST_MS);
  if (locks.size >= MAX_LOCKS) forgetPassed(now);
  locks.set(key, { refusals: refusals + 1, until: later });
  return refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: (later - now) / 1000 });
}
function forgetPassed(now: number): void {
  for (const [key, lock] of locks) if (lock.until <= now) locks.delete(key);
  if (locks.size >= MAX_LOCKS) locks.clear();
}
