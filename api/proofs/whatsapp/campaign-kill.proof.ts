// R25 on a linked number: processes die while a campaign asks, is answered and sends at the number's pace. We choose the ids of
// messages, so one that is sent again is the same one: everybody reads the question once and the offer once.
import { expect, test } from "vitest";
import { campaigns } from "../../features/campaigns/contract.ts";
import { Chance, inWorld, pause, size, until } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { ASK, startOffers, Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550025";

test("R25: a campaign over a linked number reaches everybody once while api, worker and channels are killed", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(["api", "worker", "channels"], async (world) => {
      const chance = new Chance("R25 whatsapp");
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const people = Array.from({ length: size(10, 60) }, (_, n) => `55119333400${10 + n}`);
      await phones.chats(world, admin, PN, people);
      const id = await startOffers(world, admin, [line]);

      let reached = 0;
      const answered = new Set<string>();
      let over = false;
      const answering = (async () => {
        while (!over) {
          const taken = await phones.taken(PN);
          reached = new Set(taken.filter(({ text }) => text === ASK || text.startsWith("Oferta")).map(({ id }) => id))
            .size;
          for (const { chat } of taken.filter((one) => one.text === ASK && one.read && !answered.has(one.chat))) {
            answered.add(chat);
            await phones.tell(
              "say",
              { account: PN, from: chat, content: { kind: "text", text: "Pode sim 👍" } } as never,
            );
          }
          await pause(100);
        }
      })();
      const { hit } = await killing(world, chance, {
        times: size(3, 12),
        progress: () => reached / (2 * people.length),
      });
      console.log(`R25 whatsapp: killed ${hit.join(", ")}`);
      await until(
        "the campaign is finished",
        size(180_000, 1_800_000),
        async () => (await admin.call(campaigns.show, { params: { id } })).status === "FINALIZADA",
      );
      over = true;
      await answering;

      const taken = await phones.taken(PN);
      for (const text of [ASK, "Oferta"]) {
        const got = taken.filter((one) => one.text.startsWith(text));
        expect(got.filter(({ read }) => !read)).toEqual([]);
        expect(got.map(({ chat }) => chat).sort(), text).toEqual([...people].sort());
      }
      const report = await admin.call(campaigns.report, { params: { id } });
      expect([report.total, report.asked, report.confirmed]).toEqual([people.length, people.length, people.length]);
      console.log(`R25 whatsapp: ${taken.filter(({ sends }) => sends > 1).length} sent again under the same id`);
    }, phones.env);
  } finally {
    await phones.close();
  }
});
