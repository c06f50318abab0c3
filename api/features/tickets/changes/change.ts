// PUT /tickets/{id}: accept, return, reopen (docs/product/tickets.md#actions); closing and transferring have files of their own.
import { must, refuse } from "../../../contract/errors.ts";
import type { Me } from "../../../core/access/auth.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { sayIn } from "../actions/end.ts";
import { liveTicket, refuseTaken } from "../actions/live.ts";
import { takeTicket } from "../actions/take.ts";
import type { Change, Update } from "./asked.ts";
import { applyChange } from "../actions/apply.ts";
import { close, ignore } from "./closing.ts";
import type { Ticket } from "../contract.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { lockServed } from "../actions/served.ts";
import { type Action, actionFor, openStatus } from "../status.ts";
import { transfer } from "./transfer.ts";

/** Does what the update asks; answers the ticket as it is afterwards, which may be another's. */
export async function changeTicket(tx: Tx, me: Me, id: number, update: Update): Promise<Ticket> {
  const ticket = await lockServed(tx, me, id);
  await checkTargets(tx, update);
  const mine = update.status === "open" && ticket.userId === me.id;
  if (update.ifUserId !== undefined && ticket.userId !== update.ifUserId && !mine) await refuseChangedHands(tx, ticket);
  const action = actionFor(ticket.status, update.status, update.isTransfered === true);
  const change = { tx, me, ticket, update };
  return action ? await actions[action](change) : await setPlain(change);
}

const actions: Record<Action, (change: Change) => Promise<Ticket>> = {
  accept,
  return: giveBack,
  close,
  ignore,
  reopen,
  transfer,
};

async function checkTargets(tx: Tx, update: Update): Promise<void> {
  if (update.queueId && !await queries.queueExists(tx, update.queueId)) refuse("ERR_NO_QUEUE_FOUND");
  for (const userId of [update.userId, update.ifUserId]) {
    if (userId && !await queries.userExists(tx, userId)) refuse("ERR_NO_USER_FOUND");
  }
}
async function asItIs({ tx, ticket }: Change): Promise<Ticket> {
  return must(await queries.shownById(tx, ticket.id), "ERR_NO_TICKET_FOUND");
}
/** Refuses a decision that was made while the ticket had another owner, or none. */
async function refuseChangedHands(tx: Tx, { id, userId }: queries.TicketRow): Promise<void> {
  const ticket = must(await queries.shownById(tx, id), "ERR_NO_TICKET_FOUND");
  if (userId === null || ticket.status === "closed") refuse("ERR_TICKET_NOT_OPEN");
  refuseTaken(ticket);
}
/** Who the ticket goes to: admins may name somebody, others take it themselves. A company's key, which is nobody, must name somebody. */
function taker({ me, update }: Change): number {
  return me.profile === "admin" && update.userId ? update.userId : me.id || refuse("ERR_NO_USER_FOUND");
}

/**
 * A ticket that somebody already has stays theirs; the answer names owner and queue. One that only waits for a rating is
 * nobody's any more: it goes on as a new round.
 */
async function accept(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  const userId = taker(change);
  if (ticket.userId !== null && ticket.userId !== userId && ticket.status !== "nps") return await asItIs(change);
  const queueId = update.queueId ?? ticket.queueId;
  const taken = await takeTicket(tx, ticket, userId, queueId);
  const greets = me.settings.sendGreetingAccepted === "enabled" && ticket.status === "pending";
  const text = greets ? me.settings.greetingAcceptedMessage : "";
  await sayIn(tx, ticket, { kind: "accepted", text, userName: me.name });
  return taken;
}

/** It waits for whoever takes it, a group too; the bot does not begin again. */
async function giveBack({ tx, ticket, me }: Change): Promise<Ticket> {
  const line = { type: "pending", userId: me.id, queueId: ticket.queueId };
  await happen(tx, "leftToPeople", { ticketId: ticket.id });
  return await applyChange(tx, ticket, { status: "pending", userId: null }, [line]);
}

/** Reopening onto a live ticket of the same contact answers that one, to whoever may see it (docs/product/tickets.md#reopen). */
async function reopen(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  const live = await queries.lockLive(tx, ticket.contactId, ticket.connectionId);
  if (live) return await liveTicket(tx, me, live.id);
  const userId = taker(change);
  const queueId = update.queueId ?? ticket.queueId;
  const patch = { status: openStatus(ticket), userId, queueId, isBot: false, useIntegration: false };
  const opened = await applyChange(tx, ticket, patch, [{ type: "reopen", userId: me.id, queueId }]);
  await rounds.begin(tx, { ...ticket, userId, queueId }, false);
  await happen(tx, "roundOver", { ticketId: ticket.id });
  return opened;
}

/** Nothing of the table: a queue is set, a bot is switched; asking for the state it is in changes nothing. */
async function setPlain(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  const returned = update.status === "pending" && ticket.status === "closed";
  if (update.isTransfered || returned) refuse("ERR_TICKET_NOT_OPEN");
  const queueId = update.queueId ?? ticket.queueId;
  const patch: queries.TicketPatch = {};
  // A person who moves a ticket takes it from what leads it.
  if (queueId !== ticket.queueId && ticket.status !== "closed") {
    Object.assign(patch, { queueId, useIntegration: false });
  }
  // Nothing leads a closed ticket: else it would be mute when its customer writes again.
  if (update.useIntegration !== undefined && ticket.status !== "closed") patch.useIntegration = update.useIntegration;
  if (!Object.keys(patch).length) return await asItIs(change);
  if (patch.useIntegration === false) await happen(tx, "personActs", { ticket });
  return await applyChange(
    tx,
    ticket,
    patch,
    patch.queueId === undefined ? [] : [{ type: "queue", userId: me.id, queueId }],
  );
}
