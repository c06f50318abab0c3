// What time it is. A device's own clock may be off by hours or, after an empty battery, by years; each answer of the server says its
// time, and how far this clock is off is remembered. What the server dates is judged by `serverNow`; a pause between two moments on this
// device may be measured by its own clock.

const KEY = "recado.clock";
/** The server says whole seconds, and its answer was under way: less than this is no difference. */
const COARSE_MS = 2_000;

let offset: number | undefined;

/** The server's time, ms, as well as this device knows it. */
export function serverNow(): number {
  offset ??= Number(globalThis.localStorage?.getItem(KEY)) || 0;
  return Date.now() + offset;
}

/**
 * The earliest that it may be, ms: by this clock, or by the server's as last heard, which is wrong once somebody has set this one right.
 * What is old by this is old.
 */
export function earliestNow(): number {
  return Math.min(Date.now(), serverNow());
}

/** Learns from the `Date` header of an answer that came just now, after so many ms. */
export function noteServerTime(date: string | null, tookMs: number): void {
  const said = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(said)) return;
  const wrong = said + 500 + tookMs / 2 - Date.now();
  const next = Math.abs(wrong) < COARSE_MS + tookMs ? 0 : wrong;
  if (Math.abs(next - (serverNow() - Date.now())) < COARSE_MS) return;
  offset = next;
  try {
    globalThis.localStorage?.setItem(KEY, String(next));
  } catch { /* no room: known until the page goes */ }
}
