// A ticket ends: what is said before, its round, what the customer thinks of it.
import { must } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Ticket } from "../contract.ts";
import { happen, type Saying } from "../effects.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { applyChange } from "./apply.ts";

/** Says something by itself, where the customer can be reached: not in groups that are no tickets. */
export async function sayIn(tx: Tx, ticket: queries.TicketRow, saying: Omit<Saying, "ticket">): Promise<void> {
  if (!saying.text || ticket.connectionGone || (ticket.isGroup && !ticket.groupAsTicket)) return;
  const shown = must(await queries.shownById(tx, ticket.id), "ERR_NO_TICKET_FOUND");
  await happen(tx, "says", { ...saying, ticket: shown });
}

export interface Ending {
  /** How the log names it. */
  log: "closed" | "autoClose" | "clientClosed";
  /** The person, or the company's key, that ends it; without, it ends by itself. */
  by?: { id: number; name: string };
  /** The text said before: the owner's farewell, else the connection's, or another text. */
  say?: "farewell" | Omit<Saying, "ticket">;
}

/** Ends a locked ticket for good: no rating is asked for. */
export async function endTicket(tx: Tx, ticket: queries.TicketRow, { log, by, say }: Ending): Promise<Ticket> {
  const userId = ticket.userId ?? (by?.id || null);
  if (by) await happen(tx, "personActs", { ticket });
  if (say === "farewell") {
    await sayIn(tx, ticket, { kind: "farewell", text: await queries.farewell(tx, userId, ticket), userName: by?.name });
  } else if (say) await sayIn(tx, ticket, say);
  const queueId = ticket.queueId;
  const line = { type: log, userId: by?.id, queueId };
  const patch = { status: "closed", userId, unread: 0, isBot: false, useIntegration: false };
  const closed = await applyChange(tx, ticket, patch, [line]);
  // The round of a ticket that waits for a rating ended when the rating was asked for.
  if (ticket.status !== "nps") await rounds.finish(tx, ticket, userId);
  await happen(tx, "roundOver", { ticketId: ticket.id });
  return closed;
}

/** What the customer thinks of how they were served: kept with the ticket and its last round. From 0 to 10. */
export async function rateTicket(tx: Tx, ticketId: number, rating: number): Promise<void> {
  await tx`update app.tickets set rating = ${rating} where company_id = ${tx.companyId} and id = ${ticketId}`;
  await tx`
    update app.ticket_rounds set rating = ${rating} where company_id = ${tx.companyId} and id = (
      select id from app.ticket_rounds where company_id = ${tx.companyId} and ticket_id = ${ticketId} order by id desc limit 1)`;
}
