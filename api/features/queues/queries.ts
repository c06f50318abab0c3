// SQL of queues. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Schedules } from "../../contract/rules/schedule.ts";
import type { Queue } from "./contract.ts";

/** What a new queue may be without is off. */
type QueueFields = Omit<Queue, "id" | "ativarRoteador" | "tempoRoteador"> & {
  ativarRoteador?: boolean | undefined;
  tempoRoteador?: number | undefined;
  schedules?: Schedules | undefined;
};

const shown = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`id, name, color, greeting as "greetingMessage", out_of_hours as "outOfHoursMessage", position as "orderQueue", close_ticket as "closeTicket", sent_list_id as "fileListId", integration_id as "integrationId",
    rotates as "ativarRoteador", rotate_after_min as "tempoRoteador"`;

/** Queues in their order; those without one last, by name. */
export function list(tx: Tx): Promise<Queue[]> {
  return tx<Queue[]>`
    select ${shown(tx)} from app.queues where company_id = ${tx.companyId} order by position nulls last, name_key, id`;
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
export async function schedules(tx: Tx, id: number): Promise<Schedules> {
  const [row] = await tx<{ schedules: Schedules }[]>`
    select schedules from app.queues where company_id = ${tx.companyId} and id = ${id}`;
  return row?.schedules ?? [];
}
export async function insert(tx: Tx, q: QueueFields): Promise<Queue> {
  const [row] = await tx<Queue[]>`
    insert into app.queues (company_id, name, color, greeting, out_of_hours, position, close_ticket, sent_list_id, integration_id, rotates, rotate_after_min, schedules)
    values (${tx.companyId}, ${q.name}, ${q.color}, ${q.greetingMessage}, ${q.outOfHoursMessage}, ${q.orderQueue}, ${q.closeTicket}, ${q.fileListId}, ${q.integrationId},
      ${q.ativarRoteador ?? false}, ${q.tempoRoteador ?? 0}, ${JSON.stringify(q.schedules ?? [])}::text::jsonb)
    returning ${shown(tx)}`;
  return row!;
}
/** Fields that are left out stay. */
export async function update(
  tx: Tx,
  id: number,
  q: { [F in keyof QueueFields]?: QueueFields[F] | undefined },
): Promise<Queue | undefined> {
  const hours = q.schedules ? JSON.stringify(q.schedules) : null;
  const [row] = await tx<Queue[]>`
    update app.queues set name = coalesce(${q.name ?? null}, name), color = coalesce(${q.color ?? null}, color),
      greeting = coalesce(${q.greetingMessage ?? null}, greeting),
      out_of_hours = coalesce(${q.outOfHoursMessage ?? null}, out_of_hours),
      position = case when ${q.orderQueue === undefined} then position else ${q.orderQueue ?? null}::int end,
      sent_list_id = case when ${q.fileListId === undefined} then sent_list_id else ${q.fileListId ?? null}::bigint end,
      integration_id = case when ${q.integrationId === undefined} then integration_id else ${
    q.integrationId ?? null
  }::bigint end,
      close_ticket = coalesce(${q.closeTicket ?? null}::boolean, close_ticket),
      rotates = coalesce(${q.ativarRoteador ?? null}::boolean, rotates),
      rotate_after_min = coalesce(${q.tempoRoteador ?? null}::int, rotate_after_min),
      schedules = coalesce(${hours}::text::jsonb, schedules)
    where company_id = ${tx.companyId} and id = ${id} returning ${shown(tx)}`;
  return row;
}
export async function members(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx<{ user_id: number }[]>`
    select user_id from app.user_queues where company_id = ${tx.companyId} and queue_id = ${id} order by user_id`;
  return rows.map((row) => row.user_id);
}
/** Connections that offer it. */
export async function offering(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx<{ connection_id: number }[]>`
    select x.connection_id from app.connection_queues x
    join app.connections c on c.company_id = x.company_id and c.id = x.connection_id and c.deleted_at is null
    where x.company_id = ${tx.companyId} and x.queue_id = ${id} order by 1`;
  return rows.map((row) => row.connection_id);
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.queues where company_id = ${tx.companyId} and id = ${id}`;
}
