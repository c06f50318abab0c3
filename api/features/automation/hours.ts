// Service hours: open or closed at an instant (docs/product/automation.md#hours). The clock is that of the company's place; what
// the clocks do in spring and autumn is the place's business: hours are what people there read on the wall.
import { type ScheduleDay, type Schedules, type Weekday, weekdays } from "../../contract/rules/schedule.ts";

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

/** What calendar and clock of a place show at an instant. */
export function wallTime(at: Date, timezone: string): WallTime {
  const parts = formatOf(timezone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return {
    weekday: part("weekday").toLowerCase() as Weekday,
    minute: Number(part("hour")) * 60 + Number(part("minute")),
    date: `${part("year")}-${part("month")}-${part("day")}`,
  };
}

/**
 * Whether these hours are open. No hours at all: always. A shift's end is its first closed minute, except 23:59, which is how one
 * says midnight. A shift that ends before it begins belongs to the day it began.
 */
export function isOpen(schedules: Schedules, at: Date, timezone: string): boolean {
  if (!schedules.length) return true;
  const { weekday, minute } = wallTime(at, timezone);
  const today = weekdays.indexOf(weekday);
  const yesterday = weekdays[(today + 6) % 7];
  return schedules.some((day) =>
    shiftsOf(day).some(({ start, end }) => {
      const overnight = end < start;
      if (day.weekdayEn === weekday) return start <= minute && (overnight || minute < end);
      return overnight && day.weekdayEn === yesterday && minute < end;
    })
  );
}

function shiftsOf(day: ScheduleDay): { start: number; end: number }[] {
  const shifts = [[day.startTimeA, day.endTimeA], [day.startTimeB, day.endTimeB]] as const;
  return shifts.filter(([start, end]) => start && end && start !== end).map(([start, end]) => ({
    start: minuteOf(start),
    end: end === "23:59" ? 1440 : minuteOf(end),
  }));
}
const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
