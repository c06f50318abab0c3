// What calendar and clock of a place show at an instant, and the instant at which they show something. What the clocks do in
// spring and autumn is the place's business, which the platform's time zone data knows.
import type { Weekday } from "./schedule.ts";

export interface WallTime {
  weekday: Weekday;
  /** Since midnight, 0–1439. */
  minute: number;
  /** YYYY-MM-DD. */
  date: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    weekday: "long",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timezone, format);
  return format;
}

/** What calendar and clock of a place show at an instant. Throws a RangeError for a time zone that does not exist. */
export function wallTime(at: Date, timezone: string): WallTime {
  const parts = formatOf(timezone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return {
    weekday: part("weekday").toLowerCase() as Weekday,
    minute: Number(part("hour")) * 60 + Number(part("minute")),
    date: `${part("year")}-${part("month")}-${part("day")}`,
  };
}

const MINUTE_MS = 60_000;
/** No place is further from Greenwich, ms. */
const FURTHEST_MS = 16 * 3600_000;

/**
 * The instant at which a place's calendar shows `date` (YYYY-MM-DD) and its clock `clock` (HH:MM). A time that exists twice, because
 * the clocks are put back, is the first of the two; one that is skipped, because they are put forward or a day is left out, is the
 * first minute that exists after it. Throws a RangeError for a date, a time or a time zone that does not exist.
 */
export function instantOf(date: string, clock: string, timezone: string): Date {
  const wanted = Date.parse(`${date}T${clock}Z`);
  if (Number.isNaN(wanted) || new Date(wanted).toISOString() !== `${date}T${clock}:00.000Z`) {
    throw new RangeError(`${date} ${clock} is no time`);
  }
  let [before, after] = [wanted - FURTHEST_MS, wanted + FURTHEST_MS];
  const [aheadBefore, aheadAfter] = [aheadOf(before, timezone), aheadOf(after, timezone)];
  // Where the clocks change around that time, both of their positions are tried, the earlier instant first.
  const instants = [wanted - aheadBefore, wanted - aheadAfter].sort((a, b) => a - b);
  const shown = instants.find((at) => at + aheadOf(at, timezone) === wanted);
  if (shown !== undefined) return new Date(shown);
  // Skipped: the clocks change between the two, and the minute in which they do is the one.
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
    if (aheadOf(middle, timezone) === aheadBefore) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** How far the place's clock is ahead of Greenwich's at a whole minute, ms; negative in the west. */
function aheadOf(at: number, timezone: string): number {
  const { date, minute } = wallTime(new Date(at), timezone);
  return Date.parse(`${date}T00:00Z`) + minute * MINUTE_MS - at;
}
