// Service hours for their editor: seven days of two shifts. `contract/rules/schedule.ts` defines a shift's meaning.
import { type ScheduleDay, type Schedules, type Weekday, weekdays } from "../../../api/contract/rules/schedule.ts";
import { language } from "../../core/words/i18n/i18n.ts";

export type Shift = "A" | "B";
/** `none`: no times; `incomplete`: one of two; `empty`: ends as it begins, so nobody is there; `overnight`: past midnight. */
export type ShiftState = "none" | "incomplete" | "empty" | "overnight" | "day";

export const times = (day: ScheduleDay, shift: Shift): { start: string; end: string } =>
  shift === "A" ? { start: day.startTimeA, end: day.endTimeA } : { start: day.startTimeB, end: day.endTimeB };
export function withTimes(day: ScheduleDay, shift: Shift, { start, end }: { start: string; end: string }): ScheduleDay {
  return shift === "A" ? { ...day, startTimeA: start, endTimeA: end } : { ...day, startTimeB: start, endTimeB: end };
}

/** The kind of a shift, by its times. */
export function shiftState(day: ScheduleDay, shift: Shift): ShiftState {
  const { start, end } = times(day, shift);
  if (!start && !end) return "none";
  if (!start || !end) return "incomplete";
  return start === end ? "empty" : end < start ? "overnight" : "day";
}

/** The seven days from Monday on; one that is not among them is closed. */
export function weekOf(schedules: Schedules): ScheduleDay[] {
  return weekdays.map((weekdayEn) => schedules.find((day) => day.weekdayEn === weekdayEn) ?? closed(weekdayEn));
}
const closed = (weekdayEn: Weekday): ScheduleDay => ({
  weekday: "",
  weekdayEn,
  startTimeA: "",
  endTimeA: "",
  startTimeB: "",
  endTimeB: "",
});

export const isClosed = (day: ScheduleDay): boolean =>
  (["A", "B"] as const).every((shift) => shiftState(day, shift) === "none");
export const closeDay = (day: ScheduleDay): ScheduleDay => ({ ...closed(day.weekdayEn), weekday: day.weekday });
/** The hours of one day, on another. */
export const likeDay = (day: ScheduleDay, from: ScheduleDay): ScheduleDay => ({
  ...from,
  weekday: day.weekday,
  weekdayEn: day.weekdayEn,
});
/** The hours of one day, on all. */
export const copyToAll = (week: readonly ScheduleDay[], from: ScheduleDay): ScheduleDay[] =>
  week.map((day) => likeDay(day, from));

/** A weekday's name; 1 January 2024 was a Monday. */
export function dayName(weekday: Weekday, style: "long" | "short" = "long"): string {
  const at = Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday));
  return new Intl.DateTimeFormat(language(), { weekday: style, timeZone: "UTC" }).format(at);
}
export const dayAfter = (weekday: Weekday): Weekday => weekdays[(weekdays.indexOf(weekday) + 1) % 7]!;

/** A typed time as HH:MM: `9`, `0900`, `9:00`; empty stays empty. Null: no time of a day. */
export function readClock(text: string): string | null {
  const [, hour = "", minute = "00"] = /^\s*(\d{1,2})[:.hH]?(\d{2})?\s*$/.exec(text) ?? [];
  if (text.trim() === "") return "";
  return hour !== "" && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, "0")}:${minute}` : null;
}
