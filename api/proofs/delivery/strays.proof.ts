// The database tears all connections again and again under load: each call under way fails or is done, and no process ends.
import { expect, test } from "vitest";
import { ALONE, inWorld, pause, type Product, size, until } from "../harness.ts";
import { accountOf, openOffice } from "../harness-office.ts";
import { tickets } from "../../features/tickets/contract.ts";

test("a process lives on when connections to the database are torn: it answers calls again, and has every acknowledged message", async () => {
  await inWorld(ALONE, async (world) => {
    const { admin } = await openOffice(world);
    const [product] = world.products;
    const { pid } = product!;
    let going = true;
    let taken = 0;
    const say = async (lane: number) => {
      for (let n = 0; going; n++) {
        const statuses = await world.meta.say({
          channel: "facebook",
          account: accountOf("facebook"),
          from: `24000009${1000 + lane}`,
          id: `torn-${lane}-${n}`,
          text: `${lane}#${n}`,
          at: Date.now(),
        }, world.bases[0]!).catch(() => []);
        if (statuses.some((status) => status >= 200 && status < 300)) taken++;
        await admin.call(tickets.list, { query: { pageNumber: 1 } } as never).catch(() => {});
      }
    };
    const lanes = Array.from({ length: 8 }, (_, lane) => say(lane));
    for (let round = 0; round < size(25, 250); round++) {
      await pause(100 + 13 * (round % 7));
      await world.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name in ('recado-api', 'recado', 'recado-listen', 'recado-notify')`;
    }
    going = false;
    await Promise.all(lanes);
    expect(product!.pid).toBe(pid);
    expect(product!.alive).toBe(true);
    await until("it is ready", 20_000, async () => (await fetch(`${world.bases[0]}/readyz`)).ok);
    await until("every acknowledged message is there", 120_000, async () => {
      const [row] = await world.sql<
        { n: number }[]
      >`select count(*)::int as n from app.messages where external_id like 'torn-%'`;
      return row!.n >= taken;
    });
    console.log(`torn: ${taken} messages taken, ${await uncaught(world.products[0]!)} errors uncaught`);
    expect(taken).toBeGreaterThan(0);
  });
});
async function uncaught(product: Product): Promise<string> {
  const text = await product.metrics();
  return [...text.matchAll(/^recado_errors_uncaught_total.*$/gm)].map(([line]) => line).join(" ") || "0";
}
