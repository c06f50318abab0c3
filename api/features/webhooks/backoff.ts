// How long a delivery waits after a failure: growing distances over three days.

const MINUTE = 60;
const HOUR = 3_600;
/** Seconds after the first, second … failure; after the last of them always the last. */
const WAITS = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR];
/** A delivery is given up, and a webhook that never succeeds is paused, after so long, ms. */
export const GIVEN_UP_MS = 3 * 24 * HOUR * 1000;
/** From so many failures in a row on one delivery at a time asks whether somebody is there again. */
export const PROBES_FROM = 3;
/** Longer nobody waits to ask, s. */
const PROBE_MAX_S = HOUR;

/** Seconds until a delivery that failed so often is tried again; a receiver may ask for more, up to twelve hours. */
export function waitAfter(attempts: number, wished: number | null = null): number {
  const own = WAITS[Math.min(attempts, WAITS.length) - 1] ?? WAITS[0]!;
  return Math.max(own, Math.min(wished ?? 0, WAITS.at(-1)!));
}
/** Seconds until a receiver that failed so often in a row is asked again. */
export function probeAfter(failures: number): number {
  return Math.min(PROBE_MAX_S, waitAfter(failures - PROBES_FROM + 1));
}
