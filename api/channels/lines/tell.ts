// Tells a company's people what one of its connections is doing.
import type { Tx } from "../../../db/tenant.ts";
import { emit } from "../../core/live/emit.ts";
import { toldOf } from "../../features/connections/actions/code.ts";
import { sessionChanged } from "../../features/connections/contract.ts";

export async function tellConnection(tx: Tx, id: number): Promise<void> {
  const [row] = await tx<
    {
      id: number;
      number: string;
      status: string;
      reason: string | null;
      since: Date;
      updatedAt: Date;
      qrcode: string;
      retries: number;
    }[]
  >`
    select id, number, status, reason, since, updated_at as "updatedAt", qrcode, retries from app.connections where company_id = ${tx.companyId} and id = ${id}`;
  for (const { audience, connection } of row ? toldOf(row) : []) {
    emit(tx, sessionChanged, audience, { action: "update", session: connection });
  }
}
