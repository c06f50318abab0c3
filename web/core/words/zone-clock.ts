// The calendar and the clock of a time zone. Making a format costs more than using it a hundred times, so each is made once.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions, when: When): string {
  const name = `${locale} ${timeZone}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(name, format);
  return format.format(new Date(when));
}
type When = Date | string | number;

/** The day of a moment in a time zone, `2026-11-24`. Throws RangeError for a zone that there is not. */
export const dayIn = (timeZone: string, when: When): string =>
  formatted("en-CA", timeZone, { year: "numeric", month: "2-digit", day: "2-digit" }, when).padStart(10, "0");

/** The time of day of a moment in a time zone, `HH:MM`. Throws RangeError for a zone that there is not. */
export const timeIn = (timeZone: string, when: When): string =>
  formatted("en-GB", timeZone, { hour: "2-digit", minute: "2-digit" }, when);
