// SQL of queues. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Queue } from "./contract.ts";

export type QueueFields = Omit<Queue, "id">;

const shown = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`id, name, color, greeting as "greetingMessage", out_of_hours as "outOfHoursMessage", position as "orderQueue", close_ticket as "closeTicket"`;

/** Queues in their order; those without one last, by name. */
export function list(tx: Tx): Promise<Queue[]> {
  return tx<Queue[]>`
    select ${
    shown(tx)
  } from app.queues where company_id = ${tx.companyId} order by position nulls last, lower(name), id`;
}
export async function byId(tx: Tx, id: number): Promise<Queue | undefined> {
  const [row] = await tx<Queue[]>`select ${
    shown(tx)
  } from app.queues where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}
/** Names, colours and the plan's limit are looked at under this lock, so that two changes at once cannot both pass. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('queues', ${tx.companyId}::bigint))`;
}
/** Whether another queue has the name or the colour; upper and lower case are alike. */
export async function taken(
  tx: Tx,
  fields: { name: string; color: string },
  exceptId: number | null,
): Promise<{ name: boolean; color: boolean }> {
  const [row] = await tx<{ name: boolean; color: boolean }[]>`
    select coalesce(bool_or(lower(name) = lower(${fields.name})), false) as name,
      coalesce(bool_or(lower(color) = lower(${fields.color})), false) as color
    from app.queues where company_id = ${tx.companyId} and id is distinct from ${exceptId}::bigint`;
  return row!;
}
/** How many queues there are, and how many the plan allows. */
export async function room(tx: Tx): Promise<{ used: number; allowed: number }> {
  const [row] = await tx<{ used: number; allowed: number }[]>`
    select (select count(*) from app.queues where company_id = ${tx.companyId}) as used, p.queues as allowed
    from app.companies c join app.plans p on p.id = c.plan_id where c.id = ${tx.companyId}`;
  return row!;
}
export async function insert(tx: Tx, q: QueueFields): Promise<Queue> {
  const [row] = await tx<Queue[]>`
    insert into app.queues (company_id, name, color, greeting, out_of_hours, position, close_ticket)
    values (${tx.companyId}, ${q.name}, ${q.color}, ${q.greetingMessage}, ${q.outOfHoursMessage}, ${q.orderQueue}, ${q.closeTicket})
    returning ${shown(tx)}`;
  return row!;
}
export async function update(tx: Tx, id: number, q: QueueFields): Promise<Queue | undefined> {
  const [row] = await tx<Queue[]>`
    update app.queues set name = ${q.name}, color = ${q.color}, greeting = ${q.greetingMessage},
      out_of_hours = ${q.outOfHoursMessage}, position = ${q.orderQueue}, close_ticket = ${q.closeTicket}
    where company_id = ${tx.companyId} and id = ${id} returning ${shown(tx)}`;
  return row;
}
export async function members(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx<{ user_id: number }[]>`
    select user_id from app.user_queues where company_id = ${tx.companyId} and queue_id = ${id} order by user_id`;
  return rows.map((row) => row.user_id);
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.queues where company_id = ${tx.companyId} and id = ${id}`;
}
