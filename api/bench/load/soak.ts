// `npm run bench -- --soak 30m`: the day of 200 attendants, replayed until the time is over. Memory and waiting may not rise.
import postgres from "postgres";
import { signAccess } from "../../core/access/auth.ts";
import { openDatabase } from "../setup/database.ts";
import { Line } from "../setup/http.ts";
import { median, percentile } from "../setup/measure.ts";
import { APP_SECRET, type Started, startProduct, startScript } from "../setup/processes.ts";
import { COMPANY } from "../setup/setting.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { type Gesture, replay } from "./day.ts";
import { bloat, rise, slowest, tableSizes, waitingForLocks } from "./server.ts";

const ATTENDANTS = 200;
/** Each has the app open on so many devices. */
const DEVICES = 5;
const FIRST_USER = 10_001;
/** Long enough for all that is made lazily: plans, pools, compiled code. Not counted. */
const WARM_SHARE = 0.2;
const WINDOWS = 24;
const AFTER_MS = 60_000;
const GESTURES: readonly Gesture[] = ["list", "open", "send", "change", "inbound"];
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const percent = (share: number) => `${share >= 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(1)} %`;

/** Seconds of `30m`, `90s` or `1h`. Null for anything else. */
export function secondsOf(text: string): number | null {
  const found = /^(\d{1,5})(s|m|h)$/.exec(text);
  return found ? Number(found[1]) * { s: 1, m: 60, h: 3600 }[found[2] as "s" | "m" | "h"] : null;
}

/** Replays the day for so many seconds, so many times faster than it was. */
export async function soak(seconds: number, speed: number): Promise<TableLine[]> {
  const database = await openDatabase("usual", true);
  const { sql } = database;
  const provider = await startScript("../../../channels/meta/simulator/simulator.ts");
  const attendants = await makeAttendants(sql);
  await sql`update app.connections set wanted = true where company_id = ${COMPANY} and id = 1`;
  // Old tickets of the data set stay open; it is the day's that are looked at.
  await sql`
    insert into app.platform (key, value) values ('ticketExpireHours', '0') on conflict (key) do update set value = excluded.value`;
  const product = await startProduct(database, "api,worker,channels", {
    META_GRAPH_URL: `http://127.0.0.1:${provider.port}`,
  });
  try {
    await tellTo(provider, product);
    const customers = await sql<{ number: string }[]>`
      select c.number from app.contacts c where c.company_id = ${COMPANY} and c.connection_id = 1
        and not exists (select 1 from app.tickets t where t.company_id = c.company_id and t.contact_id = c.id and t.status <> 'closed')
      order by c.id`;
    const sizes = await tableSizes(sql);
    await sleep(10_000);
    const idle = await product.memory();
    const day = replay({ ports: [product.port], attendants, customers: customers.map((row) => row.number), speed });
    const streams = await openStreams(product, attendants, day.hear);
    const [memory, locks]: [number[], number[]] = [[], []];
    const began = performance.now();
    const each = seconds * 1000 / WINDOWS;
    for (let window = 1; window <= WINDOWS; window++) {
      while (performance.now() < began + window * each) {
        await sleep(Math.min(5_000, Math.max(1, began + window * each - performance.now())));
        locks.push(await waitingForLocks(sql));
      }
      memory.push(await product.memory() ?? NaN);
      const late = day.times.filter((one) => one.at >= began + (window - 1) * each).map((one) => one.ms);
      console.log(
        `${(window * each / 60_000).toFixed(1)} min: ${megabytes(memory.at(-1)!)}, ${
          (late.length / each * 1000).toFixed(0)
        } calls/s, p95 ${percentile(late, 0.95).toFixed(0)} ms, ${day.failures.length} failures`,
      );
    }
    await day.stop();
    streams.close();
    await sleep(AFTER_MS);
    const after = await product.memory();
    const statements = await slowest(sql, 8);
    for (const { text, calls, mean, total } of statements) {
      console.log(
        `${(total / 1000).toFixed(1)} s in ${calls} calls, ${mean.toFixed(2)} ms each: ${text.slice(0, 160)}`,
      );
    }
    for (const { table, dead, living, grown } of await bloat(sql, sizes)) {
      console.log(`${table}: ${dead} dead rows for ${living}, grown by ${megabytes(grown)}`);
    }
    for (const failure of new Set(day.failures)) {
      console.log(`${day.failures.filter((one) => one === failure).length} times: ${failure}`);
    }
    const warm = Math.ceil(WINDOWS * WARM_SHARE);
    const p95 = (what: Gesture | null) =>
      Array.from({ length: WINDOWS - warm }, (_, i) => {
        const [from, to] = [began + (warm + i) * each, began + (warm + i + 1) * each];
        const inside = day.times.filter((one) => one.at >= from && one.at < to && (!what || one.what === what));
        return percentile(inside.map((one) => one.ms), 0.95);
      });
    // Memory goes up and down as its collector works: what is left each time counts.
    const floors = Array.from(
      { length: Math.floor((WINDOWS - warm) / 4) },
      (_, i) => Math.min(...memory.slice(warm + 4 * i, warm + 4 * i + 4)),
    );
    const memoryRise = rise(floors);
    const waiting = p95(null);
    const took = (performance.now() - began) / 1000;
    const lost = await missing(sql, day.said, provider);
    return [
      plain(
        `${ATTENDANTS} attendants at ${speed}×, ${ATTENDANTS * DEVICES} streams, ${
          (seconds / 60).toFixed(0)
        } min: calls, messages in`,
        `${(day.times.length / took).toFixed(0)}/s, ${day.said}`,
        "–",
        null,
      ),
      plain(
        "memory, the least of four windows each: first, last, rise",
        `${megabytes(floors[0]!)} to ${megabytes(floors.at(-1)!)}, ${percent(memoryRise)}`,
        "≤ +5 %",
        memoryRise <= 0.05,
      ),
      ...GESTURES.map((what) => {
        const series = p95(what);
        return plain(
          `p95 of ${what}: median of the windows, rise`,
          `${median(series).toFixed(0)} ms, ${percent(rise(series))}`,
          "–",
          null,
        );
      }),
      plain("p95 of all calls: rise over the run", percent(rise(waiting)), "≤ +10 %", rise(waiting) <= 0.1),
      plain(
        `memory a minute after the last of ${ATTENDANTS * DEVICES} streams, to before the first`,
        idle === null || after === null
          ? "–"
          : `${megabytes(idle)} to ${megabytes(after)}, ${percent(after / idle - 1)}`,
        "≤ +20 %",
        idle === null || after === null ? null : after / idle <= 1.2,
      ),
      plain(
        "sessions that waited for a lock: most, mean",
        `${Math.max(...locks)}, ${(locks.reduce((a, b) => a + b, 0) / locks.length).toFixed(2)}`,
        "–",
        null,
      ),
      plain(
        "calls that failed; messages lost or doubled",
        `${day.failures.length}; ${lost}`,
        "0; 0",
        day.failures.length === 0 && lost === 0,
      ),
    ];
  } finally {
    await product.stop();
    await provider.stop();
    await database.close();
  }
}

/** People of company 2, a queue each, with a session for the whole day; the first is an admin. */
async function makeAttendants(sql: postgres.Sql) {
  await sql`
    insert into app.users (company_id, id, name, email, password, profile, all_tickets, all_history) overriding system value
    select ${COMPANY}, ${FIRST_USER} + i, 'Atendente ' || i, 'atendente' || i || '@bench.local', 'x', case when i = 0 then 'admin' else 'user' end, true, true
    from generate_series(0, ${ATTENDANTS - 1}::int) i`;
  await sql`
    insert into app.user_queues (company_id, user_id, queue_id)
    select ${COMPANY}, ${FIRST_USER} + i, 1 + (${FIRST_USER} + i) % 10 from generate_series(0, ${
    ATTENDANTS - 1
  }::int) i`;
  const sessions = await sql<{ id: string; userId: number }[]>`
    insert into app.sessions (company_id, id, user_id, device, salt, expires_at)
    select ${COMPANY}, gen_random_uuid(), ${FIRST_USER} + i, 'desk', 'bench', now() + interval '1 day' from generate_series(0, ${
    ATTENDANTS - 1
  }::int) i
    returning id, user_id::int as "userId"`;
  return sessions.map(({ id, userId }) => ({
    id: userId,
    headers: async () => ({ authorization: `Bearer ${await signAccess(COMPANY, userId, id, 24 * 3600)}` }),
  }));
}

/** What happened to each message goes to the product, as Meta tells it. */
async function tellTo(provider: Started, product: Started): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${provider.port}/_control/target`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      url: `http://127.0.0.1:${product.port}/webhooks/whatsappapi`,
      secret: APP_SECRET,
      auto: ["sent", "delivered", "read"],
    }),
  });
  if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}: ${await answer.text()}`);
}

/** One stream that is listened to, of an admin who sees everything, and everybody's, which are read and thrown away. */
async function openStreams(
  product: Started,
  attendants: Awaited<ReturnType<typeof makeAttendants>>,
  hear: (text: string) => void,
): Promise<{ close: () => void }> {
  const lines: Line[] = [];
  const follow = async (headers: Record<string, string>, onText?: (text: string) => void) => {
    const line = await Line.open(product.port);
    lines.push(line);
    await line.send("GET", "/api/events", headers);
    let text = "";
    const decoding = new TextDecoder();
    void (async () => {
      for (let bytes = await line.next(); bytes; bytes = await line.next()) {
        if (!onText) continue;
        text += decoding.decode(bytes, { stream: true });
        const end = text.lastIndexOf("\n\n");
        if (end < 0) continue;
        onText(text.slice(0, end));
        text = text.slice(end);
      }
    })();
  };
  await follow(await attendants[0]!.headers(), hear);
  for (let device = 0; device < DEVICES; device++) {
    await Promise.all(attendants.map(async (who) => await follow(await who.headers())));
  }
  return { close: () => lines.forEach((line) => line.close()) };
}

/** How many of the customers' messages are not there once, and of the attendants' not at the provider once. */
async function missing(sql: postgres.Sql, said: number, provider: Started): Promise<number> {
  const [inbound] = await sql<{ n: number }[]>`
    select count(*)::int as n from app.messages where company_id = ${COMPANY} and external_id like 'wamid.DAY%'`;
  const sent = await sql<{ key: string }[]>`
    select key from app.messages where company_id = ${COMPANY} and from_me and user_id >= ${FIRST_USER}`;
  const { counts } = await (await fetch(`http://127.0.0.1:${provider.port}/_control/accepted`)).json() as {
    counts: Record<string, number>;
  };
  const wrong = sent.filter((row) => counts[row.key] !== 1).length;
  return Math.abs(said - inbound!.n) + wrong;
}
