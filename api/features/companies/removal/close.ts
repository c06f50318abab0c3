import { enqueueForPlatform } from "../../../core/jobs.ts";
import type { PlatformTx } from "../../../../db/tenant.ts";
import { removeCompany } from "../tasks.ts";
import { keepPayments } from "./payments.ts";

/**
 * Closes a company for good (docs/product/companies-and-plans.md#deleting): from this commit on nobody signs in, nothing is received or sent
 * and no list shows it; its name and its people's addresses are free. A job then deletes what it has. Answers the ids of its
 * connections, whose sessions must end.
 */
export async function closeCompany(tx: PlatformTx, id: number): Promise<number[]> {
  await keepPayments(tx, id);
  await tx`
    update app.companies set active = false, removed_at = now(), plan_id = null, name = ${`removed:${id}`}, email = '', phone = '',
      document = '', due_at = null, version = version + 1
    where id = ${id}`;
  await tx`delete from app.logins where company_id = ${id}`;
  await tx`delete from app.channel_accounts where company_id = ${id}`;
  await tx`update app.sessions set ended_at = now() where company_id = ${id} and ended_at is null`;
  const rows = await tx<{ id: number }[]>`
    update app.connections set deleted_at = now(), wanted = false, is_default = false, status = 'DISCONNECTED', sealed = null
    where company_id = ${id} and deleted_at is null returning id`;
  await enqueueForPlatform(tx, removeCompany, { id });
  return rows.map((row) => row.id);
}
