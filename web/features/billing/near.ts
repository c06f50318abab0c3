// On which days before the due date an admin reads of it above every screen (docs/product/billing.md#screens).
import { PLATFORM_COMPANY_ID } from "../../../api/contract/limits.ts";
import type { Me } from "../../../api/features/session/contract.ts";
import { daysAgo } from "../../core/words/format.ts";

const DAYS = [5, 2, 1, 0];

/** Days until the company is due where that is to be said, 0 for today; null on other days, and to who cannot pay. */
export function nearDays(
  me: Pick<Me, "profile" | "support"> & { company: Pick<Me["company"], "id" | "dueDate" | "expired"> },
  now?: number,
): number | null {
  const { id, dueDate, expired } = me.company;
  if (me.profile !== "admin" || me.support?.mine || expired || dueDate === null || id === PLATFORM_COMPANY_ID) {
    return null;
  }
  const left = 0 - daysAgo(dueDate, now);
  return DAYS.includes(left) ? left : null;
}
