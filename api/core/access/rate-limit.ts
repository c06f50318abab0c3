// Limits of one process: how often somebody may ask, and how much costly work runs at once.
import { refuse } from "../../contract/errors.ts";

interface Bucket {
  tokens: number;
  at: number;
  perMs: number;
  burst: number;
}
const buckets = new Map<string, Bucket>();
const MAX_BUCKETS = 50_000;

/** What is left after one was taken, or could not be: `next` and `reset` are seconds until one more, and until all. */
export interface Left {
  ok: boolean;
  limit: number;
  remaining: number;
  next: number;
  reset: number;
}

/** Takes one token of the key's bucket; false when it is empty. `burst` is the bucket's size (proof S14). */
export function allow(key: string, perMinute: number, burst = perMinute, now = Date.now()): boolean {
  return take(key, perMinute, burst, now).ok;
}

/** The same, and what is left. */
export function take(key: string, perMinute: number, burst = perMinute, now = Date.now()): Left {
  const perMs = perMinute / 60_000;
  const bucket = buckets.get(key) ?? { tokens: burst, at: now, perMs, burst };
  bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perMs);
  bucket.at = now;
  if (buckets.size >= MAX_BUCKETS && !buckets.has(key)) forgetFull(now);
  buckets.set(key, bucket);
  const ok = bucket.tokens >= 1;
  if (ok) bucket.tokens--;
  const seconds = (tokens: number) => Math.max(0, Math.ceil(tokens / perMs / 1000));
  const next = seconds(1 - bucket.tokens);
  return { ok, limit: burst, remaining: Math.floor(bucket.tokens), next, reset: seconds(burst - bucket.tokens) };
}

/** A full bucket says nothing; if all are in use, everybody starts anew rather than memory growing without end. */
function forgetFull(now: number): void {
  for (const [key, b] of buckets) if (b.tokens + (now - b.at) * b.perMs >= b.burst) buckets.delete(key);
  if (buckets.size >= MAX_BUCKETS) buckets.clear();
}

/**
 * Runs at most `size` pieces of work at once; others wait in line. Refuses ERR_TOO_MANY_REQUESTS when the line is full, so
 * that a flood is turned away instead of delaying everybody.
 */
export function lanes(size: number, line = 200): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= size) {
      if (waiting.length >= line) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
