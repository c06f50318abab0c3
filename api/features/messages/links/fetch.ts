// Asks a page for what its card shows: few bytes, little time, never an inner address.
import { guardedFetch } from "../../../core/outside/egress.ts";
import type { Env } from "../../../core/env.ts";
import { inspect } from "../../../core/media/media.ts";
import { factsOf, type PageFacts } from "./page.ts";

const MAX_HTML = 512 * 1024;
const MAX_PICTURE = 1024 * 1024;
const TIMEOUT_MS = 6_000;
const WHO = "Mozilla/5.0 (compatible; Recado; link card)";
let allowed: readonly string[] = [];

/** Sets once at start which inner hosts may be asked all the same. */
export function setUpCards(env: Pick<Env, "EGRESS_ALLOW">): void {
  allowed = env.EGRESS_ALLOW;
}

interface Found extends PageFacts {
  picture: Uint8Array | null;
}

/** What a page says of itself with its picture; null where it is no page, says nothing, or cannot be had. */
export async function askPage(url: string): Promise<Found | null> {
  const page = await get(url, /^(text\/html|application\/xhtml\+xml)/i, MAX_HTML, "text/html");
  if (!page) return null;
  const facts = factsOf(decoded(page.bytes, page.type));
  if (!facts.title) return null;
  const image = facts.image ? URL.parse(facts.image, page.url)?.href : undefined;
  return { ...facts, picture: image ? await pictureAt(image) : null };
}

/** A picture by its content, not by what its server calls it: one that a browser shows, small enough. */
async function pictureAt(url: string): Promise<Uint8Array | null> {
  const found = await get(url, /^image\/(png|jpeg|gif|webp|avif)/i, MAX_PICTURE, "image/*", true);
  if (!found) return null;
  const facts = await inspect(found.bytes, { fileName: "card" }).catch(() => null);
  return facts?.kind === "image" && facts.width && facts.height ? found.bytes : null;
}

interface Got {
  bytes: Uint8Array;
  type: string;
  url: string;
}
/** The beginning of what an address answers, at most so many bytes; with `whole` more than that is nothing. */
async function get(url: string, types: RegExp, max: number, accept: string, whole = false): Promise<Got | null> {
  try {
    const response = await guardedFetch({ origins: [], allow: allowed, webPorts: true })(url, {
      headers: { accept, "user-agent": WHO },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !types.test(type)) {
      await response.body?.cancel();
      return null;
    }
    const bytes = await beginning(response, max, whole);
    return bytes && { bytes, type, url: response.url || url };
  } catch {
    // Refused, too slow, or not there: a link without a card.
    return null;
  }
}

async function beginning(response: Response, max: number, whole: boolean): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(max);
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const room = max - length;
    bytes.set(chunk.subarray(0, room), length);
    length += Math.min(room, chunk.byteLength);
    // Leaving the loop ends the answer.
    if (chunk.byteLength > room) return whole ? null : bytes;
  }
  return bytes.subarray(0, length);
}

function decoded(bytes: Uint8Array, type: string): string {
  const said = /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 2048)))?.[1];
  try {
    return new TextDecoder(said ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
