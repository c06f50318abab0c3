// The invoice of a company's next period: one, of the plan that it has or wishes, made anew where what it stands on has changed.
import { must } from "../../contract/errors.ts";
import { customCents, monthsOf, nextDue, periodCents } from "../../contract/rules/billing.ts";
import { wallTime } from "../../contract/rules/wall-time.ts";
import type { PlatformTx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

/** Another plan than the company has, from the payment on: one of the operator's, or so many people and connections. */
export type Wished = { plan: queries.PlanPrice } | { users: number; connections: number };

/** What one period of a company is: its days, its price and what is had for it. */
export interface Period {
  start: string;
  end: string;
  dueAt: Date;
  planId: number;
  planName: string;
  users: number;
  connections: number;
  custom: boolean;
  wished: boolean;
  recurrence: string;
  cents: number;
}

/** The period after what is paid for; null for a company that has no due date, and for the platform's own. */
export function nextPeriod(company: queries.Account, wish?: Wished): Period | null {
  if (company.dueAt === null || company.forever) return null;
  const { date: start } = wallTime(company.dueAt, company.timezone);
  const { recurrence } = company;
  return {
    start,
    end: nextDue(start, recurrence, company.dueDay ?? Number(start.slice(8))),
    dueAt: company.dueAt,
    recurrence,
    ...(wish ? chosen(company, wish) : had(company)),
  };
}

function had(company: queries.Account) {
  const { seats, lines, plan, recurrence } = company;
  return {
    planId: plan.id,
    planName: plan.name,
    users: seats ?? plan.users,
    connections: lines ?? plan.connections,
    custom: seats !== null && lines !== null,
    wished: false,
    cents: periodCents({ planCents: plan.cents, seats, lines, recurrence }),
  };
}
function chosen({ plan: now, recurrence }: queries.Account, wish: Wished) {
  const custom = !("plan" in wish);
  const plan = custom ? now : wish.plan;
  const numbers = custom
    ? { users: wish.users, connections: wish.connections }
    : { users: plan.users, connections: plan.connections };
  return {
    planId: plan.id,
    planName: plan.name,
    ...numbers,
    custom,
    wished: true,
    cents: (custom ? customCents(numbers) : plan.cents) * monthsOf(recurrence),
  };
}

/**
 * The invoice that waits for a company's payment, made or made anew where it no longer fits; its charges at providers are let go of with
 * the old one. Null where nothing is to be paid: no due date, or a price of nothing. The company's row is locked until the
 * transaction ends, so that two of these make one. Without `wish` what was wished before stays wished; null wishes nothing.
 */
export async function waitingInvoice(
  tx: PlatformTx,
  companyId: number,
  wish?: Wished | null,
): Promise<{ invoice: queries.InvoiceRow; made: boolean } | null> {
  const company = must(await queries.lockAccount(tx, companyId), "ERR_NO_COMPANY_FOUND");
  const open = await queries.openInvoice(tx, companyId);
  const wished = wish === undefined && open ? await wishOf(tx, open) : wish;
  const period = nextPeriod(company, wished ?? undefined);
  if (open && period && fits(open, period)) return { invoice: open, made: false };
  if (open) await queries.setStatus(tx, open.id, "void");
  if (!period || period.cents === 0) return null;
  // A period that was paid, or paid and given back, is not asked for again.
  if (await queries.isSettled(tx, companyId, period.start)) return null;
  const id = await queries.insert(tx, companyId, { ...period, detail: detailOf(period) });
  return { invoice: must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND"), made: true };
}

async function wishOf(tx: PlatformTx, { wished, custom, users, connections, planId }: queries.InvoiceRow) {
  if (!wished) return undefined;
  if (custom) return { users, connections };
  const plan = await queries.planPrice(tx, planId);
  return plan && { plan };
}
function fits(open: queries.InvoiceRow, period: Period): boolean {
  return open.periodStart === period.start && open.periodEnd === period.end && open.cents === period.cents &&
    open.planId === period.planId && open.custom === period.custom && open.users === period.users &&
    open.connections === period.connections && open.wished === period.wished &&
    open.dueDate.getTime() === period.dueAt.getTime();
}
/** The line of an invoice, in the product's first language like its other words that everybody sees. */
function detailOf({ planName, custom, users, connections, start, end }: Period): string {
  const day = (date: string) => date.split("-").reverse().join("/");
  const what = custom ? `Plano personalizado (${users} usuários, ${connections} conexões)` : `Plano ${planName}`;
  return `${what} · ${day(start)} a ${day(end)}`;
}
