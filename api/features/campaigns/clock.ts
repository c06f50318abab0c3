// When a campaign may write: hours and days of the company's place, and the time from one message to the next. Pure.
import { instantOf, wallTime } from "../../contract/rules/wall-time.ts";
import type { CampaignSettings } from "../../contract/rules/campaign-settings.ts";

type Hours = Pick<CampaignSettings, "startHour" | "endHour" | "sabado" | "domingo">;
const DAY_MS = 24 * 3600_000;
const MINUTE_MS = 60_000;
/** So many days are looked ahead: a week without an open day would be a mistake of ours. */
const LOOK_DAYS = 8;

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const works = (hours: Hours, weekday: string) =>
  weekday === "saturday" ? hours.sabado : weekday === "sunday" ? hours.domingo : true;
const weekdayOf = (date: string) =>
  [
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
  ][new Date(`${date}T12:00Z`).getUTCDay()]!;
function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether campaigns may write at this instant. A night's hours belong to the day on which they begin. */
export function isOpenAt(hours: Hours, at: Date, timezone: string): boolean {
  const { date, minute } = wallTime(at, timezone);
  const [start, end] = [minuteOf(hours.startHour), minuteOf(hours.endHour)];
  const today = works(hours, weekdayOf(date));
  if (start === end) return today;
  if (start < end) return today && minute >= start && minute < end;
  return today && minute >= start || works(hours, weekdayOf(dayAfter(date, -1))) && minute < end;
}

/** The first instant at or after this one at which campaigns may write. */
export function nextOpening(hours: Hours, at: Date, timezone: string): Date {
  if (isOpenAt(hours, at, timezone)) return at;
  const { date } = wallTime(at, timezone);
  const clock = hours.startHour === hours.endHour ? "00:00" : hours.startHour;
  for (let days = 0; days <= LOOK_DAYS; days++) {
    const day = dayAfter(date, days);
    if (!works(hours, weekdayOf(day))) continue;
    const opening = instantOf(day, clock, timezone);
    if (opening >= at) return opening;
  }
  return new Date(at.getTime() + DAY_MS);
}

/** The instant at which hours end that run now; null where they never do. */
export function closing(hours: Hours, at: Date, timezone: string): Date | null {
  const { date, minute } = wallTime(at, timezone);
  const [start, end] = [minuteOf(hours.startHour), minuteOf(hours.endHour)];
  if (start < end) return instantOf(date, hours.endHour, timezone);
  if (start > end) return instantOf(dayAfter(date, minute < end ? 0 : 1), hours.endHour, timezone);
  for (let days = 1; days <= LOOK_DAYS; days++) {
    const day = dayAfter(date, days);
    if (!works(hours, weekdayOf(day))) return instantOf(day, "00:00", timezone);
  }
  return null;
}

/** Midnight of the company's place, at which the day's count begins anew. */
export function dayStart(at: Date, timezone: string): Date {
  return instantOf(wallTime(at, timezone).date, "00:00", timezone);
}
/** The first opening of the next day. */
export function nextDay(hours: Hours, at: Date, timezone: string): Date {
  return nextOpening(hours, instantOf(dayAfter(wallTime(at, timezone).date, 1), "00:00", timezone), timezone);
}

type Intervals = Pick<CampaignSettings, "messageInterval" | "longerIntervalAfter" | "greaterInterval">;
/** Ms from the message that made it `fed` on this line to the next. */
export function intervalAfter(
  fed: number,
  { messageInterval, longerIntervalAfter, greaterInterval }: Intervals,
): number {
  const longer = longerIntervalAfter > 0 && fed % longerIntervalAfter === 0;
  return 1000 * (longer ? Math.max(greaterInterval, messageInterval) : messageInterval);
}

/** What a line may send: people a day it writes to first. */
export interface LineCap {
  perDay: number;
}
/** First and last message of `n` if nothing holds them up, from this instant on. Null for none. `sentToday`: of all campaigns. */
export function foretell(
  n: number,
  at: Date,
  settings: CampaignSettings,
  place: { timezone: string; lines: readonly LineCap[]; sentToday: number },
): { first: Date; last: Date } | null {
  const { timezone, lines, sentToday } = place;
  if (n === 0 || lines.length === 0) return null;
  const first = nextOpening(settings, at, timezone);
  const perDay = Math.max(1, Math.min(settings.dailyLimit, lines.reduce((sum, line) => sum + line.perDay, 0)));
  const each = averageMs(settings) / lines.length;
  let [from, left, used] = [first, n, wallTime(first, timezone).date === wallTime(at, timezone).date ? sentToday : 0];
  for (;;) {
    const room = Math.max(
      0,
      Math.min(perDay - used, 1 + Math.floor(openMs(settings, from, timezone) / Math.max(each, 1))),
    );
    if (left <= room) return { first, last: new Date(from.getTime() + Math.max(0, left - 1) * each) };
    [from, left, used] = [nextDay(settings, from, timezone), left - room, 0];
  }
}
function averageMs(settings: Intervals): number {
  const round = settings.longerIntervalAfter || 1;
  let sum = 0;
  for (let fed = 1; fed <= round; fed++) sum += intervalAfter(fed, settings);
  return sum / round;
}
/** Ms until the hours end that run at this instant. */
function openMs(hours: Hours, at: Date, timezone: string): number {
  const { date, minute } = wallTime(at, timezone);
  const [start, end] = [minuteOf(hours.startHour), minuteOf(hours.endHour)];
  const until = start < end
    ? instantOf(date, hours.endHour, timezone)
    : instantOf(dayAfter(date, 1), "00:00", timezone);
  const overnight = start > end && minute >= start ? end * MINUTE_MS : 0;
  return Math.max(0, until.getTime() - at.getTime() + overnight - 1);
}
