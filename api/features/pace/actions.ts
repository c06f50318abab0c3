// The verb of the pace that other features use.
import type { Tx } from "../../../db/tenant.ts";
import { isCold, placeOf } from "./queue.ts";

/** A message of a class below `reply` takes its place as it is written, and lends it to what stands before it in its conversation. */
export async function joinQueue(tx: Tx, id: number): Promise<void> {
  await Promise.all([
    tx`
      insert into app.messages_held (company_id, message_id, connection_id, contact_id, cold, until, place)
      select m.company_id, m.id, m.connection_id, m.contact_id, ${isCold(tx)}, now(), ${placeOf(tx)}
      from app.messages m where m.company_id = ${tx.companyId} and m.id = ${id}`,
    tx`
      update app.messages_held h set place = ${placeOf(tx)} from app.messages m
      where m.company_id = ${tx.companyId} and m.id = ${id} and h.company_id = m.company_id and h.contact_id = m.contact_id
        and h.connection_id = m.connection_id and h.message_id < m.id and h.place > ${placeOf(tx)}`,
  ]);
}
