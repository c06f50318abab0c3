import type { Tx } from "../../../../db/tenant.ts";
import type { Ticket } from "../contract.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { openStatus } from "../status.ts";
import { applyChange } from "./apply.ts";

/** A ticket that waits is this person's from now on; what happens by itself is over. */
export async function takeTicket(
  tx: Tx,
  ticket: queries.TicketRow,
  userId: number,
  queueId: number | null,
): Promise<Ticket> {
  await happen(tx, "personActs", { ticket });
  const patch = { status: openStatus(ticket), userId, queueId, isBot: false, useIntegration: false };
  const taken = await applyChange(tx, ticket, patch, [{ type: "open", userId, queueId }]);
  await rounds.start(tx, ticket, userId, queueId);
  await happen(tx, "roundOver", { ticketId: ticket.id });
  return taken;
}
