// The company as message variables name it.
import type { Tx } from "../../../db/tenant.ts";
import type { VariableCompany } from "../../contract/words/variables.ts";
import { isOpen } from "../../core/still-allowed.ts";

export interface OwnCompany extends VariableCompany {
  /** False while it is switched off or has not paid: nothing is sent by itself. */
  open: boolean;
}
export async function ownCompany(tx: Tx): Promise<OwnCompany> {
  const [row] = await tx<OwnCompany[]>`
    select c.name, c.timezone, ${isOpen(tx)} as open from app.companies c where c.id = ${tx.companyId}`;
  return row ?? { name: "", timezone: "UTC", open: false };
}
