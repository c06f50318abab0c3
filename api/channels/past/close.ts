// Closes the tickets that an import made (docs/product/connections.md#old-messages): no farewell, no rating, no ring, and nothing
// that a person took or a customer wrote to meanwhile. In batches; screens that look are told once, at the end.
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { moveCounters } from "../../features/tickets/counters.ts";
import { tellAnew } from "./tell.ts";
import { tellConnection } from "../lines/tell.ts";

const BATCH = 200;

export async function work(
  companyId: number,
  { connectionId, userId }: { connectionId: number; userId: number | null },
): Promise<void> {
  while (await withTenant({ companyId, userId }, (tx) => closeBatch(tx, connectionId)) === BATCH);
  // Also by a run that found nothing left: the one before may have died before it could tell.
  await withTenant({ companyId }, async (tx) => {
    await tellConnection(tx, connectionId);
    tellAnew(tx, connectionId);
  });
}

interface Closed {
  id: number;
  status: string;
  queueId: number | null;
  isGroup: boolean;
}
async function closeBatch(tx: Tx, connectionId: number): Promise<number> {
  const closed = await tx<Closed[]>`
    with wanted as (
      select id, status from app.tickets where company_id = ${tx.companyId} and connection_id = ${connectionId} and imported_at is not null
        and status in ('pending', 'group') and user_id is null and unread = 0 order by id limit ${BATCH} for update)
    update app.tickets t set status = 'closed', waiting_since = null from wanted w where t.company_id = ${tx.companyId} and t.id = w.id
    returning t.id, w.status, t.queue_id as "queueId", t.is_group as "isGroup"`;
  if (!closed.length) return 0;
  await tx`
    insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id)
    select ${tx.companyId}, t.id, 'closed', ${tx.userId}, t.queue_id from app.tickets t
    where t.company_id = ${tx.companyId} and t.id = any (${closed.map(({ id }) => id)}::bigint[])`;
  for (const ticket of closed) {
    moveCounters(tx, { ...ticket, userId: null, unread: 0 }, { ...ticket, status: "closed", userId: null, unread: 0 });
  }
  return closed.length;
}
