import type postgres from "postgres";
import type { Tx } from "../../../../db/tenant.ts";

/**
 * True in a statement for a message `m` of ours that its reader may have: it is on its way or has arrived, or waits to be sent again because
 * nobody knows (docs/architecture/delivery.md#unknown-outcomes).
 */
export const mayHaveLeft = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`(m.status in ('sending', 'sent', 'uncertain') or m.status = 'waiting' and m.maybe_sent)`;
