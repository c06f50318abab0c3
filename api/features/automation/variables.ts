// The company as message variables name it.
import type { Tx } from "../../../db/tenant.ts";
import type { VariableCompany } from "../../contract/words/variables.ts";

export async function ownCompany(tx: Tx): Promise<VariableCompany> {
  const [row] = await tx<
    VariableCompany[]
  >`select name, timezone from app.companies where id = ${tx.companyId}`;
  return row ?? { name: "", timezone: "UTC" };
}
