// SQL of approved texts.
import type postgres from "postgres";
import type { ProviderTemplate } from "../../../channels/sdk/mod.ts";
import { componentsIn, isKnown } from "../../contract/rules/template.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { MessageTemplate } from "./contract.ts";

type Stored = Omit<MessageTemplate, "sendable"> & { refused: boolean };
const columns = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`id, name, language, category, status, components, refused_at is not null as refused`;
const shown = ({ refused, ...row }: Stored): MessageTemplate => ({
  ...row,
  sendable: row.status === "APPROVED" && !refused && isKnown(row),
});

export async function ofLine(
  tx: Tx,
  connectionId: number,
): Promise<{ templates: MessageTemplate[]; syncedAt: Date | null }> {
  const rows = await tx<(Stored & { syncedAt: Date })[]>`
    select ${columns(tx)}, synced_at as "syncedAt" from app.message_templates
    where company_id = ${tx.companyId} and connection_id = ${connectionId} order by app.name_key(name), language, id`;
  return { templates: rows.map(shown), syncedAt: rows[0]?.syncedAt ?? null };
}
/** One of a connection, by its id or by name and language. */
export async function find(
  tx: Tx,
  connectionId: number,
  which: { id: number } | { name: string; language: string },
): Promise<MessageTemplate | undefined> {
  const [row] = await tx<Stored[]>`
    select ${
    columns(tx)
  } from app.message_templates where company_id = ${tx.companyId} and connection_id = ${connectionId}
      and ${"id" in which ? tx`id = ${which.id}` : tx`name = ${which.name} and language = ${which.language}`}`;
  return row && shown(row);
}
/** What the provider has now takes the place of what it had; ids of what stays are kept. */
export async function replace(tx: Tx, connectionId: number, found: readonly ProviderTemplate[]): Promise<void> {
  const given = JSON.stringify(found.map((one) => ({ ...one, components: componentsIn(one.components) })));
  await tx`
    delete from app.message_templates t where t.company_id = ${tx.companyId} and t.connection_id = ${connectionId}
      and not exists (select 1 from jsonb_to_recordset(${given}::text::jsonb) x (name text, language text)
        where x.name = t.name and x.language = t.language)`;
  await tx`
    insert into app.message_templates (company_id, connection_id, name, language, category, status, components)
    select distinct on (x.name, x.language) ${tx.companyId}, ${connectionId}, x.name, x.language, x.category, x.status, x.components
    from jsonb_to_recordset(${given}::text::jsonb) x (name text, language text, category text, status text, components jsonb)
    on conflict (company_id, connection_id, name, language) do update
      set category = excluded.category, status = excluded.status, components = excluded.components, synced_at = now(), refused_at = null`;
}
/** True where it could be sent until now. */
export async function setRefused(
  tx: Tx,
  connectionId: number,
  { name, language }: { name: string; language: string },
): Promise<boolean> {
  const rows = await tx`
    update app.message_templates set refused_at = now() where company_id = ${tx.companyId} and connection_id = ${connectionId}
      and name = ${name} and language = ${language} and refused_at is null returning 1`;
  return rows.length > 0;
}
/** The connection's channel; undefined where it is not this company's, or deleted. */
export async function channelOf(
  tx: Tx,
  connectionId: number,
): Promise<{ channel: string; status: string } | undefined> {
  const [row] = await tx<{ channel: string; status: string }[]>`
    select channel, status from app.connections where company_id = ${tx.companyId} and id = ${connectionId} and deleted_at is null`;
  return row;
}
