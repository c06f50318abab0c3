// The import of old messages (docs/product/connections.md#old-messages) on a real database: what is collected, how it is brought
// in, what it must not disturb, and that no message is doubled or lost wherever it is interrupted.
import { inject } from "vitest";
import { beforeAll, describe, expect, test } from "vitest";
import type { MessageEvent } from "../../../channels/sdk/mod.ts";
import { asPlatform, platform } from "../../../db/tenant.ts";
import { startWorker } from "../../core/jobs.ts";
import { makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { connections } from "../../features/connections/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { readConnection } from "../lines/connections.ts";
import { receive } from "../inbound/inbound.ts";
import { collectPast, wishOf } from "./past.ts";
import { work as closeWork } from "./close.ts";
import { work } from "./import.ts";
import { closePast, importPast } from "./jobs.ts";
import { readPayload } from "../../features/messages/payloads.ts";
import { serveRequests } from "../lines/requests.ts";
import { clock, Session } from "../session.ts";
import { DAY, inside, linkedPlugin, MINUTE, old, wishingLine } from "../testing/past.ts";

const fake = linkedPlugin();
beforeAll(async () => {
  await testApp(new Map([["linked", fake.plugin]]));
});

async function bring(person: Person, connectionId: number, events: MessageEvent[]): Promise<void> {
  await collectPast(person.companyId, connectionId, { messages: events });
  await work(person.companyId, { connectionId });
}
const rowsOf = (person: Person, connectionId: number) =>
  inside(person, (tx) =>
    tx<Record<string, never>[]>`
      select m.external_id, m.body, m.read, m.from_me, m.sent_at, m.ticket_id, m.sender, m.queue_id, q.body as quoted from app.messages m
      left join app.messages q on q.id = m.quoted_id
      where m.connection_id = ${connectionId} order by m.sent_at, m.id`);
const ticketsOf = (person: Person, connectionId: number) =>
  inside(person, (tx) =>
    tx<Record<string, unknown>[]>`
      select id, status, queue_id, unread, waiting_since, imported_at, last_message, updated_at, last_message_at, is_group from app.tickets
      where connection_id = ${connectionId} order by id`);
async function eventsOf(person: Person, name: string): Promise<Record<string, unknown>[]> {
  const rows = await platform()<{ payload: Record<string, unknown> }[]>`
    select payload from app.events where company_id = ${person.companyId} and name = ${name} order by position`;
  return rows.map(({ payload }) => payload);
}

describe("collecting old messages", () => {
  test("only the wished time, no groups unless wished and allowed, each message once", async () => {
    const person = await someone();
    const line = await wishingLine(person, { days: 10, until: new Date(Date.now() - 2 * DAY) });
    const inTime = old({ at: Date.now() - 5 * DAY });
    const group = old({ at: Date.now() - 5 * DAY, peer: { identities: [{ kind: "group", value: "12036@g" }] } });
    const part = { messages: [inTime, group, old({ at: Date.now() - 20 * DAY }), old({ at: Date.now() - DAY })] };
    await collectPast(person.companyId, line, part);
    await collectPast(person.companyId, line, part);
    const kept = await inside(person, (tx) => tx`select external_id from app.past_messages`);
    expect(kept.map((row) => row.external_id)).toEqual([inTime.externalId]);
  });

  test("nothing without a wish, and nothing of a moment that is none", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    await collectPast(person.companyId, line, { messages: [old({ at: NaN }), old({ externalId: "" })] });
    await person.call(connections.stopImport, { params: { id: line } });
    await collectPast(person.companyId, line, { messages: [old()] });
    expect(await inside(person, (tx) => tx`select 1 from app.past_messages`)).toHaveLength(0);
    expect(await wishOf(person.companyId, line)).toBeNull();
  });

  test("it waits 45 s for more, begins at once when the provider says that was all, and says so meanwhile", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    const due = async () => {
      const [job] = await asPlatform((tx) =>
        tx<
          { run_at: Date }[]
        >`select run_at from graphile_worker.jobs where key = ${`${person.companyId}:past:${line}`}`
      );
      return job!.run_at.getTime() - Date.now();
    };
    await collectPast(person.companyId, line, { messages: [old()] });
    expect(await due()).toBeGreaterThan(30_000);
    const [shown] = await person.call(connections.list, {});
    expect(Date.now() - Number(shown!.statusImportMessages)).toBeLessThan(35_000);
    expect(shown!.importProgress).toMatchObject({ this: -1, all: 1 });
    await collectPast(person.companyId, line, { messages: [], progress: 100 });
    expect(await due()).toBeLessThan(1_000);
    expect(await eventsOf(person, `importMessages-${person.companyId}`)).toMatchObject([
      { action: "update", whatsappId: line, status: { this: -1, all: 1 } },
    ]);
  });
});

describe("bringing old messages in", () => {
  test("a ticket in the chosen queue that waits for nobody; messages at their time, read, uncounted, unannounced", async () => {
    const person = await someone();
    const queueId = await makeQueue(person);
    const line = await wishingLine(person, { queueId });
    const first = old({ at: Date.now() - 3 * DAY, text: "Bom dia" });
    const answer = old({ at: Date.now() - 3 * DAY + MINUTE, text: "Olá!", fromMe: true, quotedId: first.externalId });
    await bring(person, line, [answer, first]);
    const [ticket, ...more] = await ticketsOf(person, line);
    expect(more).toEqual([]);
    expect(ticket).toMatchObject({
      status: "pending",
      queue_id: queueId,
      unread: 0,
      waiting_since: null,
      last_message: "Olá!",
    });
    expect(ticket!.imported_at).toBeInstanceOf(Date);
    expect(ticket!.updated_at).toEqual(new Date(answer.at));
    const stored = await rowsOf(person, line);
    expect(stored.map(({ body, read, from_me, quoted }) => [body, read, from_me, quoted])).toEqual([
      ["Bom dia", true, false, null],
      ["Olá!", true, true, "Bom dia"],
    ]);
    expect(stored.map(({ sent_at }) => sent_at)).toEqual([new Date(first.at), new Date(answer.at)]);
    expect(await inside(person, (tx) => tx`select 1 from app.half_hours`)).toHaveLength(0);
    expect(await inside(person, (tx) => tx`select 1 from app.ticket_rounds`)).toHaveLength(0);
    const [tab] = await inside(
      person,
      (tx) => tx`select tickets, unread from app.ticket_counters where status = 'pending'`,
    );
    expect(tab).toEqual({ tickets: 1, unread: 0 });
    const told =
      await platform()`select distinct name from app.events where company_id = ${person.companyId} order by name`;
    expect(told.map(({ name }) => name)).toEqual([
      `company-${person.companyId}-many`,
      `company-${person.companyId}-whatsappSession`,
      `importMessages-${person.companyId}`,
    ]);
    const [ringing] = await asPlatform((tx) =>
      tx`select count(*)::int as n from graphile_worker.jobs j where j.task_identifier like 'notifications%' and j.key like ${`${person.companyId}:%`}`
    );
    expect(ringing!.n).toBe(0);
    expect(await inside(person, (tx) => tx`select 1 from app.channel_requests`)).toHaveLength(0);
    expect(await inside(person, (tx) => tx`select 1 from app.past_messages`)).toHaveLength(0);
  });

  test("a live ticket gets them in their place and stays where it is in the list", async () => {
    const person = await someone();
    const line = await wishingLine(person, { queueId: await makeQueue(person) });
    await receive(person.companyId, line, old({ text: "Agora", at: Date.now() }));
    const [before] = await ticketsOf(person, line);
    await bring(person, line, [old({ text: "Ontem" }), old({ text: "Anteontem", at: Date.now() - 2 * DAY })]);
    const after = await ticketsOf(person, line);
    expect(after).toEqual([before]);
    expect(before).toMatchObject({ unread: 1, last_message: "Agora", imported_at: null });
    const page = await person.call(messages.list, { params: { ticketId: before!.id as number }, query: {} });
    expect(page.messages.map(({ body }) => body)).toEqual(["Anteontem", "Ontem", "Agora"]);
  });

  test("a message that is known, or was deleted here, does not come back", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    const known = old({ text: "Só uma vez" });
    const deleted = old({ from: "551188887777" });
    await receive(person.companyId, line, known);
    await receive(person.companyId, line, deleted);
    const [, second] = await ticketsOf(person, line);
    await person.call(tickets.remove, { params: { id: second!.id as number } });
    await bring(person, line, [known, deleted]);
    expect((await rowsOf(person, line)).map(({ body }) => body)).toEqual(["Só uma vez"]);
    expect(await ticketsOf(person, line)).toHaveLength(1);
  });

  test("brings groups in with their authors, where they are wished for and allowed", async () => {
    const person = await someone();
    const line = await wishingLine(person, { groups: true, allowGroups: true });
    const peer = { identities: [{ kind: "group" as const, value: "120363041" }], name: "Família" };
    await bring(person, line, [
      old({ peer, sender: { identities: [{ kind: "phone", value: "5511977776666" }], name: "Tia" } }),
    ]);
    expect(await ticketsOf(person, line)).toMatchObject([{ status: "group", is_group: true }]);
    expect((await rowsOf(person, line))[0]!.sender).toMatchObject({ name: "Tia" });
  });

  test("messages of two people with one id are both brought in, and known ones not again, each quoting in its own conversation", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    const [externalId, ana, bia] = ["EQUAL", "551133330001", "551133330002"];
    await receive(person.companyId, line, old({ externalId, from: ana, text: "de Ana" }));
    const answer = { externalId: "ANSWER", quotedId: externalId, text: "cito", at: Date.now() - DAY + 1000 };
    await bring(person, line, [
      old({ externalId, from: ana, text: "de Ana" }),
      old({ externalId, from: bia, text: "de Bia", payload: Uint8Array.of(2) }),
      old({ ...answer, from: ana }),
      old({ ...answer, from: bia }),
    ]);
    const rows = (await rowsOf(person, line)).map(({ body, quoted }) => [body, quoted]);
    expect(rows.sort()).toEqual([["cito", "de Ana"], ["cito", "de Bia"], ["de Ana", null], ["de Bia", null]]);
    const payload = (value: string) =>
      readPayload(person.companyId, { connectionId: line, identities: [{ kind: "phone", value }], externalId });
    expect([await payload(ana), [...await payload(bia) ?? []]]).toEqual([null, [2]]);
  });

  test("an unknown sender is not looked up at the provider; a known one keeps the newer name", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    await receive(
      person.companyId,
      line,
      old({
        from: "551133332222",
        peer: { identities: [{ kind: "phone", value: "551133332222" }], name: "Nome novo" },
        at: Date.now(),
      }),
    );
    await bring(person, line, [
      old({ peer: { identities: [{ kind: "lid", value: "77001" }] } }),
      old({ peer: { identities: [{ kind: "phone", value: "551133332222" }], name: "Nome velho" } }),
    ]);
    const names = await inside(person, (tx) => tx`select name from app.contacts order by id`);
    expect(names.map(({ name }) => name)).toEqual(["Nome novo", "lid 7001"]);
    expect(await inside(person, (tx) => tx`select 1 from app.channel_requests`)).toHaveLength(0);
  });

  test("payloads are sealed while they wait and are found again with their message", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    const payload = crypto.getRandomValues(new Uint8Array(60_000));
    const event = old({ payload });
    await collectPast(person.companyId, line, { messages: [event] });
    const [waiting] = await inside(
      person,
      (tx) => tx<{ payload: Uint8Array }[]>`select payload from app.past_messages`,
    );
    expect(Buffer.from(waiting!.payload).includes(Buffer.from(payload.subarray(0, 16)))).toBe(false);
    await work(person.companyId, { connectionId: line });
    expect(
      new Uint8Array(
        (await readPayload(person.companyId, {
          connectionId: line,
          identities: event.peer.identities,
          externalId: event.externalId,
        }))!,
      ),
    ).toEqual(payload);
  });

  test("strange texts and one that cannot be stored stop nothing", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    const content: MessageEvent["content"] = {
      type: "media",
      media: { kind: "image", ref: "r", keep: true, bytes: 1e30 },
    };
    const huge = old({ from: "551100000001", content });
    await bring(person, line, [old({ text: "a\u0000b\ud800c" }), huge, old({ from: "551100000001", text: "depois" })]);
    expect((await rowsOf(person, line)).map(({ body }) => body).sort()).toEqual(["ab\ufffdc", "depois"]);
    expect(await inside(person, (tx) => tx`select 1 from app.past_messages`)).toHaveLength(0);
  });
});

describe("files", () => {
  const file = (ref: string, at: number) =>
    old({ at, content: { type: "media", media: { kind: "document", ref, keep: true, mimeType: "text/plain" } } });

  test("young ones are asked for after the import, one at a time, behind new files; older ones are marked as gone", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    await bring(person, line, [
      file("young", Date.now() - DAY),
      file("younger", Date.now() - DAY / 2),
      file("aged", Date.now() - 20 * DAY),
    ]);
    const states = await inside(person, (tx) => tx`select remote, state from app.media order by remote`);
    expect(states).toEqual([
      { remote: "aged", state: "failed" },
      { remote: "young", state: "pending" },
      { remote: "younger", state: "pending" },
    ]);
    await inside(person, (tx) => tx`update app.channel_requests set due_at = now() - interval '1 hour'`);
    await receive(person.companyId, line, file("live", Date.now()));
    const { plugin, asked } = linkedPlugin();
    const host = { companyId: person.companyId, connectionId: line, manifest: plugin.manifest, token: "", since: 0 };
    const serving = {
      ...host,
      connection: await plugin.connect({}, { past: null } as never),
      signal: new AbortController().signal,
      held: () => true,
    };
    await serveRequests(serving);
    expect(asked).toEqual(["live"]);
    await serveRequests(serving);
    expect(asked).toHaveLength(2);
    await serveRequests(serving);
    expect(asked.toSorted()).toEqual(["live", "young", "younger"]);
  });
});

test("a file marked as gone is asked for where somebody wants it, before all others", async () => {
  const person = await someone();
  const line = await wishingLine(person);
  const content: MessageEvent["content"] = { type: "media", media: { kind: "document", ref: "aged", keep: true } };
  await bring(person, line, [old({ at: Date.now() - 20 * DAY, content })]);
  const [message] = await inside(person, (tx) => tx<{ id: number }[]>`select id from app.messages`);
  const asked = await person.call(messages.fetchFile, { params: { id: message!.id } });
  expect(asked.data).toMatchObject({ media: "pending" });
  await person.call(messages.fetchFile, { params: { id: message!.id } });
  const requests = await inside(
    person,
    (tx) => tx<{ payload: unknown; due: boolean }[]>`select payload, due_at <= now() as due from app.channel_requests`,
  );
  expect(requests).toMatchObject([{ due: true, payload: { ref: "aged" } }]);
  expect(requests[0]!.payload).not.toHaveProperty("past");
});

describe("interrupted", () => {
  test("two importers at once, broken off again and again, bring each message exactly once", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    const events = Array.from(
      { length: 1_500 },
      (_, n) => old({ from: `5511${900_000_000 + n % 40}`, text: `${n}`, at: Date.now() - DAY + n * 1_000 }),
    );
    await collectPast(person.companyId, line, { messages: events });
    let cuts = 0;
    const cutting = setInterval(async () => {
      cuts += (await asPlatform((tx) =>
        tx`select pg_cancel_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and l.granted and a.application_name = 'recado-api' and a.state = 'active' and a.query like '%jsonb_to_recordset%' limit 1`
      )).length;
    }, 40);
    const run = () => work(person.companyId, { connectionId: line });
    for (let left = 1; left > 0;) {
      await Promise.allSettled([run(), run()]);
      if (cuts > 3) clearInterval(cutting);
      left = (await platform()`select 1 from app.past_messages where company_id = ${person.companyId}`).length;
    }
    clearInterval(cutting);
    const stored = await rowsOf(person, line);
    expect(stored.map(({ body }) => Number(body))).toEqual(events.map((_, n) => n));
    expect(await ticketsOf(person, line)).toHaveLength(40);
    const [counted] = await inside(
      person,
      (tx) => tx`select sum(tickets)::int as n from app.ticket_counters where status = 'pending'`,
    );
    expect(counted!.n).toBe(40);
  });

  test("stopping keeps the messages that are in and drops those that were only collected", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    await bring(person, line, [old({ text: "Dentro" })]);
    await collectPast(person.companyId, line, { messages: [old({ text: "Fora" })] });
    await person.call(connections.stopImport, { params: { id: line } });
    await work(person.companyId, { connectionId: line });
    expect((await rowsOf(person, line)).map(({ body }) => body)).toEqual(["Dentro"]);
    expect(await inside(person, (tx) => tx`select 1 from app.past_messages`)).toHaveLength(0);
    const [shown] = await person.call(connections.list, {});
    expect(shown).toMatchObject({
      importOldMessages: null,
      importProgress: null,
      statusImportMessages: "renderButtonCloseTickets",
    });
  });

  test("a part that comes after the end is brought in as well", async () => {
    const person = await someone();
    const line = await wishingLine(person);
    await bring(person, line, [old({ text: "Cedo" })]);
    await bring(person, line, [old({ text: "Tarde", at: Date.now() - DAY / 2 })]);
    expect((await rowsOf(person, line)).map(({ body }) => body)).toEqual(["Cedo", "Tarde"]);
    expect(await wishOf(person.companyId, line)).toBeNull();
  });
});

describe("closing", () => {
  test("the imported tickets that wait, and no others; told once", async () => {
    const person = await someone();
    const line = await wishingLine(person, { queueId: await makeQueue(person) });
    await bring(person, line, Array.from({ length: 230 }, (_, n) => old({ from: `5521${900_000_000 + n}` })));
    // Tickets of the same moment have no order: another's than that of the customer who writes below.
    const [taken] = await inside(person, (tx) =>
      tx<{ id: number }[]>`
        select t.id from app.tickets t join app.contact_identities i on i.company_id = t.company_id and i.contact_id = t.contact_id
        where t.connection_id = ${line} and i.value = '5521900000000'`);
    await person.call(tickets.update, { params: { id: taken!.id }, body: { status: "open" } });
    await receive(person.companyId, line, old({ from: "5521900000001", text: "Preciso de ajuda", at: Date.now() }));
    const [shown] = await person.call(connections.list, {});
    expect(shown!.statusImportMessages).toBe("renderButtonCloseTickets");
    const before = (await eventsOf(person, `company-${person.companyId}-ticket`)).length;
    const refreshed = (await eventsOf(person, `importMessages-${person.companyId}`)).length;
    await closeWork(person.companyId, { connectionId: line, userId: person.userId });
    const left = (await ticketsOf(person, line)).filter(({ status }) => status !== "closed");
    expect(left.map(({ status, unread }) => [status, unread]).sort()).toEqual([["open", 0], ["pending", 1]]);
    expect(await eventsOf(person, `company-${person.companyId}-ticket`)).toHaveLength(before);
    expect((await eventsOf(person, `importMessages-${person.companyId}`)).slice(refreshed)).toEqual([
      { action: "refresh", whatsappId: line },
    ]);
    expect(await eventsOf(person, `company-${person.companyId}-many`)).not.toEqual([]);
    expect(await eventsOf(person, "recado-rights")).toEqual([]);
    const counted = await inside(
      person,
      (tx) =>
        tx`select status, sum(tickets)::int as n from app.ticket_counters group by status having sum(tickets) <> 0 order by status`,
    );
    expect(counted).toEqual([{ status: "closed", n: 228 }, { status: "open", n: 1 }, { status: "pending", n: 1 }]);
    expect(
      await inside(
        person,
        (tx) => tx`select 1 from app.ticket_log where type = 'closed' and user_id = ${person.userId}`,
      ),
    ).toHaveLength(228);
    expect(await inside(person, (tx) => tx`select 1 from app.messages where status = 'waiting'`)).toHaveLength(0);
    const [closed] = await person.call(connections.list, {});
    expect(closed!.statusImportMessages).toBe("");
  });

  test("closed tickets never wait where the connection says so; a customer who writes meanwhile begins a new one", async () => {
    const person = await someone();
    const line = await wishingLine(person, { close: true });
    await bring(person, line, [old({ text: "1" })]);
    await receive(person.companyId, line, old({ text: "Oi de novo", at: Date.now() }));
    expect(await ticketsOf(person, line)).toMatchObject([
      { status: "closed", unread: 0, last_message: "1" },
      { status: "pending", unread: 1, imported_at: null },
    ]);
    await closeWork(person.companyId, { connectionId: line, userId: null });
    expect((await ticketsOf(person, line)).map(({ status }) => status)).toEqual(["closed", "pending"]);
  });
});

test("a plugin brings the past when it is linked: the worker imports it, progress reaches the stream, the rows are gone", async () => {
  const person = await someone();
  const line = await wishingLine(person, { close: true });
  const events = Array.from({ length: 700 }, (_, n) => old({ from: `5531${900_000_000 + n % 9}`, text: `${n}` }));
  const { plugin } = linkedPlugin(({ from, until }) => [
    { messages: events.slice(0, 600).filter(({ at }) => at >= from && at <= until), progress: 60 },
    { messages: events.slice(600), progress: 100 },
  ]);
  const row = (await readConnection(person.companyId, line))!;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const mandate = { lease: { companyId: person.companyId, connectionId: line, fence: 1 }, held: () => true };
  const session = new Session(plugin, row, mandate, { fetch, env: {}, log: silent, clock }, crypto.randomUUID(), {
    pass: () => {},
  });
  await session.opened;
  const worker = await startWorker(inject("databaseUrl"), [importPast, closePast]);
  try {
    await expect.poll(async () => (await eventsOf(person, `importMessages-${person.companyId}`)).at(-1)?.action, {
      timeout: 20_000,
    })
      .toBe("refresh");
  } finally {
    await worker.stop();
    await session.close("now");
  }
  expect(await rowsOf(person, line)).toHaveLength(700);
  expect(await ticketsOf(person, line)).toHaveLength(9);
  const told = await eventsOf(person, `importMessages-${person.companyId}`);
  expect(told.some((event) => (event.status as { this: number } | undefined)?.this === -1)).toBe(true);
  expect(told.some((event) => ((event.status as { this: number } | undefined)?.this ?? 0) > 0)).toBe(true);
  expect(await inside(person, (tx) => tx`select 1 from app.past_messages`)).toHaveLength(0);
});
