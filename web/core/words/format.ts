// Dates, numbers and ages in the reader's language, by Intl. Dates are dd/MM/yyyy everywhere, in every language.
import { serverNow } from "../clock.ts";
import { language } from "./i18n/i18n.ts";

type When = string | number | Date;
const two = (value: number) => String(value).padStart(2, "0");
const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>();

function cached<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const full = `${language()} ${key}`;
  const found = cache.get(full) as T | undefined;
  if (found) return found;
  const made = make();
  cache.set(full, made);
  return made;
}

/** `20/11/2026` */
export function formatDate(when: When): string {
  const d = new Date(when);
  return `${two(d.getDate())}/${two(d.getMonth() + 1)}/${d.getFullYear()}`;
}
/** `09:41` */
export function formatTime(when: When): string {
  const d = new Date(when);
  return `${two(d.getHours())}:${two(d.getMinutes())}`;
}
/** `09:41` in another zone; with its day, `sáb. 23:41`, where it is not the same there. */
export function formatTimeIn(timeZone: string, when: When): string {
  const at = (zone?: string) =>
    new Intl.DateTimeFormat(language(), {
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: zone,
    }).formatToParts(new Date(when));
  const part = (parts: Intl.DateTimeFormatPart[], type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const [there, here] = [at(timeZone), at()];
  const time = `${part(there, "hour")}:${part(there, "minute")}`;
  return part(there, "weekday") === part(here, "weekday") ? time : `${part(there, "weekday")} ${time}`;
}
/** `20/11/2026 09:41` */
export function formatMoment(when: When): string {
  return `${formatDate(when)} ${formatTime(when)}`;
}

const dayStart = (when: When) => new Date(when).setHours(0, 0, 0, 0);
/** Whole days from `when` back to `now`: 0 is today, 1 yesterday. */
export function daysAgo(when: When, now: When = serverNow()): number {
  return Math.round((dayStart(now) - dayStart(when)) / 86_400_000);
}

/** A list's time: `09:41` today, `ontem`, `sex.` within a week, else `20/11/2026`. */
export function formatListTime(when: When, now: When = serverNow()): string {
  const days = daysAgo(when, now);
  if (days <= 0) return formatTime(when);
  if (days === 1) return relative(-1, "day");
  if (days < 7) {
    return cached("weekday", () => new Intl.DateTimeFormat(language(), { weekday: "short" })).format(new Date(when));
  }
  return formatDate(when);
}
/** The time of an old answer: `09:41` today, else with its day: `ontem 09:41`. */
export function formatAsOf(when: When, now: When = serverNow()): string {
  return daysAgo(when, now) <= 0 ? formatTime(when) : `${formatListTime(when, now)} ${formatTime(when)}`;
}
/** A day's heading in a conversation: `hoje`, `ontem`, `sexta-feira`, `20/11/2026`. */
export function formatDay(when: When, now: When = serverNow()): string {
  const days = daysAgo(when, now);
  if (days <= 1) return relative(-Math.max(0, days), "day");
  if (days < 7) {
    return cached("long", () => new Intl.DateTimeFormat(language(), { weekday: "long" })).format(new Date(when));
  }
  return formatDate(when);
}
/** `novembro de 2026` */
export function formatLongMonth(when: Date): string {
  return cached("month", () => new Intl.DateTimeFormat(language(), { month: "long", year: "numeric" })).format(when);
}

function relative(value: number, unit: Intl.RelativeTimeFormatUnit, style: "long" | "narrow" = "long"): string {
  return cached(`relative ${style}`, () => new Intl.RelativeTimeFormat(language(), { numeric: "auto", style }))
    .format(value, unit);
}
/** `há 5 min`, `há 2 h`, `ontem`: short, because it stands beside a name that has the room. */
export function formatAge(when: When, now: When = serverNow()): string {
  const minutes = Math.round((new Date(now).getTime() - new Date(when).getTime()) / 60_000);
  if (minutes < 1) return relative(0, "minute", "narrow");
  if (minutes < 60) return relative(-minutes, "minute", "narrow");
  if (minutes < 24 * 60) return relative(-Math.round(minutes / 60), "hour", "narrow");
  return relative(-daysAgo(when, now), "day", "narrow");
}
/** `1.234` */
export function formatNumber(value: number): string {
  return cached("number", () => new Intl.NumberFormat(language())).format(value);
}
/** `R$ 99,90` */
export function formatMoney(value: number): string {
  return cached("money", () => new Intl.NumberFormat(language(), { style: "currency", currency: "BRL" })).format(value);
}
/** `1,2 MB` */
export function formatBytes(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const unit = units[step] as string;
  return cached(
    unit,
    () => new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 }),
  )
    .format(bytes / 1024 ** step);
}
