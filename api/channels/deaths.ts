// What a dead process leaves to the channels: connections that it held, and bodies of providers that it was at.
import { platform } from "../../db/tenant.ts";
import { isLinked } from "../core/manifests.ts";
import { atDeath } from "../core/processes/at-death.ts";
import { comingUp } from "./lines/health.ts";

/** Its connections may be taken at once, and a linked one no longer says that it is up: there is no socket. */
export const leases = atDeath("leases", async (tx, { ids }) => {
  const held = await platform()<{ companyId: number; id: number; channel: string; fence: number }[]>`
    select l.company_id as "companyId", l.connection_id as id, c.channel, l.fence from app.leases l
    join app.connections c on c.company_id = l.company_id and c.id = l.connection_id
    where l.process_id = any (${ids}::uuid[]) and l.expires_at > now()`;
  for (const { companyId, id, channel, fence } of held) {
    if (isLinked(channel)) await comingUp(companyId, id, fence);
  }
  await tx`
    update app.leases set expires_at = now() - interval '1 second' where process_id = any (${ids}::uuid[]) and expires_at > now()`;
});

export const bodies = atDeath("bodies", async (tx, { ids }) => {
  await tx`
    update app.inbound_raw set deaths = deaths + 1, taken_by = array(select unnest(taken_by) except select unnest(${ids}::uuid[]))
    where processed_at is null and taken_by && ${ids}::uuid[]`;
});
