// R13, R14: providers repeat themselves, put a thousand events into one body, mix poison in, and tell of a message in any order.
import { expect, test } from "vitest";
import type { Call } from "../../contract/endpoint.ts";
import { companies } from "../../features/companies/contract.ts";
import { channelLogin, connections } from "../../features/connections/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { ALONE, inWorld, pause, until, type World } from "../harness.ts";
import {
  accountOf,
  CHANNELS,
  type Conversation,
  openConversations,
  openOffice,
  PAGE,
  PHONE,
  Worker,
} from "../harness-office.ts";

const OTHER_PAGE = "100200300400502";
const OTHER_PHONE = "400500600700802";
const PASSWORD = "Colega-2026-x";

const messenger = (page: string, event: Record<string, unknown>) => ({
  id: page,
  time: Date.now(),
  messaging: [event],
});
const cloud = (phone: string, value: Record<string, unknown>) => ({
  id: "300400500600701",
  changes: [{
    field: "messages",
    value: {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "551140040001", phone_number_id: phone },
      ...value,
    },
  }],
});
const bodyOf = (channel: string, entry: unknown[]) => ({
  object: channel === "facebook" ? "page" : "whatsapp_business_account",
  entry,
});

/** A second company with a page and a number of its own. */
async function openOther(world: World, admin: Worker): Promise<Worker> {
  const body = { name: "Outra", email: "outra@provas.local", password: PASSWORD, planId: 1 };
  await admin.call(companies.create, { body } as Call<typeof companies.create>);
  const other = await Worker.signIn(world.bases, { email: body.email, password: PASSWORD });
  await other.call(channelLogin("/facebook").connect, {
    body: { facebookUserId: "2", facebookUserToken: "other", pageIds: [OTHER_PAGE] },
  });
  const phone = {
    name: "Número",
    channel: "whatsappapi",
    phoneNumberId: OTHER_PHONE,
    wabaId: "300400500600701",
    accessToken: "t",
  };
  const { id } = await other.call(connections.create, { body: phone } as Call<typeof connections.create>);
  await until("the other's number is confirmed", 40_000, async () => {
    const list = await other.call(connections.list, {});
    return list.some((one) => one.id === id && one.status === "CONNECTED");
  });
  return other;
}

/** A body of many entries over two companies; in the middle one that no reader understands and one that cannot be stored. */
function batch(channel: string, count: number): unknown {
  const at = Date.now() - count;
  const entries = Array.from({ length: count }, (_, n) => {
    const account = channel === "facebook" ? [PAGE, OTHER_PAGE][n % 2]! : [PHONE, OTHER_PHONE][n % 2]!;
    const id = `batch-${channel}-${n}`;
    const text = n === count / 2 ? "VENENO" : `lote ${n}`;
    const from = channel === "facebook" ? `2477700000${100 + n % 8}` : `5511977700${100 + n % 8}`;
    return channel === "facebook"
      ? messenger(account, {
        sender: { id: from },
        recipient: { id: account },
        timestamp: at + n,
        message: { mid: id, text },
      })
      : cloud(account, {
        contacts: [{ profile: { name: "Lote" }, wa_id: from }],
        messages: [{ from, id, timestamp: String(Math.floor(at / 1000)), type: "text", text: { body: text } }],
      });
  });
  const nonsense = channel === "facebook"
    ? messenger(PAGE, { sender: 1, novelty: [] })
    : cloud(PHONE, { messages: [{ type: 5 }] });
  entries.splice(count / 2 + 1, 0, nonsense);
  return bodyOf(channel, entries);
}

test("R13: a body makes one message when it comes a hundred times; a poison entry stops no other and stays visible", async () => {
  await inWorld(ALONE, async (world) => {
    const { admin } = await openOffice(world);
    const other = await openOther(world, admin);
    for (const channel of CHANNELS) {
      const saying = {
        channel,
        account: accountOf(channel),
        from: channel === "facebook" ? "2466600001001" : "5511966601001",
      };
      const statuses = await world.meta.control("POST", "say", {
        ...saying,
        id: `same-${channel}`,
        text: "Uma vez",
        url: `${world.bases[0]}/webhooks/${channel}`,
        secret: "proof-app-secret",
        replay: 100,
      }) as { statuses: number[] };
      expect(statuses.statuses).toEqual(Array(100).fill(200));
    }
    await until(
      "a hundred bodies each are carried out",
      60_000,
      async () =>
        (await world.sql<{ n: number }[]>`select count(*) as n from app.inbound_raw where processed_at is not null`)[0]!
          .n >= 200,
    );
    const same = await world
      .sql`select external_id, count(*) as n from app.messages where external_id like 'same-%' group by 1 order by 1`;
    expect([...same]).toEqual([{ external_id: "same-facebook", n: 1 }, { external_id: "same-whatsappapi", n: 1 }]);

    await world.sql.unsafe(`
      create function public.poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
      create trigger poison before insert on app.messages for each row when (new.body = 'VENENO') execute function public.poison()`);
    const sizes = { facebook: 1_000, whatsappapi: 200 };
    for (const channel of CHANNELS) {
      const began = performance.now();
      const [{ last }] = await world.sql<[{ last: number }]>`select max(id) as last from app.inbound_raw`;
      expect(await world.meta.webhook(batch(channel, sizes[channel]), world.bases[0]!)).toEqual([200]);
      // Another customer's message does not wait behind the batch.
      const id = `beside-${channel}`;
      await world.meta.say(
        { channel, account: accountOf(channel), from: "5511955500001", id, text: "E eu?" },
        world.bases[0]!,
      );
      await until(
        "the message beside it is there",
        5_000,
        async () => (await world.sql`select 1 from app.messages where external_id = ${id}`).length === 1,
      );
      const raw = await until(
        "the batch is through",
        60_000,
        async () =>
          (await world.sql<{ failure: string; processed_at: Date | null }[]>`
          select failure, processed_at from app.inbound_raw where id > ${last} and length(body) > 20000 and failure is not null`)[
            0
          ],
      );
      const [row] = await world.sql<{ n: number; ours: number; theirs: number }[]>`
        select count(*) as n, count(*) filter (where company_id = ${admin.companyId}) as ours, count(*) filter (where company_id = ${other.companyId}) as theirs
        from app.messages where external_id like ${`batch-${channel}-%`}`;
      const half = sizes[channel] / 2;
      console.log(
        `R13 ${channel}: ${row!.n} of ${sizes[channel]} in ${Math.round(performance.now() - began)} ms; ${raw.failure}`,
      );
      expect(row).toEqual({ n: sizes[channel] - 1, ours: half - 1, theirs: half });
      expect(raw.failure).toMatch(/message: \w*Error/);
      expect(raw.failure).toContain("unparsed");
      expect(raw.processed_at).toBeNull();
    }
    // When the cause is gone, the stored body gives the missing message by itself.
    await world.sql`drop trigger poison on app.messages`;
    await until(
      "the rest is carried out too",
      60_000,
      async () => (await world.sql`select 1 from app.messages where body = 'VENENO'`).length === 2,
    );
    const [all] = await world.sql<
      { n: number }[]
    >`select count(*) as n from app.messages where external_id like 'batch-%'`;
    expect(all!.n).toBe(1_200);
  });
});

type Told = "sent" | "delivered" | "read" | "failed" | "echo";

/** Posts a message's status as one webhook, by the provider's id only; resolves when the product has carried it out. */
async function tell(
  world: World,
  conversation: Conversation,
  told: Told,
  externalId: string,
  key: string,
  at = Date.now(),
) {
  const { channel, from } = conversation;
  const customer = { sender: { id: from }, recipient: { id: PAGE }, timestamp: at };
  const events: Record<string, Record<string, unknown> | undefined> = {
    delivered: { ...customer, delivery: { mids: [externalId], watermark: at } },
    read: { ...customer, read: { watermark: at } },
    echo: {
      sender: { id: PAGE },
      recipient: { id: from },
      timestamp: at,
      message: { mid: externalId, is_echo: true, app_id: 512300000000001, metadata: key, text: "x" },
    },
  };
  const failed = told === "failed" ? { errors: [{ code: 131026, title: "undeliverable" }] } : {};
  const status = {
    id: externalId,
    status: told,
    timestamp: String(Math.floor(at / 1000)),
    recipient_id: from,
    ...failed,
  };
  const entry = channel === "facebook" ? messenger(PAGE, events[told]!) : cloud(PHONE, { statuses: [status] });
  expect(await world.meta.webhook(bodyOf(channel, [entry]), world.bases[0]!)).toEqual([200]);
  await until(
    "it is carried out",
    10_000,
    async () => (await world.sql`select 1 from app.inbound_raw where processed_at is null`).length === 0,
  );
}

test("R14: acks only rise when statuses come in any order, before their message, or with failures among them", async () => {
  await inWorld(ALONE, async (world) => {
    const { admin } = await openOffice(world);
    const [page, phone] = await openConversations(world, admin, 2) as [Conversation, Conversation];
    let serial = 0;
    /** Sends with an answer that is late by `lateMs`, so that the proof knows the provider's id before the product does. */
    const send = async (conversation: Conversation, lateMs = 0) => {
      await world.meta.faults({ answerDelayMs: lateMs });
      const key = `order-${serial++}`;
      await admin.call(
        messages.send,
        { params: { ticketId: conversation.ticket.id }, body: { body: key } } as never,
        key,
      );
      const accepted = await until(
        "the provider took it",
        15_000,
        async () => (await world.meta.accepted()).messages.find((one) => one.key === key),
      );
      if (!lateMs) await settled(key);
      return { key, externalId: accepted.externalId, at: accepted.at };
    };
    const rowOf = async (key: string) =>
      (await world.sql<{ ack: number; status: string }[]>`select ack, status from app.messages where key = ${key}`)[0]!;
    const settled = (key: string) => until("it is settled", 15_000, async () => (await rowOf(key)).status === "sent");

    for (const conversation of [page, phone]) {
      const whatsapp = conversation.channel === "whatsappapi";
      const known = await send(conversation);
      const acks: number[] = [];
      const orders: Told[] = whatsapp
        ? ["read", "delivered", "sent", "delivered", "read"]
        : ["read", "delivered", "echo", "delivered"];
      for (const told of orders) {
        await tell(world, conversation, told, known.externalId, known.key);
        acks.push((await rowOf(known.key)).ack);
      }
      expect([conversation.channel, acks]).toEqual([conversation.channel, orders.map(() => 3)]);

      // All statuses come while the answer to the send is under way: the product does not know the provider's id yet.
      const early = await send(conversation, 2_500);
      for (const told of whatsapp ? ["read", "delivered", "sent"] as const : ["read", "delivered", "echo"] as const) {
        await tell(world, conversation, told, early.externalId, early.key, told === "echo" ? early.at : Date.now());
      }
      await settled(early.key);
      await pause(50);
      expect([conversation.channel, await rowOf(early.key)]).toEqual([conversation.channel, {
        ack: 3,
        status: "sent",
      }]);
      await world.meta.faults({});
      await until(
        "the late answer is in",
        15_000,
        async () => (await world.sql`select 1 from app.messages where status = 'sending'`).length === 0,
      );
    }
    const failing = await send(phone);
    await tell(world, phone, "failed", failing.externalId, failing.key);
    expect(await rowOf(failing.key)).toEqual({ ack: 0, status: "failed" });
    await tell(world, phone, "sent", failing.externalId, failing.key);
    expect(await rowOf(failing.key)).toEqual({ ack: 0, status: "failed" });
    await tell(world, phone, "delivered", failing.externalId, failing.key);
    expect(await rowOf(failing.key)).toEqual({ ack: 2, status: "sent" });
    await tell(world, phone, "failed", failing.externalId, failing.key);
    expect(await rowOf(failing.key)).toEqual({ ack: 2, status: "sent" });
  });
});
