// Reads the approved texts of a connection from its provider.
import type { ProviderTemplate } from "../../../channels/sdk/mod.ts";
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { log } from "../../core/log.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { manifestOf } from "../../core/manifests.ts";
import { ask } from "../connections/actions/ask.ts";
import { templatesChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Asks the session of the connection and keeps what it answers. Refuses with the provider's reason. */
export async function readTemplates(line: { companyId: number; connectionId: number }): Promise<void> {
  const found = await ask(line, "templates", {}, 30_000);
  await withTenant({ companyId: line.companyId }, (tx) => keepTemplates(tx, line.connectionId, found));
}

/** Keeps what the provider has now and tells everybody; nothing where the connection was deleted meanwhile. */
export async function keepTemplates(tx: Tx, connectionId: number, found: readonly ProviderTemplate[]): Promise<void> {
  if (!await queries.channelOf(tx, connectionId)) return;
  await queries.replace(tx, connectionId, found);
  emit(tx, templatesChanged, everybody, { action: "update", whatsappId: connectionId });
}

/** Those that were not read for a day, or refused since they were, a few at a time. */
export async function readOld(): Promise<void> {
  const lines = await asPlatform((tx) =>
    tx<{ companyId: number; connectionId: number; channel: string }[]>`
      select w.company_id as "companyId", w.id as "connectionId", w.channel from app.connections w
      where w.status = 'CONNECTED' and w.deleted_at is null and not exists (select 1 from app.message_templates t
        where t.company_id = w.company_id and t.connection_id = w.id and t.synced_at > now() - interval '1 day')
        or w.status = 'CONNECTED' and w.deleted_at is null and exists (select 1 from app.message_templates t
          where t.company_id = w.company_id and t.connection_id = w.id and t.refused_at < now() - interval '15 minutes')
      order by w.id`
  );
  for (const { channel, ...line } of lines.filter(({ channel }) => manifestOf(channel)?.templates).slice(0, 20)) {
    await readTemplates(line).catch((error) => log.info("approved texts were not read", { ...line, channel, error }));
  }
}
