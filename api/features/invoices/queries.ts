// SQL of invoices. A company reads its own; what is written is the platform's.
import type postgres from "postgres";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Status = "open" | "paid" | "void" | "refunded";

export interface PlanPrice {
  id: number;
  name: string;
  users: number;
  connections: number;
  /** A month. */
  cents: number;
}
/** What a company's bills stand on. */
export interface Account {
  id: number;
  name: string;
  email: string;
  document: string;
  timezone: string;
  recurrence: string;
  dueAt: Date | null;
  dueDay: number | null;
  seats: number | null;
  lines: number | null;
  /** The platform's own. */
  forever: boolean;
  plan: PlanPrice;
}
const accounts = (tx: PlatformTx): Fragment =>
  tx`
  select c.id, c.name, c.email, c.document, c.timezone, c.recurrence, c.due_at as "dueAt", c.due_day as "dueDay", c.seats, c.lines,
    c.id = 1 as forever, jsonb_build_object('id', p.id, 'name', p.name, 'users', p.users, 'connections', p.connections,
      'cents', (p.amount * 100)::bigint) as plan
  from app.companies c join app.plans p on p.id = c.plan_id`;
/** One company. */
export async function account(tx: PlatformTx, id: number): Promise<Account | undefined> {
  const [row] = await tx<Account[]>`${accounts(tx)} where c.id = ${id}`;
  return row;
}
/** One company, its row held until the transaction ends. */
export async function lockAccount(tx: PlatformTx, id: number): Promise<Account | undefined> {
  const [row] = await tx<Account[]>`${accounts(tx)} where c.id = ${id} for update of c`;
  return row;
}
export async function planPrice(tx: PlatformTx, id: number | null): Promise<PlanPrice | undefined> {
  const [row] = await tx<PlanPrice[]>`
    select id, name, users, connections, (amount * 100)::bigint as cents from app.plans where id = ${id}`;
  return row;
}
/** A plan that companies may choose by themselves. */
export async function isPublic(tx: PlatformTx, planId: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.plans where id = ${planId} and is_public`;
  return row !== undefined;
}

export interface InvoiceRow {
  companyId: number;
  id: number;
  detail: string;
  users: number;
  connections: number;
  planId: number | null;
  custom: boolean;
  wished: boolean;
  recurrence: string;
  dueDate: Date;
  cents: number;
  status: Status;
  provider: string;
  periodStart: string;
  periodEnd: string;
  paidAt: Date | null;
  createdAt: Date;
  note: string;
  /** What paid it; null where an operator said so. */
  chargeId: number | null;
  /** The page of the charge that can be paid just now. */
  link: string;
}
/** The columns of an invoice `i`. */
export const shown = (tx: Tx | PlatformTx): Fragment =>
  (tx as PlatformTx)`
  i.company_id as "companyId", i.id, i.detail, i.users, i.connections, i.plan_id as "planId", i.custom, i.wished, i.recurrence,
  i.due_at as "dueDate", i.cents, i.status, i.provider, i.period_start::text as "periodStart", i.period_end::text as "periodEnd",
  i.paid_at as "paidAt", i.created_at as "createdAt", i.note, i.charge_id as "chargeId",
  coalesce((select h.link from app.charges h where h.company_id = i.company_id and h.invoice_id = i.id and i.status = 'open'
    and h.status = 'open' and (h.expires_at is null or h.expires_at > now()) order by h.id desc limit 1), '') as link`;

const found = (tx: Tx, search: string): Fragment =>
  search ? tx`and app.fold(i.detail || ' ' || i.id) like (select app.pattern(${search}))` : tx``;
/** The company's, the latest due first; what was withdrawn is not shown. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<InvoiceRow[]> {
  return tx<InvoiceRow[]>`
    select ${shown(tx)} from app.invoices i where i.company_id = ${tx.companyId} and i.status <> 'void' ${
    found(tx, search)
  } order by i.due_at desc, i.id desc limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, search: string, most: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from (select 1 from app.invoices i where i.company_id = ${tx.companyId} and i.status <> 'void' ${
    found(tx, search)
  } limit ${most}) f`;
  return row!.n;
}
export async function ofCompany(tx: Tx, id: number): Promise<InvoiceRow | undefined> {
  const [row] = await tx<InvoiceRow[]>`
    select ${shown(tx)} from app.invoices i where i.company_id = ${tx.companyId} and i.id = ${id}`;
  return row;
}
export async function openInvoiceId(tx: Tx): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    select id from app.invoices where company_id = ${tx.companyId} and status = 'open' order by id desc limit 1`;
  return row?.id ?? null;
}

export async function byId(tx: PlatformTx, id: number, lock = false): Promise<InvoiceRow | undefined> {
  const [row] = await tx<InvoiceRow[]>`
    select ${shown(tx)} from app.invoices i where i.id = ${id} ${lock ? tx`for update` : tx``}`;
  return row;
}
export async function openInvoice(tx: PlatformTx, companyId: number): Promise<InvoiceRow | undefined> {
  const [row] = await tx<InvoiceRow[]>`
    select ${shown(tx)} from app.invoices i where i.company_id = ${companyId} and i.status = 'open'
    order by i.id desc limit 1 for update`;
  return row;
}
/** Whether the period that begins on this day was paid already. */
export async function isSettled(tx: PlatformTx, companyId: number, start: string): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.invoices where company_id = ${companyId} and period_start = ${start}::text::date and status in ('paid', 'refunded')`;
  return row !== undefined;
}
interface NewInvoice {
  start: string;
  end: string;
  dueAt: Date;
  detail: string;
  planId: number;
  users: number;
  connections: number;
  custom: boolean;
  wished: boolean;
  recurrence: string;
  cents: number;
}
export async function insert(tx: PlatformTx, companyId: number, i: NewInvoice): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.invoices (company_id, period_start, period_end, due_at, detail, plan_id, users, connections, custom, wished,
      recurrence, cents)
    values (${companyId}, ${i.start}::text::date, ${i.end}::text::date, ${i.dueAt}, ${i.detail}, ${i.planId}, ${i.users},
      ${i.connections}, ${i.custom}, ${i.wished}, ${i.recurrence}, ${i.cents}) returning id`;
  return row!.id;
}
export function setStatus(tx: PlatformTx, id: number, status: Status): Promise<unknown> {
  return tx`update app.invoices set status = ${status}, note = '' where id = ${id}`;
}
export function setPaid(
  tx: PlatformTx,
  id: number,
  { provider, by, chargeId = null }: { provider: string; by: number | null; chargeId?: number | null },
): Promise<unknown> {
  return tx`
    update app.invoices set status = 'paid', provider = ${provider}, paid_at = now(), paid_by = ${by}, charge_id = ${chargeId}
    where id = ${id}`;
}
export function setNote(tx: PlatformTx, id: number, note: string): Promise<unknown> {
  return tx`update app.invoices set note = ${note} where id = ${id}`;
}
/** The days that an invoice turned out to be for; they stay where another invoice has them. */
export function setPeriod(tx: PlatformTx, id: number, start: string, end: string): Promise<unknown> {
  return tx`
    update app.invoices i set period_start = ${start}::text::date, period_end = ${end}::text::date
    where id = ${id} and not exists (select 1 from app.invoices o where o.company_id = i.company_id and o.id <> i.id
      and o.period_start = ${start}::text::date and o.status <> 'void')`;
}
/** What a payment gives a company; `seats` and `lines` only where it changed its plan. */
export async function extend(
  tx: PlatformTx,
  companyId: number,
  { dueAt, dueDay, plan }: {
    dueAt: Date;
    dueDay: number;
    plan?: { planId: number; seats: number | null; lines: number | null };
  },
): Promise<void> {
  await tx`update app.companies set due_at = ${dueAt}, due_day = ${dueDay} where id = ${companyId}`;
  if (!plan) return;
  await tx`
    update app.companies set plan_id = ${plan.planId}, seats = ${plan.seats}, lines = ${plan.lines} where id = ${companyId}`;
}

/** What a company has of what plans count; the channel of our own is no connection of the plan's. */
export async function inUse(
  tx: Tx,
  ownChannels: readonly string[],
): Promise<{ users: number; connections: number; queues: number }> {
  const [row] = await tx<{ users: number; connections: number; queues: number }[]>`
    select (select count(*) from app.users where company_id = ${tx.companyId}) as users,
      (select count(*) from app.connections where company_id = ${tx.companyId} and deleted_at is null
        and channel <> all (${ownChannels as string[]}::text[])) as connections,
      (select count(*) from app.queues where company_id = ${tx.companyId}) as queues`;
  return row!;
}
