// R1: the API dies without warning while providers post. Nothing they got a 2xx for is lost, nothing is there twice, and every
// conversation reads in the order in which it was written.
import { expect, test } from "vitest";
import { ALONE, Chance, inWorld, size, SPLIT, until, type World } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { accountOf, type CHANNELS, openOffice, readConversation } from "../harness-office.ts";
import { tickets } from "../../features/tickets/contract.ts";

interface Line {
  channel: (typeof CHANNELS)[number];
  from: string;
  /** This customer's texts, in order of the provider's time. */
  texts: { id: string; text: string; at?: number }[];
  /** Posted one after the other, each when the one before was taken; or all at once, in any order. */
  inTurn: boolean;
}

/** A customer's texts: half the customers write in turn, the others' arrive mixed up, told apart by the provider's time. */
function lines(count: number, each: number): Line[] {
  const long = Date.now() - 600_000;
  return Array.from({ length: count }, (_, index) => {
    const channel = index % 2 ? "whatsappapi" : "facebook";
    const inTurn = index % 4 < 2;
    return {
      channel,
      inTurn,
      from: channel === "facebook" ? `2400000${2000 + index}` : `551199100${1000 + index}`,
      // WhatsApp tells whole seconds.
      texts: Array.from({ length: each }, (_, n) => ({
        id: `proof-${index}-${n}`,
        text: `${index}#${n}`,
        at: inTurn ? undefined : long + n * (channel === "facebook" ? 3 : 1000),
      })),
    } satisfies Line;
  });
}

async function prove(here: World, amount: { customers: number; each: number; kills: number }, label: string) {
  const chance = new Chance(label);
  const { admin } = await openOffice(here);
  const customers = lines(amount.customers, amount.each);
  const total = amount.customers * amount.each;
  let taken = 0;
  let refused = 0;
  let turn = 0;
  await here.meta.faults({ replay: true });
  /** Posts as the provider does: the same bytes again until an answer is 2xx. */
  const post = async (line: Line, one: Line["texts"][number]) => {
    const at = one.at ?? Date.now();
    await until(`${one.text} is taken`, 120_000, async () => {
      const base = here.bases[turn++ % here.bases.length]!;
      const { channel, from } = line;
      const statuses = await here.meta.say({
        channel,
        account: accountOf(channel),
        from,
        id: one.id,
        text: one.text,
        at,
      }, base);
      const good = statuses.some((status) => status >= 200 && status < 300);
      if (!good) refused++;
      return good;
    }, 100);
    taken++;
  };
  const writing = customers.map(async (line) => {
    if (line.inTurn) { for (const one of line.texts) await post(line, one); }
    else {
      const mixed = chance.shuffle(line.texts);
      const lane = async () => {
        for (let one = mixed.pop(); one; one = mixed.pop()) await post(line, one);
      };
      await Promise.all([lane(), lane(), lane()]);
    }
  });
  const killer = killing(here, chance, { times: amount.kills, progress: () => taken / total });
  const { hit } = await killer;
  await Promise.all(writing);
  const rows = await until("every acknowledged body is carried out", 90_000, async () => {
    const [row] = await here.sql<{ open: number; messages: number; ids: number }[]>`
      select (select count(*) from app.inbound_raw where processed_at is null) as open,
        (select count(*) from app.messages where external_id like 'proof-%') as messages,
        (select count(distinct external_id) from app.messages where external_id like 'proof-%') as ids`;
    return row!.open === 0 && row;
  });
  const list = await admin.call(tickets.list, { query: { pageNumber: 1 } } as never);
  const wrong: string[] = [];
  for (const ticket of list.tickets) {
    const shown = (await readConversation(admin, ticket.id)).map((message) => message.body);
    const index = Number(shown[0]?.split("#")[0]);
    const wanted = customers[index]!.texts.map((one) => one.text);
    if (JSON.stringify(shown) !== JSON.stringify(wanted)) {
      wrong.push(`${customers[index]!.channel}: ${shown.join(" ")}`);
    }
  }
  const ready = here.products.filter((one) => one.hasApi).flatMap((one) => one.readyMs.slice(1));
  console.log(
    `${label}: ${total} messages, ${refused} posts unanswered, killed ${hit.join(" ")}, ready after ${
      ready.join(" ")
    } ms`,
  );
  expect(rows).toEqual({ open: 0, messages: total, ids: total });
  expect(list.tickets).toHaveLength(amount.customers);
  expect(wrong).toEqual([]);
  // Ready in five seconds is the promise; here other parts of the gate take their share of the machine.
  expect(Math.max(...ready)).toBeLessThan(20_000);
}

test("R1: one process loses no message, doubles none and keeps the order when it is killed", async () => {
  const amount = { customers: 20, each: size(50, 500), kills: size(10, 100) };
  await inWorld(ALONE, (world) => prove(world, amount, "R1"));
});
test("R1: two api, a worker and a channels process on one database do so too", async () => {
  // Half of the single process's webhooks.
  const amount = { customers: 20, each: size(25, 250), kills: size(8, 80) };
  await inWorld(SPLIT, (world) => prove(world, amount, "R1 split"));
});
