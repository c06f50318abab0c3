// Asks an address outside for a few bytes in little time; never an inner address.
import type { Env } from "../env.ts";
import { guardedFetch } from "./egress.ts";

const MAX_FILE = 16 * 1024 * 1024;
const TIMEOUT_MS = 6_000;
const WHO = "Mozilla/5.0 (compatible; Recado; link card)";
let allowed: readonly string[] = [];

/** Reaches what everybody reaches: for addresses that strangers write. */
export const asStrangers = guardedFetch({ origins: [], allow: [], webPorts: true });
/** Sets once at start which inner hosts may be asked all the same, by addresses that our providers give. */
export function setUpOutside(env: Pick<Env, "EGRESS_ALLOW">): void {
  allowed = env.EGRESS_ALLOW;
}

/** A file that its provider lets us show and not keep, of at most 16 MB; null where it is not to be had any more. */
export function fileAt(url: string): Promise<Got | null> {
  return getLimited(url, { types: /./, max: MAX_FILE, accept: "*/*", whole: true, timeoutMs: 30_000 });
}

export interface Got {
  bytes: Uint8Array;
  type: string;
  url: string;
}
interface Wanted {
  types: RegExp;
  /** Bytes. */
  max: number;
  accept: string;
  /** More than `max` is nothing; otherwise its beginning. */
  whole?: boolean;
  /** Reaches the address; without it as our providers' addresses are reached. */
  ask?: typeof fetch;
  timeoutMs?: number;
}
/** The beginning of what an address answers; null where it answers something else, is inside, too slow, or not there. */
export async function getLimited(
  url: string,
  {
    types,
    max,
    accept,
    whole = false,
    timeoutMs = TIMEOUT_MS,
    ask = guardedFetch({ origins: [], allow: allowed, webPorts: true }),
  }: Wanted,
): Promise<Got | null> {
  try {
    const response = await ask(url, {
      headers: { accept, "user-agent": WHO },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !types.test(type)) {
      await response.body?.cancel();
      return null;
    }
    const bytes = await beginning(response, max, whole);
    return bytes && { bytes, type, url: response.url || url };
  } catch {
    return null;
  }
}

async function beginning(response: Response, max: number, whole: boolean): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const room = max - length;
    const kept = chunk.subarray(0, room);
    // Leaving the loop ends the answer.
    if (kept.byteLength < chunk.byteLength && whole) return null;
    chunks.push(kept);
    length += kept.byteLength;
    if (kept.byteLength < chunk.byteLength) break;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
