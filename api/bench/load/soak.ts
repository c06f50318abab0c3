// `npm run bench -- --soak 30m`: the day of 200 attendants, replayed until the time is over. Memory and waiting may not rise.
import { median, percentile } from "../setup/measure.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { type Gesture, printFailures } from "./day.ts";
import { ATTENDANTS, openOffice, STREAMS } from "./office.ts";
import { bloat, rise, slowest, tableSizes, waitingForLocks } from "./server.ts";

/** Long enough for all that is made lazily: plans, pools, compiled code. Not counted. */
const WARM_SHARE = 0.2;
const WINDOWS = 24;
const AFTER_MS = 60_000;
const GESTURES: readonly Gesture[] = ["list", "open", "send", "change", "inbound"];
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const percent = (share: number) => `${share >= 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(1)} %`;

/** Replays the day for so many seconds, so many times faster than it was. */
export async function soak(seconds: number, speed: number): Promise<TableLine[]> {
  const office = await openOffice(["api,worker,channels"]);
  const { sql } = office;
  const product = office.products[0]!;
  try {
    const sizes = await tableSizes(sql);
    await sleep(10_000);
    const idle = await product.memory();
    const { day, closeStreams } = await office.begin(speed);
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
    const took = (performance.now() - began) / 1000;
    await day.stop();
    closeStreams();
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
    printFailures(day);
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
    const lost = await office.missing(day);
    return [
      plain(
        `${ATTENDANTS} attendants at ${speed}×, ${STREAMS} streams, ${
          (seconds / 60).toFixed(0)
        } min: calls, messages in`,
        `${(day.times.length / took).toFixed(0)}/s, ${day.told}`,
        "–",
        null,
      ),
      plain(
        "memory, the least of four windows each: first, last, rise",
        `${megabytes(floors[0]!)} to ${megabytes(floors.at(-1)!)}, ${percent(memoryRise)}`,
        "≤ +5 %",
        Number.isNaN(memoryRise) ? null : memoryRise <= 0.05,
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
        `memory a minute after the last of ${STREAMS} streams, to before the first`,
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
    await office.close();
  }
}
