// The live ticket of a contact on a connection: found, continued or opened (docs/product/tickets.md#opening).
import { must, refuse } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { applyChange, writeLog } from "./apply.ts";
import { moveCounters } from "../counters.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { waitingStatus } from "../status.ts";

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
  /** It says nothing but thanks. */
  thanks?: boolean;
}

/** So long after their rating a customer's thanks belong to what was rated. */
const THANKS_MIN = 5;

/**
 * The live ticket of a contact on a connection, locked; without one, the ticket that was closed a moment ago, else a new one.
 * Thanks for what was just rated wait for nobody: they are kept with the closed ticket.
 * Under any race there is one: the partial unique index decides, and who lost the race finds the winner's.
 */
export async function findOrOpenTicket(
  tx: Tx,
  opening: Opening,
): Promise<{ ticket: queries.TicketRow; opened: boolean }> {
  for (let tries = 0; tries < 5; tries++) {
    const live = await queries.lockLive(tx, opening.contactId, opening.connectionId);
    if (live) return { ticket: live, opened: false };
    const rated = opening.thanks
      ? await queries.lockJustRated(tx, opening.contactId, opening.connectionId, THANKS_MIN)
      : undefined;
    if (rated) return { ticket: rated, opened: false };
    const ticket = (opening.byCustomer ? await continueLast(tx, opening) : null) ?? await openNew(tx, opening);
    if (ticket) return { ticket, opened: true };
  }
  return refuse("ERR_CREATING_TICKET");
}

/**
 * A customer who writes again soon after the close continues the ticket: it waits again in its queue. Not one who was just
 * asked to rate.
 */
async function continueLast(tx: Tx, opening: Opening): Promise<queries.TicketRow | null> {
  const last = await queries.lockReusable(tx, opening.contactId, opening.connectionId);
  if (!last || await rounds.wasAskedToRate(tx, last.id)) return null;
  const status = waitingStatus(last);
  await applyChange(tx, last, { status, userId: null, transferred: false }, [{
    type: "reopen",
    queueId: last.queueId,
  }]);
  const ticket = must(await queries.lock(tx, last.id), "ERR_CREATING_TICKET");
  await happen(tx, "roundOver", { ticketId: ticket.id });
  await rounds.begin(tx, ticket, true);
  return ticket;
}

/** Null when somebody else was quicker. Whose customer the contact is gets the ticket, where the company says so. */
async function openNew(tx: Tx, opening: Opening): Promise<queries.TicketRow | null> {
  const status = opening.status ?? waitingStatus(opening);
  const wallet = opening.byCustomer && !opening.isGroup ? await queries.walletOf(tx, opening.contactId) : undefined;
  const id = await queries.insertLive(tx, { ...opening, ...wallet, status });
  if (id === null) return null;
  const ticket = must(await queries.lock(tx, id), "ERR_CREATING_TICKET");
  // In one go: one connection carries out what it is given in order.
  moveCounters(tx, null, ticket);
  await Promise.all([
    rounds.begin(tx, ticket, opening.byCustomer),
    writeLog(tx, id, [{ type: "create", userId: tx.userId, queueId: ticket.queueId }]),
  ]);
  return ticket;
}
