// The server's time. A device's own clock may be off by hours or, after an empty battery, by years; each answer of the server tells its
// time, and the app remembers the difference. Compare the server's times with `serverNow`; a pause between two moments on this device
// may be measured by its own clock.

const KEY = "recado.clock";
/** The server tells whole seconds, and its answer was under way: a smaller difference counts as none. */
const COARSE_MS = 2_000;

let offset: number | undefined;

/** The server's time, ms, as well as this device knows it. */
export function serverNow(): number {
  offset ??= Number(globalThis.localStorage?.getItem(KEY)) || 0;
  return Date.now() + offset;
}

/**
 * The earliest possible time, ms: by this clock, or by the server's as last heard, which is wrong once the person has set this clock
 * right. A record that is old by this time is old for certain.
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
