// R25: processes die while a campaign asks, is answered and sends. Everybody is asked once and gets it once, over the line they know;
// the report says what the provider got.
import { expect, test } from "vitest";
import { campaigns } from "../../features/campaigns/contract.ts";
import { Chance, inWorld, pause, size, until } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { accountOf, ASK, openConversations, openOffice, startOffers } from "../harness-office.ts";

test("R25: a campaign reaches everybody once while api, worker and channels are killed", async () => {
  await inWorld(["api", "worker", "channels"], async (world) => {
    const chance = new Chance("R25");
    const { admin, lines } = await openOffice(world);
    const people = await openConversations(world, admin, size(24, 2_000));
    await world.meta.target(world.bases[0]!, ["echo", "sent", "delivered", "read"]);
    await world.meta.faults({ delayMs: 40, answerDelayMs: 120, replay: true, reorder: true });
    const id = await startOffers(world, admin, [lines.whatsappapi, lines.facebook]);

    const got = { asks: 0, offers: 0 };
    const answered = new Set<string>();
    let over = false;
    const answering = (async () => {
      while (!over) {
        const { messages } = await world.meta.accepted();
        got.asks = new Set(messages.filter(({ text }) => text === ASK).map(({ to }) => to)).size;
        got.offers = new Set(messages.filter(({ text }) => text?.startsWith("Oferta")).map(({ to }) => to)).size;
        for (const { to } of messages.filter((one) => one.text === ASK && !answered.has(one.to))) {
          answered.add(to);
          const { channel } = people.find(({ from }) => from === to)!;
          const said = { channel, account: accountOf(channel), from: to, text: "Pode sim 👍" };
          // A provider posts again what nobody has acknowledged.
          const [status] = await world.meta.say(said, world.bases[0]!).catch(() => [0]);
          if (status !== 200) answered.delete(to);
        }
        await pause(50);
      }
    })();
    const { hit } = await killing(world, chance, {
      times: size(3, 12),
      progress: () => (got.asks + got.offers) / (2 * people.length),
    });
    console.log(`R25: killed ${hit.join(", ")}`);
    await until(
      "the campaign is finished",
      size(90_000, 1_800_000),
      async () => (await admin.call(campaigns.show, { params: { id } })).status === "FINALIZADA",
    );
    over = true;
    await answering;

    const { messages } = await world.meta.accepted();
    for (const text of [ASK, "Oferta"]) {
      const reached = messages.filter((one) => one.text?.startsWith(text)).map(({ to }) => to);
      expect(reached.sort(), text).toEqual(people.map(({ from }) => from).sort());
    }
    const accounts = messages.filter((one) => one.text?.startsWith("Oferta")).map(({ to, account }) => ({
      to,
      account,
    }));
    for (const { to, account } of accounts) {
      expect(account).toBe(accountOf(people.find(({ from }) => from === to)!.channel));
    }
    const report = await admin.call(campaigns.report, { params: { id } });
    expect([report.asked, report.confirmed]).toEqual([people.length, people.length]);
    const arrived = report.states.filter(({ status }) => ["sent", "delivered", "read"].includes(status));
    expect(arrived.reduce((sum, { count }) => sum + count, 0)).toBe(people.length);
    expect(report.total).toBe(people.length);
  });
});
