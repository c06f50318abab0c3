// Service hours: open or closed at an instant (docs/product/automation.md#hours). The clock is that of the company's place; what
// the clocks do in spring and autumn is the place's business: hours are what people there read on the wall.
import { type ScheduleDay, type Schedules, weekdays } from "../../contract/rules/schedule.ts";
import { wallTime } from "../../contract/rules/wall-time.ts";

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
