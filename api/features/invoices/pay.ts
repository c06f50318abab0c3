// What a payment does: in one transaction the invoice is paid, the due date moves on and the company is told.
import { nextDue } from "../../contract/rules/billing.ts";
import { instantOf, wallTime } from "../../contract/rules/wall-time.ts";
import { emitTo } from "../../core/live/broadcast.ts";
import { everybody } from "../../core/live/emit.ts";
import type { PlatformTx } from "../../../db/tenant.ts";
import { paid } from "./contract.ts";
import * as queries from "./queries.ts";

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

export interface Extended {
  dueAt: Date;
  /** The day of the month that was agreed on. */
  dueDay: number;
  /** YYYY-MM-DD where the company is. */
  start: string;
  end: string;
}
/**
 * Until when a company has paid after one more period: counted from its old due date, never from the day of the payment. Where that has
 * passed too the period begins today, and the time between is not billed (docs/product/billing.md#paying).
 */
export function extended(
  { dueAt, dueDay, timezone, recurrence }: Pick<queries.Account, "dueDay" | "timezone" | "recurrence"> & {
    dueAt: Date;
  },
  now: Date,
): Extended {
  const was = wallTime(dueAt, timezone);
  const from = (start: string, day: number): Extended => {
    const end = nextDue(start, recurrence, day);
    return { dueAt: instantOf(end, clockOf(was.minute), timezone), dueDay: day, start, end };
  };
  const next = from(was.date, dueDay ?? Number(was.date.slice(8)));
  if (next.dueAt > now) return next;
  const today = wallTime(now, timezone).date;
  return from(today, Number(today.slice(8)));
}

/**
 * Marks an open invoice of a locked company as paid. The due date moves on by the invoice's recurrence, a plan that was wished is had,
 * and everybody of the company is told, also where it had expired. `by`: the operator who said so; null where a provider did.
 */
export async function payInvoice(
  tx: PlatformTx,
  company: queries.Account,
  invoice: queries.InvoiceRow,
  how: { provider: string; by: number | null; chargeId?: number },
): Promise<void> {
  await queries.setPaid(tx, invoice.id, how);
  let until = company.dueAt;
  if (company.dueAt) {
    const { dueAt, dueDay, start, end } = extended(
      { ...company, dueAt: company.dueAt, recurrence: invoice.recurrence },
      new Date(),
    );
    until = dueAt;
    await queries.setPeriod(tx, invoice.id, start, end);
    await queries.extend(tx, company.id, { dueAt, dueDay, plan: await planOf(tx, invoice) });
  }
  const payload = { action: "CONCLUIDA" as const, date: until ?? new Date(), invoiceId: invoice.id };
  await emitTo(tx, company.id, paid, everybody, payload);
}

/** The plan that was wished; undefined where the company keeps its own, or the plan is gone. */
async function planOf(tx: PlatformTx, { wished, custom, planId, users, connections }: queries.InvoiceRow) {
  if (!wished || !await queries.planPrice(tx, planId)) return undefined;
  return { planId: planId!, seats: custom ? users : null, lines: custom ? connections : null };
}
