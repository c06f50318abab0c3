// A ticket goes to another queue or person (docs/product/tickets.md#transfer).
import { must, refuse } from "../../../contract/errors.ts";
import { endTicket, sayIn } from "../actions/end.ts";
import { applyChange, type LogLine, writeLog } from "../actions/apply.ts";
import { announce, asSeen } from "../actions/announce.ts";
import type { Change } from "./asked.ts";
import type { Ticket } from "../contract.ts";
import { moveCounters } from "../counters.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { openStatus } from "../status.ts";

/** Where it goes; without a person it waits there. */
interface Target {
  status: string;
  queueId: number;
  userId: number | null;
}

/** The note goes along, the customer is told where the company says so. Answers the ticket the conversation goes on in. */
export async function transfer(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  const queueId = update.queueId ??
    refuse("ERR_VALIDATION", { details: [{ path: "body.queueId", message: "required" }] });
  const userId = update.userId ?? null;
  const to = { status: userId === null ? "pending" : openStatus(ticket), queueId, userId };
  const anew = me.settings.closeTicketOnTransfer === "enabled" && ticket.queueId !== null &&
    ticket.queueId !== queueId &&
    ticket.status !== "group";
  const moved = anew ? await openAnew(change, to) : await move(change, to);
  const now = must(await queries.lock(tx, moved.id), "ERR_NO_TICKET_FOUND");
  const note = update.msgTransfer?.trim();
  if (note) await happen(tx, "noted", { ticket: now, text: note, authorId: me.id || null });
  if (me.settings.sendMsgTransfTicket === "enabled") {
    // Companies of this field write the queue this way.
    const text = me.settings.transferMessage.replaceAll("${queue.name}", "{{queue}}");
    await sayIn(tx, now, { kind: "transfer", text, userName: me.name });
  }
  return moved;
}

async function move({ tx, me, ticket }: Change, to: Target): Promise<Ticket> {
  await happen(tx, "personActs", { ticket });
  const moved = await applyChange(tx, ticket, { ...to, transferred: true, isBot: false }, [
    { type: "transfered", userId: me.id, queueId: ticket.queueId, hadUserId: ticket.userId },
    { type: "receivedTransfer", userId: to.userId, queueId: to.queueId },
  ]);
  if (to.userId !== null) await rounds.start(tx, ticket, to.userId, to.queueId);
  else if (ticket.status === "nps") await rounds.begin(tx, { ...ticket, ...to }, false);
  await happen(tx, "leftToPeople", { ticketId: ticket.id });
  return moved;
}

/** The old ticket ends without a word, the conversation goes on in a new one (setting closeTicketOnTransfer). */
async function openAnew({ tx, me, ticket }: Change, to: Target): Promise<Ticket> {
  await writeLog(tx, ticket.id, [{ type: "transfered", userId: me.id, queueId: ticket.queueId }]);
  await endTicket(tx, ticket, { log: "closed", by: me });
  const id = must(await queries.insertLive(tx, { ...ticket, ...to, byCustomer: false }), "ERR_CREATING_TICKET");
  await queries.continueFrom(tx, id, ticket.id);
  const next = must(await queries.lock(tx, id), "ERR_CREATING_TICKET");
  moveCounters(tx, null, next);
  await happen(tx, "handedOver", { ticketId: ticket.id, from: ticket.userId, to: to.userId, into: id });
  await rounds.begin(tx, next, false);
  const log: LogLine[] = [
    { type: "create", userId: me.id, queueId: to.queueId },
    { type: "receivedTransfer", userId: to.userId, queueId: to.queueId },
  ];
  await writeLog(tx, id, log);
  const shown = must(await queries.shownById(tx, id), "ERR_CREATING_TICKET");
  announce(tx, shown, null);
  await happen(tx, "changed", { ticketId: id, before: null, after: asSeen(shown) });
  return shown;
}
