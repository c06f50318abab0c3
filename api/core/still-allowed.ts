// What the door asks of a caller is asked again of work that goes on by itself: between the call and the work a subscription may end,
// a plan change, or a connection be deleted.
import type postgres from "postgres";
import type { PlanFlag } from "../contract/plans.ts";
import type { Tx } from "../../db/tenant.ts";

/** The condition that a company `c` works: switched on, and paid for. The first company, the operator's, never expires. */
export const isOpen = (tx: Tx | postgres.TransactionSql): postgres.PendingQuery<postgres.Row[]> =>
  tx`(c.active and (c.due_at is null or c.due_at > now() or c.id = 1))`;

/** Whether work of this company may go on now: its subscription runs, its plan has the flag, the connection is still there. */
export async function stillAllowed(tx: Tx, needs: { plan?: PlanFlag; connectionId?: number } = {}): Promise<boolean> {
  const [row] = await tx<{ allowed: boolean }[]>`
    select ${isOpen(tx)} and coalesce(p.flags ->> ${needs.plan ?? ""}, 'true') <> 'false'
      and (${needs.connectionId ?? null}::bigint is null or exists (
        select 1 from app.connections w where w.company_id = c.id and w.id = ${
    needs.connectionId ?? null
  } and w.deleted_at is null)) as allowed
    from app.companies c join app.plans p on p.id = c.plan_id where c.id = ${tx.companyId}`;
  return row?.allowed ?? false;
}
