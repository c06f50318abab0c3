// Stanzas that no well-behaved phone sends, through the whole product: an unreadable message costs at most itself. The line goes on,
// the process is the same, and its log holds no personal data.
import { expect, test } from "vitest";
import { contacts } from "../../features/contacts/contract.ts";
import { ALONE, inWorld, until } from "../harness.ts";
import { Worker } from "../harness-office.ts";
import { Phones } from "../harness-whatsapp.ts";

const PN = "5511955550003";
const WITNESS = "5511933330000";

test("a line and its process go on after every oddity, and the log holds no personal data", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const [product] = world.products;
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const { pid } = product!;
      const log = new Set<string>();
      const hear = () => product!.said.forEach((words) => log.add(words));
      const bodies = (pattern: string) =>
        world.sql<{ body: string }[]>`select body from app.messages where body like ${pattern} order by id`;
      const text = (words: string) => ({ kind: "text", text: words }) as const;

      let turn = 0;
      /** Another customer writes: the oddity before must not hold the message back. */
      const goesOn = async (after: string) => {
        const words = `segredo depois ${++turn}`;
        await phones.tell("connected", { account: PN, ms: 30_000 });
        await phones.tell("say", { account: PN, from: WITNESS, name: "Testemunha", content: text(words) });
        await until(`a message comes after ${after}`, 30_000, async () => (await bodies(words)).length === 1);
        expect(product!.pid).toBe(pid);
        hear();
      };

      for (
        const what of [
          "garbage-frame",
          "garbage-node",
          "unknown-stanza",
          "forged-sender",
          "message-without-id",
        ] as const
      ) {
        await phones.tell("disturb", { account: PN, what });
        await goesOn(what);
      }

      const say = (from: string, words: string, more: Record<string, unknown> = {}) =>
        phones.tell("say", { account: PN, from, content: text(words), ...more });
      await say("5511933330001", "segredo quebrado", { name: "Quebrada", broken: true });
      await goesOn("a message that cannot be opened");
      await until(
        "it is there once it was asked for again",
        60_000,
        async () => (await bodies("segredo quebrado")).length === 1,
      );

      await say("5511933330002", "segredo " + "x".repeat(1_000_000), { name: "Longa" });
      await goesOn("a message of a megabyte");
      const [long] = await until("it is there", 30_000, async () => {
        const rows = await world.sql<{ length: number }[]>`
          select length(body) as length from app.messages where body like 'segredo xxx%'`;
        return rows.length === 1 && rows;
      });
      console.log(`oddities: of a text of 1,000,008 characters ${long!.length} are kept`);

      await say("5511933330003", "segredo sem nome", { name: null });
      await goesOn("a contact without a name");
      await say("5511933330004", "segredo de emojis", { name: "🦜🌵" });
      await goesOn("a name of emojis");
      await say("5511933330005", "segredo secreto", { name: "Oculta", naming: "hidden" });
      await goesOn("a person without a number");

      const { contacts: people } = await admin.call(contacts.list, { query: { pageNumber: 1 } } as never);
      expect(people.map(({ name }) => name).sort()).toEqual(
        ["5511933330003", "Longa", "Oculta", "Quebrada", "Testemunha", "🦜🌵"].sort(),
      );
      const { accounts } = await phones.tell("state", { account: PN });
      expect(accounts[0]!.sockets).toMatchObject({ now: 1, most: 1 });

      hear();
      const said = [...log].join("\n");
      expect(said.length).toBeGreaterThan(200);
      for (const word of ["segredo", "Testemunha", "Quebrada", "55119", accounts[0]!.lid, "🦜"]) {
        expect([...log].filter((words) => words.includes(word))).toEqual([]);
      }
      // A key of 32 bytes, however it is printed.
      expect([...log].filter((words) => /[A-Za-z0-9+/]{43}=|<Buffer|\b[0-9a-f]{64}\b|privKey|chainKey/.test(words)))
        .toEqual([]);
    }, { ...phones.env, LOG_LEVEL: "debug" });
  } finally {
    await phones.close();
  }
});
