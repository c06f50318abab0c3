import { openSetting } from "./api/bench/setup/setting.ts";
import { botTurns } from "./api/bench/bot.ts";
const s = await openSetting(true);
const seen = new Map<string, { n: number; max: number }>();
let on = true, n = 0;
const sample = (async () => {
  while (on) {
    n++;
    for (
      const r of await s.sql<
        any[]
      >`select pid, state, wait_event_type, wait_event, extract(epoch from clock_timestamp() - query_start) * 1000 as ms, extract(epoch from clock_timestamp() - xact_start) * 1000 as xms, left(regexp_replace(query, '\s+', ' ', 'g'), 90) as q from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle')`
    ) {
      const k = `${r.state} ${r.wait_event_type}/${r.wait_event} ${r.q}`;
      const e = seen.get(k) ?? { n: 0, max: 0 };
      e.n++;
      e.max = Math.max(e.max, Number(r.ms));
      seen.set(k, e);
    }
    await new Promise((d) => setTimeout(d, 15));
  }
})();
console.log((await botTurns(s))[0]!.product);
on = false;
await sample;
console.log(
  n,
  "samples\n" +
    [...seen].sort((a, b) => b[1].n - a[1].n).slice(0, 16).map(([k, v]) => `${v.n} max ${v.max.toFixed(0)}ms ${k}`)
      .join("\n"),
);
await s.close();
