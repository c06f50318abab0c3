// A person ends a ticket: resolves it, with a rating asked for first where the company rates, or ignores it
// (docs/product/tickets.md#close).
import { refuse } from "../../../contract/errors.ts";
import { can } from "../../../contract/permissions.ts";
import { endTicket, sayIn } from "../actions/end.ts";
import { applyChange } from "../actions/apply.ts";
import type { Change } from "./asked.ts";
import type { Ticket } from "../contract.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";

/** Asks for a rating or says goodbye, whichever is wanted, and closes. */
export async function close(change: Change): Promise<Ticket> {
  const { tx, me, ticket, update } = change;
  if (await queries.lacksTag(tx, ticket)) refuse("ERR_TICKET_TAG_REQUIRED");
  const speaks = update.sendFarewellMessage !== false;
  const rating = speaks ? await ratingText(change) : "";
  if (rating) return await askToRate(change, rating);
  return await endTicket(tx, ticket, { log: "closed", by: me, say: speaks ? "farewell" : undefined });
}

/** The question, where ratings are on, the connection has one, and it was not asked in this round. */
async function ratingText({ tx, me, ticket }: Change): Promise<string> {
  if (me.settings.userRating !== "enabled" || ticket.isGroup || ticket.connectionGone) return "";
  if (await rounds.wasAskedToRate(tx, ticket.id)) return "";
  return await queries.ratingText(tx, ticket.connectionId);
}

/** The attendant is done, so the round ends; the farewell comes after the answer, or when its time has passed. */
async function askToRate({ tx, me, ticket }: Change, text: string): Promise<Ticket> {
  const userId = ticket.userId ?? (me.id || null);
  const line = { type: "nps", userId: me.id, queueId: ticket.queueId };
  await happen(tx, "personActs", { ticket });
  await happen(tx, "roundOver", { ticketId: ticket.id });
  await sayIn(tx, ticket, { kind: "rating", text, userName: me.name });
  await rounds.finish(tx, ticket, userId);
  const patch = { status: "nps", userId, unread: 0, isBot: false, useIntegration: false };
  return await applyChange(tx, ticket, patch, [line]);
}

/**
 * A ticket nobody serves is closed: one that waits, needs consent, or waits for a rating. The agent who asked for the rating may do so
 * too. What waited hears the farewell only where the company says so, what is to be rated as always.
 */
export async function ignore({ tx, me, ticket, update }: Change): Promise<Ticket> {
  const rated = ticket.status === "nps";
  if (!can(me, "tickets:closePending") && !(rated && ticket.userId === me.id)) refuse("ERR_NO_PERMISSION");
  const heard = rated || (ticket.status === "pending" && me.settings.sendFarewellWaitingTicket === "enabled");
  const say = heard && update.sendFarewellMessage !== false ? "farewell" : undefined;
  return await endTicket(tx, ticket, { log: "closed", by: me, say });
}
