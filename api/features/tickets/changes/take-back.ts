// Undoing one's own transfer: an agent may no longer see the ticket they handed away, so this asks for their transfer, not for their sight.
import { must, refuse } from "../../../contract/errors.ts";
import type { Me } from "../../../core/access/auth.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { applyChange } from "../actions/apply.ts";
import type { Ticket } from "../contract.ts";
import * as queries from "../queries.ts";
import * as rounds from "../rounds.ts";
import { openStatus, waitingStatus } from "../status.ts";

/** Five seconds of the button, and what a slow network adds. */
const TAKE_BACK_S = 30;

/** The ticket is where it was before this person's transfer, if nothing has happened to it since. */
export async function takeBackTransfer(tx: Tx, me: Me, id: number): Promise<Ticket> {
  // Locked before it is looked at: what somebody does to it at this moment counts.
  const ticket = must(await queries.lock(tx, id), "ERR_NO_TICKET_FOUND");
  const transfer = must(await ownTransfer(tx, id, me.id, TAKE_BACK_S), "ERR_NO_TICKET_FOUND");
  if (!transfer.untouched || ticket.status === "closed") refuse("ERR_TICKET_NOT_OPEN");
  const { queueId, hadUserId: userId } = transfer;
  const status = userId === null ? waitingStatus(ticket) : openStatus(ticket);
  const back = await applyChange(tx, ticket, { status, userId, queueId, transferred: false }, [
    { type: "takenBack", userId: me.id, queueId },
  ]);
  if (userId !== null) await rounds.start(tx, ticket, userId, queueId);
  return back;
}

interface OwnTransfer {
  queueId: number | null;
  hadUserId: number | null;
  untouched: boolean;
}
/**
 * A transfer of this ticket by this person within so many seconds: the queue it came from, who had it and is still there, and
 * whether it was the last word: nothing done to the ticket since, and nobody else has written to the customer.
 */
async function ownTransfer(
  tx: Tx,
  id: number,
  userId: number,
  withinS: number,
): Promise<OwnTransfer | undefined> {
  const [row] = await tx<OwnTransfer[]>`
    select l.queue_id as "queueId", u.id as "hadUserId", not exists (
      select 1 from app.ticket_log n where n.company_id = l.company_id and n.ticket_id = l.ticket_id and n.id > l.id
        and n.type not in ('receivedTransfer', 'access')) and not exists (
      select 1 from app.messages m where m.company_id = l.company_id and m.ticket_id = l.ticket_id and m.created_at > l.created_at
        and m.user_id is not null and m.user_id <> l.user_id) as untouched
    from app.ticket_log l
    left join app.users u on u.company_id = l.company_id and u.id = l.had_user_id
    where l.company_id = ${tx.companyId} and l.ticket_id = ${id} and l.type = 'transfered' and l.user_id = ${userId}
      and l.created_at > now() - make_interval(secs => ${withinS})
    order by l.id desc limit 1`;
  return row;
}
