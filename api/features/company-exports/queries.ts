import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import { type CompanyExport, KEPT_HOURS, TAKEN_MINUTES } from "./contract.ts";

/** A build of which nothing was heard for so long has died, hours. */
const BUILDING_HOURS = 6;

interface Row extends CompanyExport {
  run: string;
}

const expiry = (tx: postgres.Sql | Tx) =>
  tx`least(e.ready_at + make_interval(hours => ${KEPT_HOURS}), e.taken_at + make_interval(mins => ${TAKEN_MINUTES}))`;

/** The export that was asked for last, or undefined: none, or its file is past its time. `run` names its file. */
export async function current(tx: Tx, lock = false): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select e.run, e.asked_at as "askedAt", e.asked_by as "askedBy", e.rows, e.files, e.bytes, ${
    expiry(tx)
  } as "expiresAt",
      case when e.failed_at is not null or e.ready_at is null and e.asked_at < now() - make_interval(hours => ${BUILDING_HOURS})
        then 'failed' when e.taken_at is not null then 'taken' when e.ready_at is not null then 'ready' else 'building' end as status
    from app.company_exports e
    where e.company_id = ${tx.companyId} and coalesce(${expiry(tx)} > now(), true) ${lock ? tx`for update` : tx``}`;
  return row;
}
/** Begins anew; answers the name of the file to come. */
export async function ask(tx: Tx, by: string): Promise<string> {
  const [row] = await tx<{ run: string }[]>`
    insert into app.company_exports (company_id, asked_by) values (${tx.companyId}, ${by})
    on conflict (company_id) do update set run = gen_random_uuid(), asked_at = now(), asked_by = excluded.asked_by,
      rows = null, files = null, bytes = null, ready_at = null, taken_at = null, failed_at = null
    returning run`;
  return row!.run;
}
export async function markTaken(tx: Tx): Promise<void> {
  await tx`update app.company_exports set taken_at = coalesce(taken_at, now()) where company_id = ${tx.companyId}`;
}
export async function remove(tx: Tx): Promise<void> {
  await tx`delete from app.company_exports where company_id = ${tx.companyId}`;
}
/** Whether this build is still the one that is waited for. */
export async function isWanted(tx: Tx, run: string): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.company_exports where company_id = ${tx.companyId} and run = ${run} and ready_at is null and failed_at is null`;
  return row !== undefined;
}
/** False where the build was overtaken. */
export async function markReady(
  tx: Tx,
  run: string,
  built: { rows: number; files: number; bytes: number },
): Promise<boolean> {
  const done = await tx`
    update app.company_exports set ready_at = now(), rows = ${built.rows}, files = ${built.files}, bytes = ${built.bytes}
    where company_id = ${tx.companyId} and run = ${run} and ready_at is null and failed_at is null returning 1`;
  return done.length > 0;
}
export async function markFailed(tx: Tx, run: string): Promise<void> {
  await tx`
    update app.company_exports set failed_at = now() where company_id = ${tx.companyId} and run = ${run} and ready_at is null`;
}
/** Companies whose file is past its time. */
export async function pastTime(sql: postgres.Sql): Promise<{ companyId: number }[]> {
  return await sql<{ companyId: number }[]>`
    select e.company_id as "companyId" from app.company_exports e where ${expiry(sql)} <= now()`;
}
