// R2 on a linked number: processes die while messages go out, the worst moment being after WhatsApp took one and before we know. We
// choose the ids, so a repeated send is the same message: its reader sees each once, in order, and no outcome stays unknown.
import { expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { ALONE, Chance, inWorld, pause, size, until, type World } from "../harness.ts";
import { readConversation, Worker } from "../harness-office.ts";
import { type Chat, Phones } from "../harness-whatsapp.ts";

const PN = "5511955550002";

/** Agents write `each` texts into every conversation, in order, and send again after a lost answer. */
function write(admin: Worker, chats: readonly Chat[], each: number, label: string, gapMs: number) {
  let done = 0;
  const sent = chats.map((chat, c) => ({ chat, texts: Array.from({ length: each }, (_, n) => `${label}-${c}-${n}`) }));
  const finished = Promise.all(sent.map(async ({ chat, texts }) => {
    for (const text of texts) {
      const call = { params: { ticketId: chat.ticket.id }, body: { body: text } } as never;
      await admin.call(messages.send, call, `key-${text}`);
      done++;
      await pause(gapMs);
    }
  }));
  return { sent, finished, progress: () => done / (chats.length * each) };
}
type Sent = ReturnType<typeof write>["sent"];

/** Messages that left after `since` (ms) and whose outcome the product does not know yet. */
const open = async (world: World, since = 0) => {
  const rows = await world.sql<{ body: string }[]>`
    select body from app.messages where status = 'sending' and sending_since > to_timestamp(${since / 1000})`;
  return rows.map(({ body }) => body);
};
/** Those of them that WhatsApp has taken: a kill at this moment is the worst. */
async function between(world: World, phones: Phones, since: number): Promise<number> {
  const taken = new Set((await phones.taken(PN)).map(({ text }) => text));
  return (await open(world, since)).filter((body) => taken.has(body)).length;
}
const logins = async (phones: Phones) => (await phones.tell("state", { account: PN })).accounts[0]!.sockets.logins;

/** The claims: all messages final within a minute, each taken under one id, read, and in the order of writing. */
async function judge(world: World, phones: Phones, admin: Worker, label: string, sent: Sent, since: number) {
  const wanted = sent.flatMap(({ texts }) => texts);
  const rows = await until("every row is final", 75_000, async () => {
    const found = await world.sql<{ key: string; status: string }[]>`
      select key, status from app.messages where key like ${`key-${label}-%`} order by id`;
    return found.length === wanted.length && found.every(({ status }) => !["waiting", "sending"].includes(status)) &&
      found;
  });
  const ms = Math.round(performance.now() - since);
  expect(rows.filter(({ status }) => status !== "sent")).toEqual([]);
  expect(ms).toBeLessThan(60_000);
  const all = (await phones.taken(PN)).filter(({ text }) => text.startsWith(`${label}-`));
  expect(all.filter(({ read }) => !read)).toEqual([]);
  for (const { chat, texts } of sent) {
    expect(all.filter((one) => one.chat === chat.from).map(({ text }) => text)).toEqual(texts);
    const shown = await readConversation(admin, chat.ticket.id);
    expect(shown.map(({ body }) => body).filter((body) => body.startsWith(`${label}-`))).toEqual(texts);
  }
  return { ms, again: all.filter(({ sends }) => sends > 1).length };
}

test("R2: each message reaches its reader once and in order when any process dies and any answer is lost", async () => {
  const phones = await Phones.open();
  try {
    await inWorld(ALONE, async (world) => {
      const chance = new Chance("R2 whatsapp");
      const admin = await Worker.signIn(world.bases);
      const line = await phones.connection(admin, "Loja");
      await phones.link(admin, line, PN);
      const people = Array.from({ length: 20 }, (_, n) => `55119222200${10 + n}`);
      const chats = await phones.chats(world, admin, PN, people);
      const [product] = world.products;

      // Each death falls between WhatsApp's acceptance and our commit of the messages under way.
      await phones.tell("fault", { account: PN, ackDelayMs: 400 });
      const deaths = write(admin, chats, size(12, 200), "a", 60);
      const unknown: number[] = [];
      let last = 0;
      let lastAt = 0;
      for (let round = 0; round < size(3, 20); round++) {
        await until(
          "some are taken and not known to be",
          60_000,
          async () => await between(world, phones, lastAt) > 1,
          20,
        );
        await pause(chance.between(0, 200));
        if (round % 3 < 2) {
          product!.signal("SIGSTOP");
          await pause(300);
        }
        unknown.push(await between(world, phones, lastAt));
        await product!.kill();
        await pause(chance.between(0, 300));
        await product!.start();
        last = performance.now();
        lastAt = Date.now();
      }
      await deaths.finished;
      expect(Math.max(...unknown)).toBeGreaterThan(0);
      const first = await judge(world, phones, admin, "a", deaths.sent, last);

      // The line breaks at a send, before and after WhatsApp took it; then WhatsApp takes and answers nothing for a while.
      await phones.tell("fault", { account: PN });
      const unanswered = write(admin, chats, size(6, 60), "b", 100);
      for (const dropAtSend of ["after", "before"] as const) {
        const before = await logins(phones);
        await phones.tell("fault", { account: PN, dropAtSend });
        await until("the line broke and came back", 30_000, async () => await logins(phones) > before);
        await phones.tell("fault", { account: PN });
      }
      await phones.tell("fault", { account: PN, swallowSends: true });
      await until("somebody waits for an answer", 30_000, async () => (await open(world)).length > 5);
      await phones.tell("fault", { account: PN });
      await unanswered.finished;
      const second = await judge(world, phones, admin, "b", unanswered.sent, performance.now());
      const { accounts, complaints } = await phones.tell("state", { account: PN });
      expect(accounts[0]!.sockets.most).toBeLessThanOrEqual(1);
      expect(complaints).toEqual([]);
      console.log(
        `R2 whatsapp: taken and unknown to us at death: ${
          unknown.join(", ")
        }; final ${first.ms} ms after the last restart, ` +
          `${first.again} sent again; unanswered: final after ${second.ms} ms, ${second.again} sent again`,
      );
    }, phones.env);
  } finally {
    await phones.close();
  }
});
