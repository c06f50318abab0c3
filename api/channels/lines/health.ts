// What a connection claims must be so. A process that dies leaves "connected" behind: the next owner, or else a sweep, says
// otherwise. A linked line proves that it lives (`Host.alive`); channels that are called have nothing to prove.
import { platform, withTenant } from "../../../db/tenant.ts";
import { ringOutage } from "../../features/notifications/actions.ts";
import { writeStatus } from "./connections.ts";
import { openGap, SILENT_S } from "./gaps.ts";

/** With a process that holds it, a line is given this long without a sign of life before it is opened anew, s. */
const DEAF_S = 90;
/** People are rung when a connection has been away for so long, s. */
const OUTAGE_S = 60;
const BATCH = 500;

/** A session begins: what the one before it claimed is not known to be so. */
export async function comingUp(companyId: number, id: number, fence: number): Promise<void> {
  const [row] = await platform()<{ status: string }[]>`
    select status from app.connections where company_id = ${companyId} and id = ${id}`;
  await withTenant({ companyId }, (tx) => openGap(tx, id, null));
  if (row && ["CONNECTED", "qrcode", "PAIRING"].includes(row.status)) {
    await writeStatus(companyId, id, "OPENING", { fence });
  }
}

interface Doubtful {
  companyId: number;
  id: number;
  held: boolean;
  fence: number | null;
}
/**
 * Linked connections that claim to be up and give no sign of life: nobody holds them, or their session is deaf. `channels` are
 * the linked ones; `reopen` has a session opened anew.
 */
export async function sweepSilent(
  channels: readonly string[],
  reopen: (companyId: number, id: number) => void,
): Promise<void> {
  const rows = await platform()<Doubtful[]>`
    select c.company_id as "companyId", c.id, l.expires_at is not null and l.expires_at > now() as held, l.fence
    from app.connections c left join app.leases l on l.company_id = c.company_id and l.connection_id = c.id
    where c.channel = any (${channels as string[]}) and c.wanted and c.deleted_at is null and (
      (c.status in ('CONNECTED', 'qrcode', 'PAIRING', 'OPENING') and (l.connection_id is null or l.expires_at < now())
        and greatest(c.alive_at, c.since) < now() - make_interval(secs => ${SILENT_S}))
      or (c.status = 'CONNECTED' and greatest(c.alive_at, c.since) < now() - make_interval(secs => ${DEAF_S})))
    order by c.company_id, c.id limit ${BATCH}`;
  for (const { companyId, id, held, fence } of rows) {
    const reason = held ? "ERR_PROVIDER_UNREACHABLE" : "ERR_WAPP_UNATTENDED";
    await writeStatus(companyId, id, held ? "TIMEOUT" : "DISCONNECTED", { reason, fence: fence ?? 0 });
    if (held) reopen(companyId, id);
  }
}

/** Rings for wanted connections that were up and have been away for a minute: once for each outage. */
export async function sweepOutages(): Promise<void> {
  const rows = await platform()<{ companyId: number; id: number }[]>`
    select company_id as "companyId", id from app.connections
    where wanted and deleted_at is null and status <> 'CONNECTED' and connected_at is not null and alerted_at is null
      and since < now() - make_interval(secs => ${OUTAGE_S})
    order by company_id, id limit ${BATCH}`;
  for (const { companyId, id } of rows) {
    await withTenant({ companyId }, async (tx) => {
      const { count } = await tx`
        update app.connections set alerted_at = now()
        where company_id = ${companyId} and id = ${id} and wanted and deleted_at is null and status <> 'CONNECTED' and alerted_at is null`;
      if (count) ringOutage(tx, id);
    });
  }
}
