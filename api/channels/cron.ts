import { platform } from "../../db/tenant.ts";
import { metrics } from "../core/metrics.ts";
import { countSetAside } from "../core/processes/set-aside.ts";
import { timed } from "../core/timed.ts";
import { SWEEP_SIZE, sweepRaw } from "./inbound/webhooks.ts";
import { sweepOutages, sweepSilent } from "./lines/health.ts";

/** A backlog is taken up in one turn: an echo in it may settle a send whose outcome is not known. */
export const inbound = timed("inbound", 2_000, async ({ channels }) => {
  while (await sweepRaw(channels.plugins) === SWEEP_SIZE);
});

/** Connections that only claim to be up. */
export const silent = timed("silent", 5_000, async ({ channels }) => {
  const linked = [...channels.plugins.values()].filter(({ manifest }) => manifest.abilities.link);
  await sweepSilent(linked.map(({ manifest }) => manifest.id), (companyId, id) => channels.reopen(companyId, id));
});

export const outages = timed("outages", 5_000, sweepOutages);

export const gauges = timed("gauges", 15_000, async () => {
  const [row] = await platform()<{ raw: number; oldest: number; held: number }[]>`
    select (select count(*) from app.inbound_raw where processed_at is null and set_aside_at is null)::bigint as raw,
      coalesce((select extract(epoch from now() - min(created_at)) from app.messages where status in ('waiting', 'sending') and from_me), 0)::float8 as oldest,
      (select count(*) from app.messages_held)::bigint as held`;
  metrics.unprocessed.set(row?.raw ?? 0);
  metrics.oldestUnsent.set(row?.oldest ?? 0);
  metrics.pacedWaiting.set(row?.held ?? 0);
  const { bodies, jobs } = await countSetAside();
  metrics.setAside.set({ kind: "body" }, bodies);
  metrics.setAside.set({ kind: "job" }, jobs);
});
