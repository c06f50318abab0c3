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

/** Plans, cheapest first; all of them or those open for sign-up. */
export function list(tx: PlatformTx, publicOnly: boolean): Promise<PlanRow[]> {
  return tx<PlanRow[]>`
    select id, name, users, connections, queues, amount, is_public as "isPublic", flags from app.plans
    where is_public or not ${publicOnly} order by amount, id`;
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
