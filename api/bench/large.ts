// The same list at 10,000 and at 1,000,000 tickets of one company.
import { addTickets } from "../../db/seed-bench.ts";
import { openDatabase } from "./setup/database.ts";
import { median, run } from "./setup/measure.ts";
import { startProduct } from "./setup/processes.ts";
import { get, openLines, QUEUES, sessionOf } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const SIZES = [10_000, 1_000_000];
const BAR = 1.2;

/** Its own database, which grows while the product is stopped. */
export async function growingList(pace: { rounds: number; ms: number }): Promise<TableLine[]> {
  const database = await openDatabase("people");
  const found: { open: number; closed: number }[] = [];
  try {
    let there = 0;
    for (const size of SIZES) {
      console.log(`Growing to ${size} tickets…`);
      await addTickets(database.url, size - there);
      there = size;
      await database.sql`checkpoint`;
      const product = await startProduct(database, "api");
      const [line] = await openLines(product.port, 1);
      const headers = await sessionOf(database.sql);
      const queues = encodeURIComponent(JSON.stringify(QUEUES));
      const measure = async (status: string) => {
        const path = `/api/tickets?pageNumber=1&status=${status}&showAll=true&queueIds=${queues}`;
        const work = async () => void await get(line!, path, headers);
        await run(work, 1, 1_000);
        const p50s: number[] = [];
        for (let round = 0; round < pace.rounds; round++) p50s.push((await run(work, 1, pace.ms)).p50);
        return median(p50s);
      };
      found.push({ open: await measure("open"), closed: await measure("closed") });
      line!.close();
      await product.stop();
    }
  } finally {
    await database.close();
  }
  return (["open", "closed"] as const).map((status) => {
    const [small, large] = found.map((one) => one[status]) as [number, number];
    const ratio = large / small;
    return plain(
      `GET /tickets, ${status}, 1,000,000 to 10,000 tickets`,
      `${large.toFixed(2)} ms`,
      `≤ ${BAR}×`,
      ratio <= BAR,
      `${small.toFixed(2)} ms`,
      `${ratio.toFixed(2)}×`,
    );
  });
}
