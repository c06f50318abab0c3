// SQL of support's sessions in a company.
import type { Tx } from "../../../db/tenant.ts";

interface Operator {
  companyId: number;
  id: number;
  sessionId: string;
  name: string;
}
/** Whether the company lets support in; it does not unless it says so. */
export async function allowed(tx: Tx): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.settings where company_id = ${tx.companyId} and key = 'supportAccess' and value = 'enabled'`;
  return row !== undefined;
}
export async function insert(tx: Tx, id: string, operator: Operator, lifeS: number): Promise<Date> {
  const [row] = await tx<{ until: Date }[]>`
    insert into app.support_sessions (id, operator_company, operator_id, operator_session, operator_name, expires_at)
    values (${id}, ${operator.companyId}, ${operator.id}, ${operator.sessionId}, ${operator.name}, now() + make_interval(secs => ${lifeS}))
    returning expires_at as until`;
  return row!.until;
}
/** Who looks into the company now, the last who came. */
export async function looking(tx: Tx): Promise<{ by: string; until: Date } | undefined> {
  const [row] = await tx<{ by: string; until: Date }[]>`
    select operator_name as by, expires_at as until from app.support_sessions
    where company_id = ${tx.companyId} and ended_at is null and expires_at > now() order by created_at desc limit 1`;
  return row;
}
/** Ends the company's live ones, or one of them; answers their ids. */
export async function end(tx: Tx, id: string | null = null): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update app.support_sessions set ended_at = now()
    where company_id = ${tx.companyId} and ended_at is null and expires_at > now() and (${id}::uuid is null or id = ${id}::uuid)
    returning id`;
  return rows.map((row) => row.id);
}
