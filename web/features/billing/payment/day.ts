import { wallTime } from "../../../../api/contract/rules/wall-time.ts";
import { formatDate } from "../../../core/words/format.ts";
import { currentMe } from "../../../core/who/me.ts";

/** `20/11/2026`. A day without a time is that day everywhere; a moment is the day it falls on where the company is. */
export function formatDueDay(when: string): string {
  const zone = currentMe()?.company.timezone;
  const day = when.length > 10 && zone ? wallTime(new Date(when), zone).date : when;
  return formatDate(day.length === 10 ? `${day}T00:00` : day);
}
