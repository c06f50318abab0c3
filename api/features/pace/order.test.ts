// The order of one line's automated messages: real rows, a real session, a channel that accepts every message.
import postgres from "postgres";
import { afterEach, expect, inject, test, vi } from "vitest";
import type { Connection, Manifest, OutboundMessage } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { drain } from "../../channels/outbound/outbound.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel, type FakeLine, openSession } from "../../core/testing/session.ts";
import { SEND_CLASSES, type SendClass } from "../../core/send-class.ts";
import { addOutbound } from "../messages/actions/add-outbound.ts";

const HOUR = 3_600_000;
const governors = {
  paced: { kind: "pace" },
  tiered: { kind: "tiers", people: [2, 4, null] },
  free: undefined,
} satisfies Record<string, Manifest["governor"]>;
const plugins = new Map(
  Object.entries(governors).map(([id, governor]) => [id, fakeChannel(id, governor ? { governor } : {})]),
);
await testApp(plugins);
const open: FakeLine[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((line) => line.close()));
});

async function number(channel: keyof typeof governors) {
  const person = await someone();
  const connectionId = await makeConnection(person, channel);
  await withTenant({ companyId: person.companyId }, async (tx) => {
    await tx`update app.connections set pace = '{"minSeconds": 0.02, "maxSeconds": 0.02, "perHour": 9999, "perDay": 9999}' where id = ${connectionId}`;
    await tx`insert into app.pace_state (connection_id, began_at) values (${connectionId}, now() - interval '90 days')`;
  });
  return { person, connectionId };
}
type Number = Awaited<ReturnType<typeof number>>;
async function begin(of: Number, channel: keyof typeof governors): Promise<FakeLine> {
  const line = await openSession(of.person, of.connectionId, plugins.get(channel)!);
  open.push(line);
  return line;
}
/** A conversation in which the customer wrote this long ago, h. */
const conversation = (of: Number, hoursAgo: number) =>
  customerWrites(of.person, { connectionId: of.connectionId, at: Date.now() - hoursAgo * HOUR });
type Talk = Awaited<ReturnType<typeof conversation>>;
const inside = <T>(of: Number, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: of.person.companyId }, work);
async function write(of: Number, talk: Talk, body: string, sendClass: SendClass = "reply", byHand = false) {
  const ticket = { id: talk.ticketId, contactId: talk.contactId, connectionId: of.connectionId, unread: 0 };
  await inside(of, (tx) =>
    addOutbound(tx, { ...ticket, queueId: null, userId: null, status: "open", isGroup: false }, {
      ...{ body, key: crypto.randomUUID(), userId: null, byHand, sendClass },
    }));
}
const texts = (line: FakeLine) => line.sent.map(({ text }) => text);
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const sentAre = (line: FakeLine, wanted: string[]) => soon(() => expect(texts(line)).toEqual(wanted));

/** PostgreSQL counts its rows before a campaign comes, as it may on any day: it then takes the company to be tiny. */
async function count(): Promise<void> {
  const sql = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  await sql`analyze app.messages, app.messages_held`;
  await sql.end();
}
/** A campaign of 10,000 to 500 people who wrote two days ago, all of it waiting. */
async function campaign(of: Number): Promise<void> {
  await write(of, await conversation(of, 48), "campanha", "campaign");
  await count();
  await inside(of, async (tx) => {
    const { companyId: company } = tx;
    await tx`
      with people as (insert into app.contacts (company_id, name, number, channel, connection_id)
        select ${company}, 'Cliente ' || n, '', 'free', ${of.connectionId} from generate_series(1, 500) n returning id),
      tickets as (insert into app.tickets (company_id, contact_id, connection_id, channel, status)
        select ${company}, id, ${of.connectionId}, 'free', 'closed' from people returning id, contact_id),
      written as (insert into app.messages (company_id, ticket_id, contact_id, connection_id, from_me, by_hand, body, key, status, send_class)
        select ${company}, t.id, t.contact_id, ${of.connectionId}, true, false, 'campanha ' || n, gen_random_uuid(), 'waiting', 2
        from generate_series(1, 20) n cross join tickets t returning id, contact_id)
      insert into app.messages_held (company_id, message_id, connection_id, contact_id, cold, until, place)
      select ${company}, id, ${of.connectionId}, contact_id, true, now(), 2000000000000000 + id from written`;
  });
}
/** The line writes to nobody first before this moment. */
const restUntil = (of: Number, interval: string) =>
  inside(of, async (tx) => {
    await tx`update app.pace_state set next_at = now() + ${interval}::text::interval where company_id = ${tx.companyId}`;
    await tx`update app.messages_held set until = now() + ${interval}::text::interval where company_id = ${tx.companyId}`;
  });

test("an answer and a schedule go at once behind a campaign of 10,000, and next when the contact has not written", async () => {
  const of = await number("paced");
  await campaign(of);
  await restUntil(of, "1 hour");
  const line = await begin(of, "paced");
  const [talking, asked, quiet, left] = [
    ...[await conversation(of, 1), await conversation(of, 1)],
    ...[await conversation(of, 48), await conversation(of, 48)],
  ] as const;
  await write(of, talking!, "resposta");
  await line.wake();
  await sentAre(line, ["resposta"]);
  await write(of, asked!, "agenda", "single");
  await line.wake();
  await sentAre(line, ["resposta", "agenda"]);
  await write(of, quiet!, "agenda fria", "single");
  await write(of, left!, "aviso frio");
  await line.wake();
  expect(texts(line)).toEqual(["resposta", "agenda"]);
  await restUntil(of, "0 hours");
  await line.wake();
  await soon(() => expect(line.sent.length).toBeGreaterThan(4));
  expect(texts(line).slice(0, 4)).toEqual(["resposta", "agenda", "aviso frio", "agenda fria"]);
  expect(texts(line)[4]).toMatch(/^campanha/);
});

test(
  "a campaign of 10,000 takes a few places at a time when the channel has no pace, and no answer or schedule waits for it",
  async () => {
    const of = await number("free");
    await campaign(of);
    const [one, other] = [await conversation(of, 1), await conversation(of, 1)];
    const line = await begin(of, "free");
    let under = 0;
    let most = 0;
    const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let campaigns = 0;
    line.refuse = async ({ text }) => {
      most = Math.max(most, ++under);
      if (text?.startsWith("campanha")) await (++campaigns > 4 ? others : first).promise;
      under--;
    };
    await line.wake();
    await soon(() => expect(under).toBe(4));
    await write(of, one, "agenda", "single");
    await write(of, other, "resposta");
    await line.wake();
    await sentAre(line, ["resposta"]);
    expect(most).toBe(5);
    first.resolve();
    // Its turn is the next: the places that are free now would else be taken by campaigns, whose sends do not end.
    await soon(() => expect(texts(line)).toContain("agenda"));
    others.resolve();
  },
);

test("a conversation's messages go in the order written, and those before an answer go in the answer's place", async () => {
  const of = await number("paced");
  const [before, between] = [await conversation(of, 48), await conversation(of, 48)];
  await restUntil(of, "1 hour");
  const line = await begin(of, "paced");
  await write(of, before, "campanha de outro", "campaign");
  await write(of, between, "campanha", "campaign");
  await write(of, between, "aviso");
  await line.wake();
  const places = () =>
    inside(of, (tx) =>
      tx<{ body: string }[]>`
        select m.body from app.messages_held h join app.messages m on m.company_id = h.company_id and m.id = h.message_id
        where h.company_id = ${tx.companyId} order by h.place, h.message_id`);
  await soon(async () =>
    expect((await places()).map(({ body }) => body)).toEqual(["campanha", "aviso", "campanha de outro"])
  );
  await restUntil(of, "0 hours");
  await line.wake();
  await sentAre(line, ["campanha", "aviso", "campanha de outro"]);
});

test("each conversation keeps its order and no message goes before one of a better class, for any messages and any process that asks first", async () => {
  const classes = ["by hand", ...SEND_CLASSES] as const;
  for (let seed = 1; seed <= 4; seed++) {
    let random = seed * 7_919;
    const below = (n: number) => (random = random * 48_271 % 2_147_483_647) % n;
    const of = await number("paced");
    const cold = [true, true, true, true, false, false];
    const talks = await Promise.all(cold.map((is) => conversation(of, is ? 48 : 1)));
    const written: { talk: number; rank: number }[] = [];
    for (let n = 0; n < 20; n++) {
      const [talk, rank] = [below(talks.length), below(classes.length)];
      written.push({ talk, rank });
      await write(of, talks[talk]!, `${n}`, SEND_CLASSES[Math.max(0, rank - 1)], rank === 0);
    }
    const sent: number[] = [];
    const line = {
      ...{ companyId: of.person.companyId, connectionId: of.connectionId, manifest: plugins.get("paced")!.manifest },
      ...{ token: "test", since: 0, signal: new AbortController().signal, held: () => true },
      connection: {
        send: ({ text, key }: OutboundMessage) => (sent.push(Number(text)), Promise.resolve({ externalId: key })),
      } as unknown as Connection,
    };
    for (let asked = 0; sent.length < written.length && asked < 2_000; asked++) {
      await inside(
        of,
        (tx) => tx`update app.pace_state set next_at = now(), reply_at = now() where company_id = ${tx.companyId}`,
      );
      await drain(line, talks[below(talks.length)]!.contactId, true);
    }
    const at = `seed ${seed}: ${sent.map((n) => `${n}:${written[n]!.talk}${classes[written[n]!.rank]![0]}`)}`;
    expect(new Set(sent).size, at).toBe(written.length);
    const automated = sent.filter((n) => written[n]!.rank > 0);
    expect(sent.slice(-automated.length), at).toEqual(automated);
    for (const talk of talks.keys()) {
      const own = automated.filter((n) => written[n]!.talk === talk);
      expect(own, at).toEqual(own.toSorted((a, b) => a - b));
    }
    /** The best class of a message and what stands behind it in its conversation. */
    const lent = (n: number) =>
      Math.min(
        ...automated.filter((m) => m >= n && written[m]!.talk === written[n]!.talk).map((m) => written[m]!.rank),
      );
    for (const budget of [true, false]) {
      const ranks = automated.filter((n) => cold[written[n]!.talk] === budget).map(lent);
      expect(ranks, at).toEqual(ranks.toSorted((a, b) => a - b));
    }
  }
});

test("a tier limits the people a number writes to first, each once a day, and no answers", async () => {
  const of = await number("tiered");
  const talks = await Promise.all(Array.from({ length: 5 }, () => conversation(of, 48)));
  const talking = await conversation(of, 1);
  const line = await begin(of, "tiered");
  const say = async (n: number, body: string, sendClass: SendClass) => {
    await write(of, talks[n]!, body, sendClass);
    await line.wake();
  };
  await say(0, "um", "campaign");
  await sentAre(line, ["um"]);
  await say(0, "um, outra vez", "single");
  await say(1, "dois", "single");
  await soon(() => expect([...texts(line)].sort()).toEqual(["dois", "um", "um, outra vez"]));
  await say(2, "três", "campaign");
  await say(3, "quatro", "single");
  await write(of, talking, "a quem escreveu", "campaign");
  await say(4, "aviso", "reply");
  await soon(() => expect(texts(line)).toEqual(expect.arrayContaining(["a quem escreveu", "aviso"])));
  const held = await inside(of, (tx) =>
    tx<{ hours: number }[]>`
      select extract(epoch from until - now()) / 3600 as hours from app.messages_held where company_id = ${tx.companyId} and until > now() + interval '1 minute'`);
  expect(held.length).toBeGreaterThan(0);
  for (const { hours } of held) expect(Number(hours)).toBeGreaterThan(23.9);
  expect(texts(line)).not.toContain("três");
  await line.host.receive({ kind: "notice", at: Date.now(), what: "tier", detail: "unlimited" });
  await soon(() => expect(texts(line)).toContain("três"));
  const all = texts(line);
  expect(all.indexOf("quatro")).toBeLessThan(all.indexOf("três"));
});

test("a message that may leave until a certain time does not leave after it, and lets those behind it go", async () => {
  const of = await number("paced");
  const [late, fine] = [await conversation(of, 48), await conversation(of, 48)];
  await write(of, late, "tarde", "campaign");
  await write(of, fine, "a tempo", "campaign");
  await inside(of, async (tx) => {
    const until = (at: string, ticket: number) =>
      tx`update app.messages set data = jsonb_build_object('until', now() + ${at}::text::interval) where from_me and ticket_id = ${ticket}`;
    await until("-1 second", late.ticketId);
    await until("1 hour", fine.ticketId);
  });
  const line = await begin(of, "paced");
  await sentAre(line, ["a tempo"]);
  const [row] = await inside(of, (tx) => tx`select status, error from app.messages where body = 'tarde'`);
  expect(row).toEqual({ status: "failed", error: "ERR_OUTSIDE_HOURS" });
});
