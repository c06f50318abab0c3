import type { z } from "zod";
import type { Me } from "../../../core/access/auth.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { TicketUpdate } from "../contract.ts";
import type { TicketRow } from "../queries.ts";

export type Update = z.output<typeof TicketUpdate>;

/** A person's request about a ticket they see, which is locked. */
export interface Change {
  tx: Tx;
  me: Me;
  ticket: TicketRow;
  update: Update;
}
