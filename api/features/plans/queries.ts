// SQL of plans. They belong to no company, so it runs through the platform's door.
import type { PlatformTx } from "../../../db/tenant.ts";

/** A plan as stored: only flags that are off are written down (all default true). */
export interface PlanRow {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  amount: number;
  isPublic: boolean;
  flags: Record<string, boolean>;
}

export interface PlanFields {
  name: string;
  users: number;
  connections: number;
  queues: number;
  amount: number;
  isPublic: boolean;
  flags: Record<string, boolean>;
}

/** Plans open for sign-up, cheapest first. */
export function listPublic(tx: PlatformTx): Promise<PlanRow[]> {
  return tx<PlanRow[]>`
    select id, name, users, connections, queues, amount, is_public as "isPublic", flags from app.plans
    where is_public order by amount, id`;
}
export interface PlanInUseRow extends PlanRow {
  companies: number;
  most: { users: number; connections: number; queues: number };
}
/**
 * All plans, cheapest first, with what their companies use: one statement, however many these are. A company with limits of its own
 * is not held to the plan's; connections of the channel `builtIn` count for nobody.
 */
export function list(tx: PlatformTx, builtIn: string): Promise<PlanInUseRow[]> {
  return tx<PlanInUseRow[]>`
    with used as (
      select c.plan_id, count(*) as companies,
        max(u.n) filter (where c.seats is null) as users, max(w.n) filter (where c.lines is null) as connections, max(q.n) as queues
      from app.companies c
      left join (select company_id, count(*) as n from app.users group by 1) u on u.company_id = c.id
      left join (select company_id, count(*) as n from app.connections
        where deleted_at is null and channel <> ${builtIn} group by 1) w on w.company_id = c.id
      left join (select company_id, count(*) as n from app.queues group by 1) q on q.company_id = c.id
      group by 1)
    select p.id, p.name, p.users, p.connections, p.queues, p.amount, p.is_public as "isPublic", p.flags,
      coalesce(x.companies, 0) as companies, jsonb_build_object('users', coalesce(x.users, 0),
        'connections', coalesce(x.connections, 0), 'queues', coalesce(x.queues, 0)) as most
    from app.plans p left join used x on x.plan_id = p.id order by p.amount, p.id`;
}
export async function byId(tx: PlatformTx, id: number): Promise<PlanRow | undefined> {
  const [row] = await tx<PlanRow[]>`
    select id, name, users, connections, queues, amount, is_public as "isPublic", flags from app.plans where id = ${id}`;
  return row;
}
/** The new plan's id, or nothing when the name is taken. */
export async function insert(tx: PlatformTx, plan: PlanFields): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.plans (name, users, connections, queues, amount, is_public, flags)
    values (${plan.name}, ${plan.users}, ${plan.connections}, ${plan.queues}, ${plan.amount}, ${plan.isPublic}, ${
    tx.json(plan.flags)
  })
    on conflict (name) do nothing returning id`;
  return row?.id;
}
export async function nameTaken(tx: PlatformTx, name: string, exceptId: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.plans where name = ${name} and id <> ${exceptId}`;
  return row !== undefined;
}
export async function update(tx: PlatformTx, id: number, plan: PlanFields): Promise<boolean> {
  const done = await tx`
    update app.plans set name = ${plan.name}, users = ${plan.users}, connections = ${plan.connections}, queues = ${plan.queues},
      amount = ${plan.amount}, is_public = ${plan.isPublic}, flags = ${tx.json(plan.flags)} where id = ${id}`;
  return done.count === 1;
}
export async function companiesOf(tx: PlatformTx, id: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`select id from app.companies where plan_id = ${id}`;
  return rows.map((row) => row.id);
}
export async function remove(tx: PlatformTx, id: number): Promise<boolean> {
  return (await tx`delete from app.plans where id = ${id}`).count === 1;
}
