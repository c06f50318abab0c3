// The verbs of tickets that other features use. Every change of a ticket goes through `applyChange`: row, counters, log and
// events move together or not at all.
import { must } from "../../contract/errors.ts";
import { emit, only } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { handOver } from "../drafts/actions.ts";
import { draftChanged } from "../drafts/contract.ts";
import { endBot } from "../automation/actions.ts";
import { type Automatic, sendAutomatic } from "../messages/actions.ts";
import { clearChanged, ringChange } from "../notifications/actions.ts";
import type { Ticket } from "./contract.ts";
import { ticketChanged } from "./contract.ts";
import { moveCounters, writeSums } from "./counters.ts";
import * as joining from "./changes/joining.ts";
import * as queries from "./queries.ts";
import * as rounds from "./rounds.ts";
import { openStatus, waitingStatus } from "./status.ts";
import { audienceOf, lostSight, type Seen } from "./visibility.ts";

export { openTicket } from "./changes/open.ts";
export { findOrOpenTicket } from "./changes/opening.ts";
export type { TicketRow } from "./queries.ts";

export interface LogLine {
  type: string;
  userId?: number | null;
  queueId?: number | null;
  /** Of a transfer: who had the ticket before. */
  hadUserId?: number | null;
}

/** Changes a locked ticket: writes the row, moves the counters, logs, and tells who sees it and who no longer does. */
export async function applyChange(
  tx: Tx,
  before: queries.TicketRow,
  patch: queries.TicketPatch,
  log: readonly LogLine[] = [],
): Promise<Ticket> {
  const after = { ...before, ...patch };
  // One connection carries out what it is given in order: what is read at the end is as the writes before leave it.
  const writes = [queries.write(tx, before.id, patch), writeLog(tx, before.id, log)];
  moveCounters(tx, before, after);
  const shown = queries.shownById(tx, before.id);
  const left = handOver(tx, { ticketId: before.id, from: before.userId, to: after.userId, into: before.id });
  await Promise.all([...writes, shown, left]);
  const ticket = must(await shown, "ERR_NO_TICKET_FOUND");
  announce(tx, ticket, before);
  ringChange(tx, before.id, before, asSeen(ticket));
  return ticket;
}

/** Tells who may see this ticket how it is now, and takes it from the lists of those who lost sight. */
export function announce(tx: Tx, ticket: Ticket, before: Seen | null): void {
  const seen = asSeen(ticket);
  emit(tx, ticketChanged, audienceOf(seen), { action: before ? "update" : "create", ticket });
  const lost = before && lostSight(before, seen);
  if (lost) emit(tx, ticketChanged, lost, { action: "delete", ticketId: ticket.id });
}
/** Tells of a ticket that stays where it is, but shows something else now. */
export async function announceSame(tx: Tx, id: number): Promise<Ticket> {
  const ticket = must(await queries.shownById(tx, id), "ERR_NO_TICKET_FOUND");
  announce(tx, ticket, asSeen(ticket));
  return ticket;
}
/** The same for the tickets of a contact; of those that ended, the ones somebody may have on screen. */
export async function announceTicketsOf(tx: Tx, contactId: number): Promise<void> {
  for (const ticket of await queries.shownOfContact(tx, contactId, 20)) announce(tx, ticket, asSeen(ticket));
}
export function asSeen(ticket: Ticket): Seen {
  return { userId: ticket.userId, queueId: ticket.queueId, isGroup: ticket.isGroup, status: ticket.status };
}

export async function writeLog(tx: Tx, ticketId: number, lines: readonly LogLine[]): Promise<void> {
  await Promise.all(
    lines.map(({ type, userId = null, queueId = null, hadUserId = null }) =>
      tx`insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id, had_user_id) values (${tx.companyId}, ${ticketId}, ${type}, ${userId}, ${queueId}, ${hadUserId})`
    ),
  );
}

/** Says something by itself, where the customer can be reached: not in groups that are no tickets. */
export async function sayIn(tx: Tx, ticket: queries.TicketRow, automatic: Automatic): Promise<void> {
  if (!automatic.text || ticket.connectionGone || (ticket.isGroup && !ticket.groupAsTicket)) return;
  await sendAutomatic(tx, must(await queries.shownById(tx, ticket.id), "ERR_NO_TICKET_FOUND"), automatic);
}

export interface Ending {
  /** How the log names it. */
  log: "closed" | "autoClose" | "clientClosed";
  /** The person who ends it; without, it ends by itself. */
  by?: { id: number; name: string };
  /** The text said before: the owner's farewell, else the connection's, or another text. */
  say?: "farewell" | Automatic;
}
/** Ends a locked ticket for good: no rating is asked for. */
export async function endTicket(tx: Tx, ticket: queries.TicketRow, { log, by, say }: Ending): Promise<Ticket> {
  const userId = ticket.userId ?? by?.id ?? null;
  if (say === "farewell") {
    await sayIn(tx, ticket, { kind: "farewell", text: await queries.farewell(tx, userId, ticket), userName: by?.name });
  } else if (say) await sayIn(tx, ticket, say);
  const queueId = ticket.queueId;
  const line = { type: log, userId: by?.id, queueId };
  const patch = { status: "closed", userId, unread: 0, isBot: false, useIntegration: false };
  const closed = await applyChange(tx, ticket, patch, [line]);
  // The round of a ticket that waits for a rating ended when the rating was asked for.
  if (ticket.status !== "nps") await rounds.finish(tx, ticket, userId);
  await endBot(tx, ticket.id);
  return closed;
}

/** What the customer thinks of how they were served: kept with the ticket and its last round. From 0 to 10. */
export async function rateTicket(tx: Tx, ticketId: number, rating: number): Promise<void> {
  await tx`update app.tickets set rating = ${rating} where company_id = ${tx.companyId} and id = ${ticketId}`;
  await tx`
    update app.ticket_rounds set rating = ${rating} where company_id = ${tx.companyId} and id = (
      select id from app.ticket_rounds where company_id = ${tx.companyId} and ticket_id = ${ticketId} order by id desc limit 1)`;
}

/** What of a ticket went over into another, so that it can come back. */
export interface JoinedTicket {
  into: number;
  /** The row as it was. */
  row: Record<string, unknown>;
  messages: number[];
  log: number[];
  notes?: number[];
  rounds: number[];
  tags: number[];
  newTags: number[];
  drafts: { userId: number; mode: "reply" | "note"; text: string }[];
}

/**
 * Which of two live tickets is nearer to being served: by a person, given to one, waiting, asked for consent, done but for a
 * rating.
 */
function nearness({ status, userId }: queries.TicketRow): number {
  if (status === "nps") return 0;
  if (status === "lgpd") return 1;
  return userId === null ? 2 : status === "pending" ? 3 : 4;
}
/**
 * Two live tickets of what turned out to be one person: `from` goes on in `into`, which from now on is `contactId`'s and goes on
 * as the one of the two that is nearer to being served. Both are locked.
 */
export async function joinTickets(
  tx: Tx,
  into: queries.TicketRow,
  from: queries.TicketRow,
  contactId: number,
): Promise<JoinedTicket> {
  // The round of a ticket that waits for a rating ended when the rating was asked for.
  if (from.status !== "nps") await rounds.finish(tx, from, null);
  const moved = await joining.moveContents(tx, from.id, into.id, contactId);
  for (const { userId, ...draft } of moved.drafts) {
    emit(tx, draftChanged, only(userId), { action: "update", draft: { ...draft, ticketId: into.id } });
  }
  moveCounters(tx, from, null);
  clearChanged(tx, from.id);
  emit(tx, ticketChanged, audienceOf(from), { action: "delete", ticketId: from.id }, from.contactId);
  const taken = nearness(from) > nearness(into);
  // The agent who loses the ticket leaves their draft to the one who has it.
  if (!taken) await handOver(tx, { ticketId: into.id, from: from.userId, to: into.userId, into: into.id });
  await applyChange(
    tx,
    into,
    {
      unread: into.unread + from.unread,
      queueId: (taken ? from.queueId : null) ?? into.queueId ?? from.queueId,
      ...(taken ? { status: from.status, userId: from.userId, isBot: false } : {}),
    },
    [{ type: "joined", userId: into.userId ?? from.userId, queueId: into.queueId ?? from.queueId }],
  );
  if (taken) await takeOver(tx, into, from);
  const whole = moved.drafts.filter((draft) => draft.whole);
  return { ...moved, into: into.id, drafts: whole.map(({ userId, mode, text }) => ({ userId, mode, text })) };
}

/** `into` is served as `from` was. One that only waited for a rating goes on as a new round. */
async function takeOver(tx: Tx, into: queries.TicketRow, from: queries.TicketRow): Promise<void> {
  const queueId = from.queueId ?? into.queueId;
  await endBot(tx, into.id);
  if (into.status === "nps") {
    await rounds.begin(tx, { ...into, userId: from.userId, queueId }, true);
  } else if (from.userId !== null) await rounds.start(tx, into, from.userId, queueId);
}

/** Undoes a joining: the ticket is there again with what is left of it. Closed where its conversation was closed meanwhile. */
export async function partTickets(tx: Tx, joined: JoinedTicket): Promise<void> {
  const into = await queries.lock(tx, joined.into);
  if (!into || !await joining.restore(tx, joined, into.status === "closed")) return;
  const id = Number(joined.row.id);
  const unread = await joining.takeBack(tx, joined, into.id);
  const ticket = must(await queries.lock(tx, id), "ERR_NO_TICKET_FOUND");
  moveCounters(tx, null, ticket);
  if (ticket.status !== "closed" && ticket.status !== "nps") {
    await rounds.begin(tx, ticket, true);
  }
  await writeLog(tx, id, [{ type: "parted", userId: tx.userId, queueId: ticket.queueId }]);
  await applyChange(tx, into, { unread: Math.max(0, into.unread - unread) });
  announce(tx, must(await queries.shownById(tx, id), "ERR_NO_TICKET_FOUND"), null);
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
    if (waits) await endBot(tx, id);
  }
  await writeSums(tx);
  await tx`
    with gone as (delete from app.ticket_counters where company_id = ${tx.companyId} and queue_id = ${queueId} returning *)
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, 0, user_id, is_group, sum(tickets), sum(unread) from gone group by 1, 2, 4, 5
    on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
  await tx`update app.tickets set queue_id = null where company_id = ${tx.companyId} and queue_id = ${queueId}`;
}
