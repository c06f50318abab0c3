// Connections as the host reads them, and what their sessions say of themselves.
import { platform, withTenant } from "../../../db/tenant.ts";
import { clearOutage } from "../../features/notifications/actions.ts";
import { openGap, SILENT_S } from "./gaps.ts";
import { tellConnection } from "./tell.ts";

export interface ConnectionRow {
  companyId: number;
  id: number;
  channel: string;
  name: string;
  status: string;
  allowGroups: boolean;
  settings: Record<string, unknown>;
  sealed: Uint8Array | null;
}

/** The connection, unless it was deleted. */
export async function readConnection(companyId: number, id: number): Promise<ConnectionRow | undefined> {
  const [row] = await platform()<ConnectionRow[]>`
    select company_id as "companyId", id, channel, name, status, allow_groups as "allowGroups", settings, sealed from app.connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
  return row;
}
export interface StatusDetail {
  qrcode?: string;
  reason?: string;
  /** The fence of the session that says it: not heard when a later one has the connection. */
  fence?: number;
}

/**
 * Writes what a session says of itself. A connection that nobody wants, or that a later session has, says nothing any more.
 * `since` moves when it comes up or goes down, to the last sign of life where that is older; each try to come back is counted.
 */
export async function writeStatus(companyId: number, id: number, status: string, detail: StatusDetail): Promise<void> {
  const { reason = null, qrcode = "", fence = null } = detail;
  const up = status === "CONNECTED";
  await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ alerted: boolean }[]>`
      update app.connections c set status = ${status}, reason = ${reason}, qrcode = ${qrcode}, updated_at = now(),
        since = case when (c.status = 'CONNECTED') = ${up} then c.since when not ${up} and c.alive_at < now() - make_interval(secs => ${SILENT_S}) then c.alive_at else now() end,
        connected_at = case when ${up} then now() else c.connected_at end, alerted_at = case when not ${up} then c.alerted_at end,
        retries = case when ${status} = 'OPENING' then c.retries + 1 when ${status} in ('CONNECTED', 'qrcode', 'PAIRING') then 0 else c.retries end
      from (select id, alerted_at from app.connections where company_id = ${companyId} and id = ${id} for update) before
      where c.company_id = ${companyId} and c.id = before.id and c.deleted_at is null and (c.wanted or ${status} = 'DISCONNECTED')
        and not exists (select 1 from app.leases l where l.company_id = c.company_id and l.connection_id = c.id and l.fence > ${fence}::bigint)
        and (c.status <> ${status} or c.reason is distinct from ${reason} or c.qrcode <> ${qrcode} or ${status} = 'OPENING')
      returning before.alerted_at is not null as alerted`;
    if (!row) return;
    if (!up) await openGap(tx, id, reason);
    await tellConnection(tx, id);
    if (up && row.alerted) clearOutage(tx, id);
  });
}
