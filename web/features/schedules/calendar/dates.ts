// The days of a calendar, by the device's clock: what a person sees is when it is for them.

export const views = ["month", "week", "day", "agenda"] as const;
export type View = typeof views[number];

/** Midnight of the day so many days later. */
export function addDays(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
}
export const startOfDay = (when: Date): Date => addDays(when, 0);
/** Names a day on this device: `2026-11-24`. */
export function dayKey(when: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}
/** What `<input type="datetime-local">` shows: `2026-11-24T09:30`. */
export function localText(when: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${dayKey(when)}T${two(when.getHours())}:${two(when.getMinutes())}`;
}

/** The first day of the week: Sunday in Portuguese and English, Monday elsewhere; 0 is Sunday. */
export const firstWeekday = (language: string): number => /^(pt|en)/.test(language) ? 0 : 1;
export function startOfWeek(day: Date, first: number): Date {
  return addDays(day, -((day.getDay() - first + 7) % 7));
}

/** The days that a view shows: whole weeks for a month. */
export function daysOf(view: View, at: Date, first: number): Date[] {
  const run = (from: Date, count: number) => Array.from({ length: count }, (_, n) => addDays(from, n));
  if (view === "day") return [startOfDay(at)];
  if (view === "week") return run(startOfWeek(at, first), 7);
  const month = new Date(at.getFullYear(), at.getMonth(), 1);
  const length = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  if (view === "agenda") return run(month, length);
  const from = startOfWeek(month, first);
  const before = Math.round((month.getTime() - from.getTime()) / 86_400_000);
  return run(from, Math.ceil((before + length) / 7) * 7);
}

/** The same view one step on (1) or back (-1). A month's day is its first: no month is skipped from the 31st. */
export function step(view: View, at: Date, by: 1 | -1): Date {
  if (view === "day") return addDays(at, by);
  if (view === "week") return addDays(at, 7 * by);
  return new Date(at.getFullYear(), at.getMonth() + by, 1);
}

/** The same time of day on another day, or at another full hour of it. */
export function movedTo(when: Date, day: Date, hour?: number): Date {
  const [h, m] = hour === undefined ? [when.getHours(), when.getMinutes()] : [hour, 0];
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), h, m);
}
