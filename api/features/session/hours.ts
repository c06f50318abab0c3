// Work hours (docs/product/session.md#sign-in).

/** The clock of a place, `HH:MM`. */
export function clock(timezone: string, now: Date): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: timezone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    .format(now);
}

/** Whether the clock is within `start`–`end`, the end's minute included; an end before the start means past midnight. */
export function withinHours(start: string, end: string, timezone: string, now: Date): boolean {
  const time = clock(timezone, now);
  return start <= end ? start <= time && time <= end : time >= start || time <= end;
}
