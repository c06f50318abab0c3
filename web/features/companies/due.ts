// The due date of a company as a day where the company is, and how near it is.
import type { Company } from "../../../api/features/companies/contract.ts";
import { PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import { serverNow } from "../../core/clock.ts";
import { dayIn } from "../../core/words/zone-clock.ts";

type Due = Pick<Company, "dueDate" | "timezone">;

/** The day on which it is due, `2026-11-24`; empty where it never is. */
export function dueDay({ dueDate, timezone }: Due): string {
  return dueDate ? dayIn(timezone, dueDate) : "";
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
