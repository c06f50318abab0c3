// The list of timed work. Each piece runs in one process at a time, whoever gets its lock; missing a turn is harmless.
import { platform } from "../db/tenant.ts";
import type { ChannelHost } from "./channels/host.ts";
import { sweepOutages, sweepSilent } from "./channels/lines/health.ts";
import { SWEEP_SIZE, sweepRaw } from "./channels/inbound/webhooks.ts";
import { unlockWorkers } from "./core/jobs.ts";
import { log } from "./core/log.ts";
import { metrics } from "./core/metrics.ts";
import { sweepRetention } from "./core/media/retention.ts";
import { sweepTimed } from "./features/automation/sweep.ts";

interface Timed {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Starts the timed work of this process; returns what stops it. */
export function startCron(ownerUrl: string, channels: ChannelHost): () => void {
  const work: Timed[] = [
    { name: "inbound", everyMs: 2_000, run: () => sweepAllRaw(channels) },
    { name: "processes", everyMs: 5_000, run: () => sweepProcesses(ownerUrl) },
    { name: "silent", everyMs: 5_000, run: () => sweepSilentLines(channels) },
    { name: "outages", everyMs: 5_000, run: sweepOutages },
    { name: "gauges", everyMs: 15_000, run: readGauges },
    { name: "timed", everyMs: 20_000, run: () => sweepTimed() },
    { name: "retention", everyMs: 3_600_000, run: sweepRetention },
  ];
  const timers = work.map(({ name, everyMs, run }) => {
    let busy = false;
    return setInterval(async () => {
      if (busy) return;
      busy = true;
      await run().catch((error) => log.warn("timed work failed and will be tried again", { name, error }));
      busy = false;
    }, everyMs);
  });
  return () => timers.forEach(clearInterval);
}

/** A backlog is taken up in one turn: an echo in it may settle a send whose outcome is not known. */
async function sweepAllRaw(channels: ChannelHost): Promise<void> {
  while (await sweepRaw(channels.plugins) === SWEEP_SIZE);
}

/** A process silent for this long is dead: its jobs are freed (graphile would wait four hours). */
const SILENT_S = 30;

async function sweepProcesses(ownerUrl: string): Promise<void> {
  const dead = await platform()<{ id: string; workers: string[] }[]>`
    select id, workers from app.processes where seen < now() - make_interval(secs => ${SILENT_S})`;
  if (!dead.length) return;
  // Unlocked first: who dies in between leaves the row, and with it the names of the locks, to the next.
  await unlockWorkers(ownerUrl, dead.flatMap((row) => row.workers));
  await platform()`
    delete from app.processes where id = any (${
    dead.map((row) => row.id)
  }::uuid[]) and seen < now() - make_interval(secs => ${SILENT_S})`;
}

/** A connection that only claims to be up. */
async function sweepSilentLines(channels: ChannelHost): Promise<void> {
  const linked = [...channels.plugins.values()].filter(({ manifest }) => manifest.abilities.link);
  await sweepSilent(linked.map(({ manifest }) => manifest.id), (companyId, id) => channels.reopen(companyId, id));
}

async function readGauges(): Promise<void> {
  const [row] = await platform()<{ raw: number; oldest: number; held: number }[]>`
    select (select count(*) from app.inbound_raw where processed_at is null)::bigint as raw,
      coalesce((select extract(epoch from now() - min(created_at)) from app.messages where status in ('waiting', 'sending') and from_me), 0)::float8 as oldest,
      (select count(*) from app.messages_held)::bigint as held`;
  metrics.unprocessed.set(row?.raw ?? 0);
  metrics.oldestUnsent.set(row?.oldest ?? 0);
  metrics.pacedWaiting.set(row?.held ?? 0);
}
