// The live stream: how soon a committed event is on its clients, and what an open stream costs.
import postgres from "postgres";
import { startListener } from "../../db/listen.ts";
import { STREAMS_PER_PERSON } from "../contract/limits.ts";
import { listenMany } from "./setup/listeners.ts";
import { median, percentile } from "./setup/measure.ts";
import { startProduct, startScript } from "./setup/processes.ts";
import { ADMIN, COMPANY, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ms = (value: number) => `${value.toFixed(1)} ms`;
const STREAMS = 100;
const PER_SECOND = 50;

interface Writer {
  /** Resolves with the moment at which it was committed. */
  write: (number: number) => Promise<number>;
  close: () => Promise<void>;
}
/** Commits events as another process of the product would: counter and row in one transaction, then the coalesced wake-up. */
function openWriter(url: string): Writer {
  const sql = postgres(url, { max: 4, onnotice: () => {} });
  const listener = startListener(url);
  return {
    async write(number) {
      await sql`
        with head as (update app.event_heads set seq = seq + 1 where company_id = 2 returning seq)
        insert into app.events (company_id, position, name, audience, payload)
        select 2, seq, 'company-2-bench', '{company}', ${
        JSON.stringify({ mark: `bench-${number}.`, filling: "x".repeat(600) })
      }::text::json from head`;
      const committed = performance.now();
      listener.notify("recado_events", "2@bench");
      return committed;
    },
    async close() {
      await listener.stop();
      await sql.end({ timeout: 2 });
    },
  };
}

/** A bare NOTIFY from one connection to another. */
async function roundTrips(url: string, count: number): Promise<number[]> {
  const [speaking, listening] = [postgres(url, { max: 1 }), postgres(url, { max: 1 })];
  const times: number[] = [];
  let heard = () => {};
  await listening.listen("bench_floor", () => heard());
  for (let i = 0; i < count; i++) {
    const came = new Promise<void>((resolve) => heard = resolve);
    const began = performance.now();
    await Promise.all([speaking.notify("bench_floor", "x"), came]);
    times.push(performance.now() - began);
    await sleep(1000 / PER_SECOND);
  }
  await Promise.all([speaking.end({ timeout: 1 }), listening.end({ timeout: 1 })]);
  return times;
}

/** 100 streams of the company's 20 people, 50 events a second. */
export async function latency(s: Setting): Promise<TableLine[]> {
  const writer = openWriter(s.database.url);
  const committed = new Map<number, number>();
  const arrived: [number, number][] = [];
  const close = await listenMany(
    STREAMS,
    s.product.port,
    (i) => s.bearer(101 + i % 20),
    (n, at) => arrived.push([n, at]),
  );
  const floors: number[] = [];
  const seconds = s.quick ? 2 : 5;
  let number = 0;
  for (let round = 0; round < s.pace.rounds; round++) {
    floors.push(...await roundTrips(s.database.url, PER_SECOND * 2));
    const began = performance.now();
    for (let i = 0; i < PER_SECOND * seconds; i++) {
      await sleep(Math.max(0, began + i * (1000 / PER_SECOND) - performance.now()));
      const mine = number++;
      void writer.write(mine).then((at) => committed.set(mine, at));
    }
    await sleep(300);
  }
  close();
  await writer.close();
  const times = arrived.map(([n, at]) => at - committed.get(n)!);
  const missing = number * STREAMS - times.length;
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const [floor50, floor99] = [percentile(floors, 0.5), percentile(floors, 0.99)];
  return [{
    what: `commit to event, ${STREAMS} streams, ${PER_SECOND}/s (p50 / p99)`,
    floor: `${ms(floor50)} / ${ms(floor99)}`,
    product: `${ms(p50)} / ${ms(p99)}${missing ? `, ${missing} missing` : ""}`,
    ratio: `+${ms(p50 - floor50)}`,
    bar: "≤ +15 ms / ≤ 100 ms",
    ok: missing === 0 && p50 <= floor50 + 15 && p99 <= 100,
  }];
}

/** What an open stream takes, and when an event for everybody has reached the last of a thousand. */
export async function manyStreams(s: Setting): Promise<TableLine[]> {
  const product = await startProduct(s.database, "api");
  const writer = openWriter(s.database.url);
  const found: TableLine[] = [];
  let onNumber: (number: number, at: number) => void = () => {};
  const closers: (() => void)[] = [];
  try {
    const people = await colleagues(s, 5_000 / STREAMS_PER_PERSON);
    // The first streams load what is loaded once.
    closers.push(await listenMany(20, product.port, (i) => s.bearer(people[i]), (n, at) => onNumber(n, at)));
    await sleep(1_000);
    const before = await product.memory();
    let open = 20;
    for (const wanted of [1_000, 5_000]) {
      const more = await listenMany(
        wanted - open,
        product.port,
        (i) => s.bearer(people[(open + i) % people.length]),
        (n, at) => onNumber(n, at),
      );
      closers.push(more);
      const added = wanted - 20;
      open = wanted;
      await sleep(2_000);
      const after = await product.memory();
      const each = before === null || after === null ? null : (after - before) / added / 1000;
      found.push(plain(
        `memory of one of ${wanted} streams`,
        each === null ? "–" : `${each.toFixed(0)} kB`,
        "≤ 100 kB",
        each === null ? null : each <= 100,
      ));
      const last = await broadcasts(writer.write, wanted, (handler) => onNumber = handler, s.quick ? 5 : 15);
      found.push(plain(
        `broadcast to the last of ${wanted} (median, slowest)`,
        `${ms(median(last))}, ${ms(Math.max(...last))}`,
        wanted === 1_000 ? "≤ 100 ms" : "–",
        wanted === 1_000 ? median(last) <= 100 : null,
      ));
    }
  } finally {
    closers.forEach((close) => close());
    await writer.close();
    await product.stop();
  }
  return found;
}

/** More people of the measured company: one has no more than so many streams. */
async function colleagues(s: Setting, count: number): Promise<number[]> {
  const rows = await s.sql<{ id: number }[]>`
    insert into app.users (company_id, name, email, password, profile, all_tickets)
    select u.company_id, 'Colega ' || n, 'colega' || n || '@bench.local', u.password, 'admin', true
    from app.users u cross join generate_series(1, ${count}::int) n where u.company_id = ${COMPANY} and u.id = ${ADMIN}
    returning id::int`;
  return rows.map(({ id }) => id);
}

let serial = 1_000_000;
async function broadcasts(
  write: (number: number) => Promise<number>,
  streams: number,
  hear: (handler: (number: number, at: number) => void) => void,
  times: number,
): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i++) {
    const number = serial++;
    let left = streams;
    const all = new Promise<number>((resolve) => hear((n, at) => n === number && --left === 0 && resolve(at)));
    const committed = await write(number);
    const late = sleep(10_000).then(() => Infinity);
    const heard = await Promise.race([all, late]);
    if (heard === Infinity) throw new Error(`${left} of ${streams} streams never heard an event.`);
    found.push(heard - committed);
    await sleep(100);
  }
  return found;
}

/** The API process when nobody asks anything, against the least that a Hono server takes. */
export async function idleMemory(s: Setting): Promise<TableLine[]> {
  const floor = await startScript("../floor/empty.ts");
  const product = await startProduct(s.database, "api");
  await sleep(s.quick ? 3_000 : 10_000);
  const [theirs, ours] = [await floor.memory(), await product.memory()];
  await Promise.all([floor.stop(), product.stop()]);
  if (theirs === null || ours === null) return [plain("memory of the idle API process", "–", "≤ 2.5×", null)];
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const ratio = ours / theirs;
  return [
    plain(
      "memory of the idle API process",
      megabytes(ours),
      "≤ 2.5×",
      ratio <= 2.5,
      megabytes(theirs),
      `${ratio.toFixed(2)}×`,
    ),
  ];
}
