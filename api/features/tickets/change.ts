// PUT /tickets/{id}: accept, return, close, ignore, reopen, transfer (spec 1 §4, architecture §8).
import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/auth.ts";
import type { Tx } from "../../../db/tenant.ts";
import { keepNote, sendAutomatic } from "../messages/actions.ts";
import { applyChange } from "./actions.ts";
import type { Ticket, TicketUpdate } from "./contract.ts";
import * as queries from "./queries.ts";
import * as rounds from "./rounds.ts";
import { type Action, actionFor, openStatus } from "./status.ts";
import { visible } from "./visibility.ts";

type Update = z.output<typeof TicketUpdate>;
interface Change {
  tx: Tx;
  me: Me;
  ticket: queries.TicketRow;
  update: Update;
}

/** Does what the update asks; answers the ticket as it is afterwards, which may be another's. */
export async function changeTicket(tx: Tx, me: Me, id: number, update: Update): Promise<Ticket> {
  const ticket = must(await queries.lockVisible(tx, id, visible(tx, me)), "ERR_NO_TICKET_FOUND");
  await checkTargets(tx, update);
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
  if (update.userId && !await queries.userExists(tx, update.userId)) refuse("ERR_NO_USER_FOUND");
}
async function asItIs({ tx, ticket }: Change): Promise<Ticket> {
  return must(await queries.shownById(tx, ticket.id), "ERR_NO_TICKET_FOUND");
}
/** Who the ticket goes to: admins may name somebody, others take it themselves. */
function taker({ me, update }: Change): number {
  return me.profile === "admin" && update.userId ? update.userId : me.id;
}

/** A ticket that somebody already has stays theirs; the answer names owner and queue. */
async function accept(change: Change): Promise<Ticket> {
  const { tx, ticket, update } = change;
  const userId = taker(change);
  if (ticket.userId !== null && ticket.userId !== userId) return await asItIs(change);
  const queueId = update.queueId ?? ticket.queueId;
  const taken = await applyChange(tx, ticket, {
    status: openStatus(ticket),
    userId,
    queueId,
    isBot: false,
    useIntegration: false,
  }, [{ type: "open", userId, queueId }]);
  await rounds.start(tx, ticket, userId, queueId);
  await greet(change, taken);
  return taken;
}

async function greet({ tx, me, ticket }: Change, taken: Ticket): Promise<void> {
  const text = me.settings.sendGreetingAccepted === "enabled" ? me.settings.greetingAcceptedMessage ?? "" : "";
  if (text && ticket.status === "pending" && (!ticket.isGroup || ticket.groupAsTicket)) {
    await sendAutomatic(tx, taken, text, me);
  }
}

async function giveBack({ tx, ticket, me }: Change): Promise<Ticket> {
  return await applyChange(tx, ticket, { status: "pending", userId: null }, [{
    type: "pending",
    userId: me.id,
    queueId: ticket.queueId,
  }]);
}

async function close(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  if (me.settings.requiredTag === "enabled" && !ticket.isGroup && !await queries.contactHasTag(tx, ticket.contactId)) {
    refuse("ERR_TICKET_TAG_REQUIRED");
  }
  const userId = ticket.userId ?? me.id;
  if (update.sendFarewellMessage !== false && (!ticket.isGroup || ticket.groupAsTicket)) {
    const text = await farewell(tx, userId, ticket.connectionId);
    if (text) await sendAutomatic(tx, await asItIs(change), text, me);
  }
  const closed = await applyChange(tx, ticket, { status: "closed", userId, unread: 0 }, [{
    type: "closed",
    userId: me.id,
    queueId: ticket.queueId,
  }]);
  await rounds.finish(tx, ticket, userId);
  return closed;
}
/** The person's own farewell, else the connection's (lineage §5.9). */
async function farewell(tx: Tx, userId: number, connectionId: number): Promise<string> {
  const [row] = await tx<{ text: string }[]>`
    select coalesce(nullif((select farewell from app.users where company_id = ${tx.companyId} and id = ${userId}), ''), w.farewell) as text
    from app.connections w where w.company_id = ${tx.companyId} and w.id = ${connectionId}`;
  return row?.text ?? "";
}

async function ignore({ tx, me, ticket }: Change): Promise<Ticket> {
  if (!can(me, "tickets:closePending")) refuse("ERR_NO_PERMISSION");
  const closed = await applyChange(tx, ticket, { status: "closed", userId: ticket.userId ?? me.id, unread: 0 }, [{
    type: "closed",
    userId: me.id,
    queueId: ticket.queueId,
  }]);
  await rounds.finish(tx, ticket, me.id);
  return closed;
}

/** Reopening onto a live ticket of the same contact answers that one (architecture §8). */
async function reopen(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  const live = await queries.lockLive(tx, ticket.contactId, ticket.connectionId);
  if (live) return must(await queries.shownById(tx, live.id), "ERR_NO_TICKET_FOUND");
  const userId = taker(change);
  const queueId = update.queueId ?? ticket.queueId;
  const opened = await applyChange(tx, ticket, { status: openStatus(ticket), userId, queueId }, [{
    type: "reopen",
    userId: me.id,
    queueId,
  }]);
  await rounds.begin(tx, { ...ticket, userId, queueId }, false);
  return opened;
}

async function transfer(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  const queueId = update.queueId ??
    refuse("ERR_VALIDATION", { details: [{ path: "body.queueId", message: "required" }] });
  const userId = update.userId ?? null;
  if (update.msgTransfer?.trim()) await keepNote(tx, ticket, update.msgTransfer.trim(), me);
  const moved = await applyChange(tx, ticket, {
    status: userId === null ? "pending" : openStatus(ticket),
    userId,
    queueId,
    transferred: true,
    isBot: false,
  }, [
    { type: "transfered", userId: me.id, queueId: ticket.queueId },
    { type: "receivedTransfer", userId, queueId },
  ]);
  if (userId !== null) await rounds.start(tx, ticket, userId, queueId);
  if (me.settings.sendMsgTransfTicket === "enabled" && me.settings.transferMessage && !ticket.isGroup) {
    await sendAutomatic(tx, moved, me.settings.transferMessage, me);
  }
  return moved;
}

/** Nothing of the table: a queue is set, a bot is switched; asking for the state it is in changes nothing. */
async function setPlain(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  if (update.isTransfered) refuse("ERR_TICKET_NOT_OPEN");
  const queueId = update.queueId ?? ticket.queueId;
  const patch: queries.TicketPatch = {};
  if (queueId !== ticket.queueId && ticket.status !== "closed") patch.queueId = queueId;
  if (update.useIntegration !== undefined) patch.useIntegration = update.useIntegration;
  if (!Object.keys(patch).length) return await asItIs(change);
  return await applyChange(
    tx,
    ticket,
    patch,
    patch.queueId === undefined ? [] : [{ type: "queue", userId: me.id, queueId }],
  );
}
