// A provider's own limit: so many people in any 24 hours may be written to first; a number earns its way from one tier to the next.
// Pure; times in ms. Counted by whole hours, and an hour counts until all of it is 24 hours ago: never one too many.
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When an hour began, and how many people were written to first in it. */
export type BegunHour = readonly [at: number, people: number];

/** How many people may be written to first: what the provider said of the number (0: without a limit), else the lowest tier. */
export function peopleLimit(tiers: readonly (number | null)[], said: number | null): number {
  if (said === 0) return Infinity;
  return said ?? tiers[0] ?? Infinity;
}

/** May one more be written to first? `go` is the count to keep. */
export function decideTier(
  begun: readonly BegunHour[],
  limit: number,
  now: number,
): { go: BegunHour[] } | { wait: number } {
  const running = begun.filter(([at]) => at + HOUR + DAY > now);
  const people = running.reduce((sum, [, n]) => sum + n, 0);
  if (people < limit) {
    const hour = Math.floor(now / HOUR) * HOUR;
    const last = running.at(-1);
    return { go: last?.[0] === hour ? [...running.slice(0, -1), [hour, last[1] + 1]] : [...running, [hour, 1]] };
  }
  // The hours that must pass before there is room again; a limit that sank may need several.
  let over = people - limit;
  const frees = running.find(([, n]) => (over -= n) < 0);
  return { wait: frees ? frees[0] + HOUR + DAY - now : DAY };
}
