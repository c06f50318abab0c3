// Service hours: two shifts on each weekday, in the company's time zone (docs/product/automation.md#hours). A shift that ends
// before it begins goes on past midnight; one without times, or that ends as it begins, is closed.
import { z } from "zod";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = typeof weekdays[number];

/** HH:MM, or empty. */
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "time");
export const ScheduleDay = z.object({
  weekday: z.string().max(30).optional().default(""),
  weekdayEn: z.enum(weekdays),
  startTimeA: clock,
  endTimeA: clock,
  startTimeB: clock,
  endTimeB: clock,
});
export type ScheduleDay = z.infer<typeof ScheduleDay>;

/** Each weekday at most once; an empty list: nobody has set hours, which is open all the time. */
export const Schedules = z.array(ScheduleDay).max(7).refine(
  (days) => new Set(days.map((day) => day.weekdayEn)).size === days.length,
  "duplicate",
);
export type Schedules = z.infer<typeof Schedules>;

/** What a new set of hours begins with. */
export const defaultSchedules: Schedules = weekdays.map((weekdayEn) => ({
  weekday: "",
  weekdayEn,
  startTimeA: "08:00",
  endTimeA: "12:00",
  startTimeB: "13:00",
  endTimeB: "18:00",
}));
