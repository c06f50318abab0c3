// A process that is killed and started again takes its lines back at once, and no answer shows a line as connected meanwhile.
import { expect, test } from "vitest";
import { ALONE, inWorld, until } from "../harness.ts";
import { Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550014";

test("a restarted process has its line back before the old lease runs out, and no answer says connected while there is no socket", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const [product] = world.products;
      const sockets = async () => (await phones.tell("state", { account: PN })).accounts[0]!.sockets;
      const before = (await sockets()).logins;
      await product!.kill();
      const [lease] = await world.sql<{ until: Date }[]>`
        select expires_at as until from app.leases where connection_id = ${line}`;
      await product!.start();
      const read: string[] = [];
      await until("the line is back", 40_000, async () => {
        const { status } = await phones.show(admin, line);
        const { logins } = await sockets();
        read.push(`${status} with ${logins - before}`);
        return status === "CONNECTED" && logins > before;
      }, 20);
      const [now] = await world.sql<{ at: Date }[]>`select now() as at`;
      expect(read.filter((one) => one === "CONNECTED with 0")).toEqual([]);
      expect(now!.at.getTime()).toBeLessThan(lease!.until.getTime());
    }, phones.env);
  } finally {
    await phones.close();
  }
});
