// Undoing one's own transfer: who handed a ticket away may no longer see it, so this asks what they did, not what they see.
import { must, refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/auth.ts";
import type { Tx } from "../../../db/tenant.ts";
import { applyChange } from "./actions.ts";
import type { Ticket } from "./contract.ts";
import * as queries from "./queries.ts";
import * as rounds from "./rounds.ts";
import { openStatus, waitingStatus } from "./status.ts";

/** Five seconds of the button, and what a slow network adds (experience §12.22). */
const TAKE_BACK_S = 30;

/** The ticket is where it was before this person's transfer, if nothing has happened to it since. */
export async function takeBackTransfer(tx: Tx, me: Me, id: number): Promise<Ticket> {
  const transfer = must(await queries.ownTransfer(tx, id, me.id, TAKE_BACK_S), "ERR_NO_TICKET_FOUND");
  const ticket = must(await queries.lock(tx, id), "ERR_NO_TICKET_FOUND");
  if (!transfer.untouched || ticket.status === "closed") refuse("ERR_TICKET_NOT_OPEN");
  const { queueId, hadUserId: userId } = transfer;
  const status = userId === null ? waitingStatus(ticket) : openStatus(ticket);
  const back = await applyChange(tx, ticket, { status, userId, queueId, transferred: false }, [
    { type: "takenBack", userId: me.id, queueId },
  ]);
  if (userId !== null) await rounds.start(tx, ticket, userId, queueId);
  return back;
}
