// The calendar and the clock of a time zone. Making a format costs more than using it a hundred times, so each is made once.

type InZone = (timeZone: string, when: Date | string | number) => string;

function formatted(locale: string, options: Intl.DateTimeFormatOptions): InZone {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone, when) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    formats.set(timeZone, format);
    return format.format(new Date(when));
  };
}
const day = formatted("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });

/** The day of a moment in a time zone, `2026-11-24`. Throws RangeError for a zone that there is not. */
export const dayIn: InZone = (timeZone, when) => day(timeZone, when).padStart(10, "0");

/** The time of day of a moment in a time zone, `HH:MM`. Throws RangeError for a zone that there is not. */
export const timeIn: InZone = formatted("en-GB", { hour: "2-digit", minute: "2-digit" });
