// `npm run bench -- --kills 6m`: the day of 200 attendants on two processes of each role, one of each killed while everybody works.
import { percentile } from "../setup/measure.ts";
import { plain, type TableLine } from "../setup/table.ts";
import { printFailures } from "./day.ts";
import { ATTENDANTS, openOffice, STREAMS } from "./office.ts";

const ROLES = ["api", "api", "worker", "worker", "channels", "channels"];
/** Whose second process is killed, after one, two and three quarters of the time. */
const KILLED = [1, 3, 5];
const PART_MS = 15_000;
/** So long what was under way at the end may take until it is where it belongs. */
const SETTLE_MS = 120_000;
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Replays the day for so many seconds; waits before and after each kill, and what was lost or doubled at the end. */
export async function kills(seconds: number, speed: number): Promise<TableLine[]> {
  const office = await openOffice(ROLES);
  const quarter = seconds * 250;
  const found: TableLine[] = [];
  try {
    const { day, closeStreams } = await office.begin(speed);
    const p95 = (from: number, to: number) =>
      percentile(day.times.filter((one) => one.at >= from && one.at < to).map((one) => one.ms), 0.95);
    await sleep(quarter);
    for (const killed of KILLED) {
      const at = performance.now();
      const failures = day.failures.length;
      await office.products[killed]!.kill();
      await sleep(quarter);
      const times = [p95(at - PART_MS, at), p95(at, at + PART_MS), p95(at + quarter - PART_MS, at + quarter)];
      found.push(plain(
        `one of two ${
          ROLES[killed]
        } processes killed: p95 of all calls in the 15 s before, after, and at the quarter's end`,
        `${times.map((ms) => ms.toFixed(0)).join(", ")} ms; ${day.failures.length - failures} calls failed`,
        "–",
        null,
      ));
    }
    await day.stop();
    closeStreams();
    let lost = await office.missing(day);
    for (
      const end = performance.now() + SETTLE_MS;
      lost > 0 && performance.now() < end;
      lost = await office.missing(day)
    ) {
      await sleep(1_000);
    }
    printFailures(day);
    return [
      plain(
        `${ATTENDANTS} attendants at ${speed}×, ${STREAMS} streams, two of each process: messages of customers`,
        String(day.told),
        "–",
        null,
      ),
      ...found,
      plain("messages lost or doubled", String(lost), "0", lost === 0),
    ];
  } finally {
    await office.close();
  }
}
