// The due date of a company as a day where the company is, and how near it is.
import type { Company } from "../../../api/features/companies/contract.ts";
import { PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import { serverNow } from "../../core/clock.ts";

type Due = Pick<Company, "dueDate" | "timezone">;

/** `2026-11-24`, the day of a moment in a zone. */
function dayIn(timezone: string, when: Date | number): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(when);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** The day on which it is due, `2026-11-24`; empty where it never is. */
export function dueDay({ dueDate, timezone }: Due): string {
  return dueDate ? dayIn(timezone, new Date(dueDate)) : "";
}

/** Whole days until it is due; zero or less: today or past. Null where it never is. */
export function daysLeft(company: Due, now: number = Number(serverNow())): number | null {
  const day = dueDay(company);
  return day ? Math.round((Date.parse(day) - Date.parse(dayIn(company.timezone, now))) / 864e5) : null;
}

/** `due` today or past, `soon` within 1 to 5 days (docs/product/companies-and-plans.md#companies). The platform's own company never is. */
export function nearness(company: Due & { id: number }, now?: number): "due" | "soon" | null {
  const left = company.id === PLATFORM_COMPANY_ID ? null : daysLeft(company, now);
  return left === null || left > SOON_DAYS ? null : left <= 0 ? "due" : "soon";
}
const SOON_DAYS = 5;
