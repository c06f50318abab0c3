// The verbs of tickets that other features use. Every change of a ticket goes through `applyChange`: row, counters, log and
// events move together or not at all.
import { must, refuse } from "../../contract/errors.ts";
import { emit } from "../../core/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Ticket } from "./contract.ts";
import { ticketChanged } from "./contract.ts";
import { addHalfHour, moveCounters } from "./counters.ts";
import * as queries from "./queries.ts";
import * as rounds from "./rounds.ts";
import { audienceOf, lostSight, type Seen } from "./visibility.ts";

export type { TicketRow } from "./queries.ts";

export interface LogLine {
  type: string;
  userId?: number | null;
  queueId?: number | null;
}

/** Changes a locked ticket: writes the row, moves the counters, logs, and tells who sees it and who no longer does. */
export async function applyChange(
  tx: Tx,
  before: queries.TicketRow,
  patch: queries.TicketPatch,
  log: readonly LogLine[] = [],
): Promise<Ticket> {
  const after = { ...before, ...patch };
  await queries.write(tx, before.id, patch);
  await moveCounters(tx, before, after);
  await writeLog(tx, before.id, log);
  const ticket = must(await queries.shownById(tx, before.id), "ERR_NO_TICKET_FOUND");
  announce(tx, ticket, before);
  return ticket;
}

/** Tells who may see this ticket how it is now, and takes it from the lists of those who lost sight. */
export function announce(tx: Tx, ticket: Ticket, before: Seen | null): void {
  const seen = asSeen(ticket);
  emit(tx, ticketChanged, audienceOf(seen), { action: before ? "update" : "create", ticket });
  const lost = before && lostSight(before, seen);
  if (lost) emit(tx, ticketChanged, lost, { action: "delete", ticketId: ticket.id });
}
export function asSeen(ticket: Ticket): Seen {
  return { userId: ticket.userId, queueId: ticket.queueId, isGroup: ticket.isGroup, status: ticket.status };
}

export async function writeLog(tx: Tx, ticketId: number, lines: readonly LogLine[]): Promise<void> {
  for (const line of lines) {
    await tx`insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id) values (${tx.companyId}, ${ticketId}, ${line.type}, ${
      line.userId ?? null
    }, ${line.queueId ?? null})`;
  }
}

export interface Opening {
  contactId: number;
  connectionId: number;
  channel: string;
  isGroup: boolean;
  groupAsTicket: boolean;
  /** The queue a new ticket waits in, where the connection has just one. */
  queueId: number | null;
  userId: number | null;
  status?: string;
  /** False when an attendant starts the conversation. */
  byCustomer: boolean;
}

/**
 * The live ticket of a contact on a connection, locked; a new one when there is none. Under any race there is one: the
 * partial unique index decides, and who lost the race finds the winner's.
 */
export async function findOrOpenTicket(
  tx: Tx,
  opening: Opening,
): Promise<{ ticket: queries.TicketRow; opened: boolean }> {
  for (let tries = 0; tries < 5; tries++) {
    const live = await queries.lockLive(tx, opening.contactId, opening.connectionId);
    if (live) return { ticket: live, opened: false };
    const status = opening.status ?? (opening.isGroup && !opening.groupAsTicket ? "group" : "pending");
    const id = await queries.insertLive(tx, { ...opening, status });
    if (id === null) continue;
    const ticket = must(await queries.lock(tx, id), "ERR_CREATING_TICKET");
    await moveCounters(tx, null, ticket);
    await rounds.begin(tx, ticket, opening.byCustomer);
    await addHalfHour(tx, ticket, { opened: 1 });
    await writeLog(tx, id, [{ type: "create", userId: tx.userId, queueId: opening.queueId }]);
    return { ticket, opened: true };
  }
  return refuse("ERR_CREATING_TICKET");
}

/** A person who leaves: their open tickets wait again, their history stays without an owner. */
export async function releaseTickets(tx: Tx, userId: number): Promise<void> {
  const rows = await tx<
    { id: number; status: string }[]
  >`select id, status from app.tickets where company_id = ${tx.companyId} and user_id = ${userId} and status <> 'closed' order by id`;
  for (const { id } of rows) {
    const ticket = await queries.lock(tx, id);
    if (ticket) {
      await applyChange(tx, ticket, {
        status: ticket.status === "open" || ticket.status === "group" ? "pending" : ticket.status,
        userId: null,
      }, [{ type: "pending", queueId: ticket.queueId }]);
    }
  }
  await tx`
    with gone as (delete from app.ticket_counters where company_id = ${tx.companyId} and user_id = ${userId} returning *)
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, queue_id, 0, is_group, sum(tickets), sum(unread) from gone group by 1, 2, 3, 5
    on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
  await tx`update app.tickets set user_id = null where company_id = ${tx.companyId} and user_id = ${userId}`;
}

/** A queue that goes: its live tickets wait without a queue, its history stays. */
export async function releaseQueue(tx: Tx, queueId: number): Promise<void> {
  const rows = await tx<
    { id: number }[]
  >`select id from app.tickets where company_id = ${tx.companyId} and queue_id = ${queueId} and status <> 'closed' order by id`;
  for (const { id } of rows) {
    const ticket = await queries.lock(tx, id);
    if (ticket) await applyChange(tx, ticket, { queueId: null });
  }
  await tx`
    with gone as (delete from app.ticket_counters where company_id = ${tx.companyId} and queue_id = ${queueId} returning *)
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, 0, user_id, is_group, sum(tickets), sum(unread) from gone group by 1, 2, 4, 5
    on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
  await tx`update app.tickets set queue_id = null where company_id = ${tx.companyId} and queue_id = ${queueId}`;
}
