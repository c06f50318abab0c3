// Finds words in kept records as the server does: without case and accents. Pure.
import { PLAIN_LETTERS } from "../../../api/contract/words/name-order.ts";

/** A text for comparing: lower case, no accents. Turkish ı and İ are an i, as for the server. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\p{M}/gu, "")
    .replace(/[ıßøłđæœðþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** `#12` and `12` name a ticket. */
export function ticketNumber(needle: string): number | null {
  return /^#?\d{1,18}$/.test(needle) ? Number(needle.replace("#", "")) : null;
}

/** The digits of a typed number: `(11) 9 8888` finds 5511988887777. Empty when it is no number. */
export function digitsOf(needle: string): string {
  return /^[\d\s()+.-]+$/.test(needle) ? needle.replace(/\D/g, "") : "";
}

/** True if a name or a number holds the typed `needle`. */
export function findsPerson(needle: string, name: string, number: string): boolean {
  const digits = digitsOf(needle);
  return foldText(`${name} ${number}`).includes(foldText(needle)) || (digits.length > 0 && number.includes(digits));
}

const AROUND = 24;
/** A piece of a text around the first find, for a list's line; null where it is not found. */
export function excerpt(text: string, needle: string): string | null {
  const folded = foldText(text);
  const at = folded.indexOf(foldText(needle));
  if (at < 0) return null;
  // Folding may change lengths; the place is near enough for an excerpt.
  const from = Math.max(0, at - AROUND);
  return (from > 0 ? "…" : "") + text.slice(from, from + AROUND * 4).replaceAll(/\s+/g, " ").trim();
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
/** How long a scan may hold the thread before typing gets its turn, ms: half a frame. */
const TURN_MS = 8;

/**
 * Goes through entries, newest first as given, and gives the thread back every few ms. Stops when `signal` aborts; answers the
 * entries found.
 */
export async function scan<T, F>(
  entries: Iterable<T> | AsyncIterable<T>,
  look: (entry: T) => F | null,
  signal?: AbortSignal,
  turnMs = TURN_MS,
): Promise<F[]> {
  const found: F[] = [];
  let began = performance.now();
  for await (const entry of entries) {
    if (signal?.aborted) break;
    const find = look(entry);
    if (find !== null) found.push(find);
    if (performance.now() - began > turnMs) {
      await pause();
      began = performance.now();
    }
  }
  return found;
}
