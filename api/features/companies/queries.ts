// SQL of companies. They are the platform's, so it runs through the platform's door.
import type postgres from "postgres";
import type { PlatformTx } from "../../../db/tenant.ts";
import type { Schedules } from "../../contract/rules/schedule.ts";
import type { PlanRow } from "../plans/actions.ts";

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
}
type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: PlatformTx): Fragment =>
  tx`select c.id, c.name, c.email, c.phone, c.document, c.active as status, c.plan_id as "planId", c.due_at as "dueDate",
      c.recurrence, c.timezone, c.created_at as "createdAt", c.last_login as "lastLogin", c.schedules,
      jsonb_build_object('id', p.id, 'name', p.name, 'users', p.users, 'connections', p.connections, 'queues', p.queues,
        'amount', p.amount, 'isPublic', p.is_public, 'flags', p.flags) as plan
    from app.companies c join app.plans p on p.id = c.plan_id`;
const found = (tx: PlatformTx, search: string): Fragment =>
  tx`app.fold(c.name || ' ' || c.email) like app.pattern(${search})`;

export function all(tx: PlatformTx): Promise<CompanyRow[]> {
  return tx<CompanyRow[]>`${shown(tx)} order by c.id`;
}
export function page(tx: PlatformTx, search: string, size: number, skip: number): Promise<CompanyRow[]> {
  return tx<CompanyRow[]>`${shown(tx)} where ${found(tx, search)} order by c.name_key, c.id limit ${
    size + 1
  } offset ${skip}`;
}
export async function count(tx: PlatformTx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.companies c where ${found(tx, search)}`;
  return row!.n;
}
export async function byId(tx: PlatformTx, id: number): Promise<CompanyRow | undefined> {
  const [row] = await tx<CompanyRow[]>`${shown(tx)} where c.id = ${id}`;
  return row;
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
  return tx`update app.companies set ${tx(columns)} where id = ${id}`;
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

/** An account of the channel that every company begins with: `key` names its page. */
interface BuiltIn {
  companyId: number;
  channel: string;
  key: string;
}
/** The connection every company begins with, already connected. */
export async function insertBuiltIn(
  tx: PlatformTx,
  chat: BuiltIn & { name: string; token: string },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.connections (company_id, name, channel, status, is_default, token, settings)
    values (${chat.companyId}, ${chat.name}, ${chat.channel}, 'CONNECTED', true, ${chat.token}, ${
    tx.json({ key: chat.key })
  })
    returning id`;
  return row!.id;
}
export function insertAccount(
  tx: PlatformTx,
  { companyId, channel, key }: BuiltIn,
  connectionId: number,
): Promise<unknown> {
  return tx`
    insert into app.channel_accounts (channel, account, company_id, connection_id)
    values (${channel}, ${key}, ${companyId}, ${connectionId})`;
}

/** What points at rows of the company without a cascade, in the order in which it can go; the rest goes with the company. */
const order = ["messages", "tickets", "contacts"] as const;
/** Deletes a company with everything it has. */
export async function remove(tx: PlatformTx, id: number): Promise<void> {
  for (const table of order) await tx`delete from ${tx(`app.${table}`)} where company_id = ${id}`;
  await tx`update app.users set connection_id = null where company_id = ${id} and connection_id is not null`;
  await tx`delete from app.connections where company_id = ${id}`;
  await tx`delete from app.companies where id = ${id}`;
}
