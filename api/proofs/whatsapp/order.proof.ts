// The line breaks while people write, and WhatsApp repeats unconfirmed messages while new ones come already: conversations keep the
// order of writing, whatever way the line ended.
import { expect, test } from "vitest";
import { ALONE, Chance, inWorld, pause, size, until } from "../harness.ts";
import { readConversation, Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550008";
const ENDS = ["drop", "close", "stream-end", "restart", "drop", "unavailable"] as const;

test("no message is missing, doubled or before an earlier one when the line breaks six times in 300 messages", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const chance = new Chance("order whatsapp");
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const people = ["pn", "lid", "hidden"] as const;
      const each = size(100, 1000);
      const breaks = size(ENDS.length, 60);
      const from = people.map((_, n) => `551193338000${n}`);
      const expected = people.map((_, n) => Array.from({ length: each }, (_, turn) => `${n}#${turn}`));
      let said = 0;
      const writing = Promise.all(people.map(async (naming, n) => {
        for (const text of expected[n]!) {
          await phones.tell("say", {
            account: PN,
            from: from[n]!,
            name: `Pessoa ${n}`,
            content: { kind: "text", text },
            naming,
          });
          said++;
          // Several in one second, because WhatsApp tells whole seconds only.
          await pause(chance.between(0, 60));
        }
      }));
      const total = people.length * each;
      const logins = async () => (await phones.tell("state", { account: PN })).accounts[0]!.sockets.logins;
      for (let n = 0; n < breaks; n++) {
        await until("the writing goes on", 120_000, () => said >= (total * (n + 0.5)) / (breaks + 1), 5);
        const before = await logins();
        await phones.tell("kick", { account: PN, how: ENDS[n % ENDS.length]! });
        await until("the line is back", 60_000, async () => (await logins()) > before, 20);
      }
      await writing;
      await until("everything is there", 60_000, async () => {
        const [row] = await world.sql<{ messages: number }[]>`
          select count(*)::int as messages from app.messages where body ~ '^[0-9]+#[0-9]+$'`;
        return row!.messages >= total;
      });
      const rows = await world.sql<{ id: number }[]>`
        select t.id from app.tickets t where t.company_id = ${admin.companyId} order by t.id`;
      const shown = await Promise.all(
        rows.map(async ({ id }) => (await readConversation(admin, id)).filter(({ body }) => body.includes("#"))),
      );
      const inOrder = shown.map((all) => all.map(({ body }) => body)).filter(({ length }) => length > 0);
      expect(inOrder.sort((a, b) => a[0]!.localeCompare(b[0]!))).toEqual(expected);
      const { complaints } = await phones.tell("state", { account: PN });
      expect(complaints).toEqual([]);
    }, phones.env);
  } finally {
    await phones.close();
  }
});
