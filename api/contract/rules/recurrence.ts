// When a message that is sent again and again is sent (docs/product/schedules.md#again). Every occurrence is counted from the first one, so
// that none moves those after it, and days are those of the wall calendar: what the clocks do in spring and autumn moves no hour.
import { type Weekday, weekdays } from "./schedule.ts";
import { instantOf } from "./wall-time.ts";

/** What an interval counts, as the API numbers it. */
export const UNITS = { days: 1, weeks: 2, months: 3, minutes: 4 } as const;
/** What happens on a day off, as the API numbers it. */
export const DAY_TYPES = { same: 4, before: 5, after: 6 } as const;

/** What calendar and clock of a place show at the first occurrence. */
export interface Anchor {
  /** YYYY-MM-DD. */
  date: string;
  /** HH:MM. */
  clock: string;
  timezone: string;
}
export interface Recurrence {
  unit: number;
  /** So many units lie between two; 0: there is one occurrence. */
  every: number;
  /** How many occurrences there are. */
  times: number;
  dayType: number;
}
/** The days on which a company works. */
export interface WorkingDays {
  weekdays: ReadonlySet<Weekday>;
  /** YYYY-MM-DD. */
  holidays: ReadonlySet<string>;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const onCalendar = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(`${date}T00:00Z`);

/** How many occurrences there are. */
export const occurrences = ({ every, times }: Recurrence): number => every > 0 ? Math.max(1, times) : 1;

/**
 * The instant of occurrence `n`, counted from 0. A month without the day takes its last one; the day itself stays (31 January, 28
 * February, 31 March). A time that the clocks skip or repeat is the one `instantOf` gives. Minutes are elapsed time, on any day.
 */
export function occurrence(anchor: Anchor, { unit, every, dayType }: Recurrence, n: number, work: WorkingDays): Date {
  if (unit === UNITS.minutes) {
    return new Date(instantOf(anchor.date, anchor.clock, anchor.timezone).getTime() + n * every * MINUTE_MS);
  }
  const date = unit === UNITS.months
    ? monthsLater(anchor.date, n * every)
    : onCalendar(dayOf(anchor.date) + n * every * (unit === UNITS.weeks ? 7 : 1) * DAY_MS);
  return instantOf(workingDay(date, dayType, work), anchor.clock, anchor.timezone);
}

function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return onCalendar(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** The day itself, or the nearest one in the wished direction on which the company works; the day itself where it never does. */
function workingDay(date: string, dayType: number, work: WorkingDays): string {
  if (dayType === DAY_TYPES.same) return date;
  const step = (dayType === DAY_TYPES.before ? -1 : 1) * DAY_MS;
  for (let ms = dayOf(date), looked = 0; looked < 366; ms += step, looked++) {
    const weekday = weekdays[(new Date(ms).getUTCDay() + 6) % 7]!;
    if (work.weekdays.has(weekday) && !work.holidays.has(onCalendar(ms))) return onCalendar(ms);
  }
  return date;
}
