// When a connection was away. A gap begins at the provider's last sign of life, which a process that dies leaves behind as well,
// and ends when the connection is back; whether what was written meanwhile came afterwards is what the provider shows.
// All times are the database's.
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { type Gap, gapChanged } from "../../features/connections/contract.ts";

/** Shorter than this nobody need know of it, s: a restart, a change of network. Gaps closer to each other are one. */
const NOTICED_S = 60;
/** A line that gave no sign of life for so long was not up, s: plugins give one every 30. */
export const SILENT_S = 45;

/** A sign of life of the session with this fence. Ends no gap: what was missed is judged by `caughtUp`. */
export async function alive(companyId: number, connectionId: number, fence: number): Promise<void> {
  await withTenant({ companyId }, (tx) => noteAlive(tx, connectionId, fence));
}
/** A session that was replaced meanwhile gives none. */
async function noteAlive(tx: Tx, connectionId: number, fence: number): Promise<boolean> {
  const done = await tx`
    update app.connections c set alive_at = now() where company_id = ${tx.companyId} and id = ${connectionId}
      and not exists (select 1 from app.leases l where l.company_id = c.company_id and l.connection_id = c.id and l.fence > ${fence})`;
  return done.count === 1;
}

/** The line went down: a gap begins, at the last sign of life. One at a time; a connection that never lived has none. */
export async function openGap(tx: Tx, connectionId: number, reason: string | null): Promise<void> {
  await tx`
    insert into app.connection_gaps (company_id, connection_id, from_at, reason)
    select company_id, id, alive_at, ${reason} from app.connections where company_id = ${tx.companyId} and id = ${connectionId} and alive_at is not null
    on conflict (company_id, connection_id) where to_at is null do nothing`;
}

/**
 * The line is back, says the session with this fence. A gap that nobody could notice is forgotten; of another it is told whether
 * everything came. A line that goes up and down leaves one gap, not many.
 */
export async function closeGap(
  companyId: number,
  connectionId: number,
  outcome: "replayed" | "unknown",
  fence: number,
): Promise<void> {
  await withTenant({ companyId }, async (tx) => {
    await openGap(tx, connectionId, null);
    if (!await noteAlive(tx, connectionId, fence)) return;
    const [open] = await tx<{ id: number; short: boolean }[]>`
      select id, from_at > now() - make_interval(secs => ${NOTICED_S}) as short from app.connection_gaps
      where company_id = ${companyId} and connection_id = ${connectionId} and to_at is null for update`;
    if (!open) return;
    const state = outcome === "replayed" ? "repaired" : "unknown";
    const [before] = await tx<{ id: number; state: string }[]>`
      select p.id, p.state from app.connection_gaps p
      join app.connection_gaps o on o.company_id = p.company_id and o.id = ${open.id}
      where p.company_id = ${companyId} and p.connection_id = ${connectionId} and p.to_at >= o.from_at - make_interval(secs => ${NOTICED_S})
      order by p.to_at desc limit 1`;
    if (!before && open.short) {
      await tx`delete from app.connection_gaps where company_id = ${companyId} and id = ${open.id}`;
    } else if (before) {
      // An unknown gap stays unknown, whatever came of the rest.
      const worse = open.short || before.state === "unknown" ? before.state : state;
      await tx`delete from app.connection_gaps where company_id = ${companyId} and id = ${open.id}`;
      await end(tx, before.id, outcome === "unknown" ? "unknown" : worse, "update");
    } else await end(tx, open.id, state, "create");
  });
}

async function end(tx: Tx, id: number, state: string, action: "create" | "update"): Promise<void> {
  const [gap] = await tx<Gap[]>`
    update app.connection_gaps set to_at = greatest(now(), from_at), state = ${state} where company_id = ${tx.companyId} and id = ${id}
    returning id, connection_id as "whatsappId", from_at as "from", to_at as "to", state`;
  if (gap) emit(tx, gapChanged, everybody, { action, gap });
}

/** Another account now has this connection: what was missed was the other one's. False when it is the same one. */
export async function anotherNumber(tx: Tx, connectionId: number, number: string): Promise<boolean> {
  const [before] = await tx<{ number: string }[]>`
    select number from app.connections where company_id = ${tx.companyId} and id = ${connectionId} and number <> ${number} for update`;
  if (!before) return false;
  const other = before.number !== "";
  await tx`
    update app.connections set number = ${number}, alive_at = case when not ${other} then alive_at end
    where company_id = ${tx.companyId} and id = ${connectionId}`;
  if (other) {
    await tx`delete from app.connection_gaps where company_id = ${tx.companyId} and connection_id = ${connectionId} and to_at is null`;
  }
  return true;
}
