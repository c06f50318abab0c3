// The contact's live ticket, come upon from elsewhere: by opening a conversation, or by reopening an older one.
import { must, refuse } from "../../../contract/errors.ts";
import type { Me } from "../../../core/access/auth.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Ticket } from "../contract.ts";
import * as queries from "../queries.ts";
import { served } from "../visibility.ts";

/** The live ticket as it is shown, to whoever works in it; to others only who has it, or in which queue it waits (ERR_OTHER_OPEN_TICKET). */
export async function liveTicket(tx: Tx, me: Me, id: number): Promise<Ticket> {
  const ticket = must(await queries.shownById(tx, id), "ERR_NO_TICKET_FOUND");
  return await queries.findVisible(tx, id, served(tx, me)) ? ticket : refuseTaken(ticket);
}

/** Refuses ERR_OTHER_OPEN_TICKET, which names owner and queue. */
export function refuseTaken(ticket: Ticket): never {
  return refuse("ERR_OTHER_OPEN_TICKET", {
    ticket: {
      userId: ticket.userId,
      user: { name: ticket.user?.name ?? "" },
      queue: { name: ticket.queue?.name ?? "" },
      uuid: ticket.uuid,
      status: ticket.status,
    },
  });
}
