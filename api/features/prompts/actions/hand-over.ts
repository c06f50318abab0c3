// From an integration or a prompt to people: the ticket waits as any other, and its log says why.
import type { Tx } from "../../../../db/tenant.ts";
import { ringMessage } from "../../notifications/actions.ts";
import { applyChange } from "../../tickets/actions/apply.ts";
import { happen } from "../../tickets/effects.ts";
import type { TicketPatch, TicketRow } from "../../tickets/queries.ts";

/** Why a ticket goes to people: what a service failed in, or what is true of the ticket. */
export type Why =
  | "broken"
  | "deleted"
  | "joined"
  | "plan"
  | "quiet"
  | "paused"
  | "limit"
  | "quota"
  | "over"
  | "stopBot"
  | "unknownTarget"
  | "inner"
  | "unreachable"
  | "timeout"
  | "redirect"
  | "status"
  | "too_large"
  | "nonsense";

/** Gives a locked ticket to people, in its queue or in another, and rings them for what the customer wrote last. */
export async function handToPeople(tx: Tx, ticket: TicketRow, why: Why, patch: TicketPatch = {}): Promise<void> {
  await happen(tx, "leftToPeople", { ticketId: ticket.id });
  const queueId = patch.queueId ?? ticket.queueId;
  await applyChange(tx, ticket, { ...patch, useIntegration: false, isBot: false }, [{
    type: "toPeople",
    queueId,
    detail: why,
  }]);
  const [last] = await tx<{ id: number }[]>`
    select id from app.messages where company_id = ${tx.companyId} and ticket_id = ${ticket.id} and not from_me order by id desc limit 1`;
  if (last) ringMessage(tx, ticket.id, last.id);
}
