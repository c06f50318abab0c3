// SQL of companies. They are the platform's, so it runs through the platform's door.
import type postgres from "postgres";
import type { PlatformTx } from "../../../db/tenant.ts";
import type { Schedules } from "../../contract/rules/schedule.ts";
import type { PlanRow } from "../plans/actions.ts";
import type { Sort } from "./contract.ts";

export interface CompanyRow {
  id: number;
  name: string;
  email: string;
  phone: string;
  document: string;
  status: boolean;
  planId: number;
  plan: PlanRow;
  dueDate: Date | null;
  recurrence: string;
  timezone: string;
  createdAt: Date;
  lastLogin: Date | null;
  schedules: Schedules;
  paymentMethod: string;
  addressStreet: string;
  addressCity: string;
  addressState: string;
  numberAttendants: number | null;
  numberConections: number | null;
  folderSize: number | null;
  numberFileFolder: number | null;
  updatedAtFolder: Date | null;
  campaignsEnabled: boolean;
  version: number;
}
type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** One statement for a page, however many companies there are: a company that is being removed has no plan, so it is not among them. */
const shown = (tx: PlatformTx): Fragment =>
  tx`select c.id, c.name, c.email, c.phone, c.document, c.active as status, c.plan_id as "planId", c.due_at as "dueDate",
      c.recurrence, c.timezone, c.created_at as "createdAt", c.last_login as "lastLogin", c.schedules,
      c.payment_method as "paymentMethod", c.address_street as "addressStreet", c.address_city as "addressCity",
      c.address_state as "addressState", c.seats as "numberAttendants", c.lines as "numberConections", c.version,
      g.bytes as "folderSize", g.files as "numberFileFolder", g.counted_at as "updatedAtFolder",
      coalesce(s.value, 'disabled') = 'enabled' as "campaignsEnabled",
      jsonb_build_object('id', p.id, 'name', p.name, 'users', p.users, 'connections', p.connections, 'queues', p.queues,
        'amount', p.amount, 'isPublic', p.is_public, 'flags', p.flags) as plan
    from app.companies c join app.plans p on p.id = c.plan_id
    left join app.company_usage g on g.company_id = c.id
    left join app.settings s on s.company_id = c.id and s.key = 'campaignsEnabled'`;
const found = (tx: PlatformTx, search: string): Fragment =>
  search ? tx`app.fold(c.name || ' ' || c.email || ' ' || c.document) like (select app.pattern(${search}))` : tx`true`;
const orders: Record<Sort, string> = {
  name: "c.name_key",
  id: "c.id",
  createdAt: "c.created_at",
  dueDate: "c.due_at",
  lastLogin: "c.last_login",
  folderSize: "coalesce(g.bytes, 0)",
  amount: "p.amount",
};

export function all(tx: PlatformTx): Promise<CompanyRow[]> {
  return tx<CompanyRow[]>`${shown(tx)} order by c.id`;
}
/** Companies of a page, one more than `size` where there are further ones. Those without a date come last in either direction. */
export function page(
  tx: PlatformTx,
  { search, sort, down, size, skip }: { search: string; sort: Sort; down: boolean; size: number; skip: number },
): Promise<CompanyRow[]> {
  const order = tx.unsafe(`${orders[sort]} ${down ? "desc" : "asc"} nulls last, c.id`);
  return tx<CompanyRow[]>`${shown(tx)} where ${found(tx, search)} order by ${order} limit ${size + 1} offset ${skip}`;
}
export async function count(tx: PlatformTx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.companies c where c.removed_at is null and ${found(tx, search)}`;
  return row!.n;
}
export async function byId(tx: PlatformTx, id: number): Promise<CompanyRow | undefined> {
  const [row] = await tx<CompanyRow[]>`${shown(tx)} where c.id = ${id}`;
  return row;
}
/** The same, held until the end of the transaction: two operators who save at once come one after the other. */
export async function forChange(tx: PlatformTx, id: number): Promise<CompanyRow | undefined> {
  await tx`select 1 from app.companies where id = ${id} for update`;
  return await byId(tx, id);
}
export async function nameTaken(tx: PlatformTx, name: string, exceptId: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.companies where name = ${name} and id <> ${exceptId}`;
  return row !== undefined;
}

/** Browsers know a few zones that PostgreSQL does not: such a one must be refused here, not at the first report. */
export function checkZone(tx: PlatformTx, zone: string): Promise<unknown> {
  return tx`select now() at time zone ${zone}`;
}

/** Columns of app.companies by name. */
export type Patch = Record<string, string | number | boolean | Date | null>;
/** The new company's id, or nothing when the name is taken. */
export async function insert(tx: PlatformTx, columns: Patch): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.companies ${tx(columns)} on conflict (name) do nothing returning id`;
  return row?.id;
}
/** Numbers begin at 1 again, in an empty table only: an attempt that was rolled back has used numbers up. */
export function restartIds(tx: PlatformTx): Promise<unknown> {
  return tx`
    select setval(pg_get_serial_sequence('app.companies', 'id'), 1, false) where not exists (select 1 from app.companies)`;
}
export function update(tx: PlatformTx, id: number, columns: Patch): Promise<unknown> {
  return tx`update app.companies set ${tx({ ...columns })}, version = version + 1 where id = ${id}`;
}
export function setSchedules(tx: PlatformTx, id: number, schedules: Schedules): Promise<unknown> {
  return tx`update app.companies set schedules = ${JSON.stringify(schedules)}::text::jsonb where id = ${id}`;
}
export function setSetting(tx: PlatformTx, id: number, key: string, value: string): Promise<unknown> {
  return tx`
    insert into app.settings (company_id, key, value) values (${id}, ${key}, ${value})
    on conflict (company_id, key) do update set value = excluded.value`;
}
/** A day without a time begins where the company is. */
export async function dayBegins(tx: PlatformTx, day: string, timezone: string): Promise<Date> {
  const [row] = await tx<{ at: Date }[]>`select ${day}::text::date::timestamp at time zone ${timezone}::text as at`;
  return row!.at;
}
/** The day on which the company's due date falls where it is, today where it has none, and the day of the month agreed on. */
export async function dueDay(tx: PlatformTx, id: number): Promise<{ day: string; anchor: number }> {
  const [row] = await tx<{ day: string; anchor: number }[]>`
    select to_char(d.at, 'YYYY-MM-DD') as day, coalesce(c.due_day, extract(day from d.at))::int as anchor
    from app.companies c, lateral (select coalesce(c.due_at, now()) at time zone c.timezone as at) d where c.id = ${id}`;
  return row!;
}
/** Moves the due date to another day, at the hour it has where the company is. */
export function setDueDay(tx: PlatformTx, id: number, day: string, anchor: number): Promise<unknown> {
  return tx`
    update app.companies set version = version + 1, due_day = ${anchor},
      due_at = (${day}::text::date + coalesce((due_at at time zone timezone)::time, '00:00')) at time zone timezone
    where id = ${id}`;
}
