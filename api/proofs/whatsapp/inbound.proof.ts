// R1 on a linked number: the process that holds it dies again and again while people write. WhatsApp has our confirmation before
// anything is stored, so here it is the journal that must lose nothing.
import { expect, test } from "vitest";
import { tickets } from "../../features/tickets/contract.ts";
import { ALONE, Chance, inWorld, pause, size, until } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { readConversation, Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550001";

test("R1: a linked number loses no message, doubles none and keeps the order when its process is killed", async () => {
  const amount = { people: 10, each: size(30, 300), kills: size(6, 40) };
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const chance = new Chance("R1 whatsapp");
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const people = Array.from({ length: amount.people }, (_, n) => `55119111100${10 + n}`);
      let said = 0;
      const total = people.length * amount.each;
      const writing = Promise.all(people.map(async (from, index) => {
        for (let n = 0; n < amount.each; n++) {
          await phones.tell("say", {
            account: PN,
            from,
            name: `Pessoa ${index}`,
            content: { kind: "text", text: `${index}#${n}` },
            naming: index % 2 ? "lid" : "pn",
          });
          said++;
          await pause(chance.between(0, 120));
        }
      }));
      const { hit } = await killing(world, chance, { times: amount.kills, progress: () => said / total });
      await writing;
      const rows = await until("everything is there", 90_000, async () => {
        const [row] = await world.sql<{ messages: number; ids: number }[]>`
          select count(*) as messages, count(distinct external_id) as ids from app.messages where not from_me and body ~ '^[0-9]+#[0-9]+$'`;
        return row!.messages >= total && row;
      });
      expect(rows).toEqual({ messages: total, ids: total });
      const list = await admin.call(tickets.list, { query: { pageNumber: 1 } } as never);
      expect(list.tickets).toHaveLength(people.length);
      for (const ticket of list.tickets) {
        const shown = (await readConversation(admin, ticket.id)).filter(({ fromMe }) => !fromMe).map(({ body }) =>
          body
        );
        const index = Number(shown[0]?.split("#")[0]);
        expect(shown).toEqual(Array.from({ length: amount.each }, (_, n) => `${index}#${n}`));
      }
      const { accounts, complaints } = await phones.tell("state", { account: PN });
      expect(accounts[0]!.sockets.most).toBeLessThanOrEqual(1);
      expect(complaints).toEqual([]);
      console.log(
        `R1 whatsapp: ${total} messages, ${hit.length} deaths, ready after ${world.products[0]!.readyMs.join(" ")} ms`,
      );
    }, phones.env);
  } finally {
    await phones.close();
  }
});
