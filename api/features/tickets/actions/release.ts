// What tickets hold on to goes: a person, a queue, a connection's rule for groups.
import type { Tx } from "../../../../db/tenant.ts";
import { writeSums } from "../counters.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import { openStatus, waitingStatus } from "../status.ts";
import { applyChange } from "./apply.ts";

/** A person who leaves: their open tickets wait again, their history stays without an owner. */
export async function releaseTickets(tx: Tx, userId: number): Promise<void> {
  const rows = await tx<
    { id: number; status: string }[]
  >`select id, status from app.tickets where company_id = ${tx.companyId} and user_id = ${userId} and status <> 'closed' order by id`;
  for (const { id } of rows) {
    const ticket = await queries.lock(tx, id);
    if (ticket) {
      await applyChange(tx, ticket, {
        status: ticket.status === "open" || ticket.status === "group" ? waitingStatus(ticket) : ticket.status,
        userId: null,
      }, [{ type: "pending", queueId: ticket.queueId }]);
    }
  }
  await writeSums(tx);
  await tx`
    with gone as (delete from app.ticket_counters where company_id = ${tx.companyId} and user_id = ${userId} returning *)
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, queue_id, 0, is_group, sum(tickets), sum(unread) from gone group by 1, 2, 3, 5
    on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
  await tx`update app.tickets set user_id = null where company_id = ${tx.companyId} and user_id = ${userId}`;
}

/** Whether groups are tickets on a connection has changed: its live groups are what they are now. */
export async function regroupTickets(tx: Tx, connectionId: number): Promise<void> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and connection_id = ${connectionId} and is_group and status <> 'closed' order by id`;
  for (const { id } of rows) {
    const ticket = await queries.lock(tx, id);
    if (!ticket) continue;
    const status = ticket.userId === null ? waitingStatus(ticket) : openStatus(ticket);
    if (status !== ticket.status) await applyChange(tx, ticket, { status });
  }
}

/**
 * A queue that goes: its live tickets wait without a queue, its history stays. A customer who stood in it with the bot, or waited, is
 * greeted anew with their next message, so that an answer to the old question is not taken for one to another.
 */
export async function releaseQueue(tx: Tx, queueId: number): Promise<void> {
  const rows = await tx<
    { id: number }[]
  >`select id from app.tickets where company_id = ${tx.companyId} and queue_id = ${queueId} and status <> 'closed' order by id`;
  for (const { id } of rows) {
    const ticket = await queries.lock(tx, id);
    if (!ticket) continue;
    const waits = ticket.status === "pending" && ticket.userId === null;
    await applyChange(tx, ticket, { queueId: null, ...(waits ? { isBot: false } : {}) });
    if (waits) await happen(tx, "roundOver", { ticketId: id });
  }
  await writeSums(tx);
  await tx`
    with gone as (delete from app.ticket_counters where company_id = ${tx.companyId} and queue_id = ${queueId} returning *)
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, 0, user_id, is_group, sum(tickets), sum(unread) from gone group by 1, 2, 4, 5
    on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
  await tx`update app.tickets set queue_id = null where company_id = ${tx.companyId} and queue_id = ${queueId}`;
}
