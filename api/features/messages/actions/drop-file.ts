import { dropUnheld } from "../../../core/media/orphans.ts";
import type { Tx } from "../../../../db/tenant.ts";

/** The file of a deleted message goes, from the disk too, unless another one shows it. */
export async function dropFile(tx: Tx, messageId: number): Promise<void> {
  const [row] = await tx<{ id: string }[]>`
    update app.messages m set media_id = null from app.messages before
    where m.company_id = ${tx.companyId} and m.id = ${messageId} and m.is_deleted and m.media_id is not null
      and before.company_id = m.company_id and before.id = m.id returning before.media_id as id`;
  if (row) await dropUnheld(tx, [row.id]);
}
