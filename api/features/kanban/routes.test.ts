import { beforeAll, describe, expect, test } from "vitest";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import type { InboundEvent } from "../../../channels/sdk/mod.ts";
import { tags } from "../tags/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { kanban } from "./contract.ts";
import { sweepLanes } from "./moves.ts";

beforeAll(async () => {
  await testApp();
});

const lane = (person: Person, name: string, more = {}) =>
  person.call(tags.create, { body: { name, kanban: 1, ...more } });
async function office() {
  const chief = await someone({ profile: "admin" });
  return { chief, connectionId: await makeConnection(chief) };
}
type Office = Awaited<ReturnType<typeof office>>;
const card = ({ chief, connectionId }: Office, columns: Record<string, unknown> = {}, name = "Ana") =>
  withTenant({ companyId: chief.companyId }, async (tx) => {
    const [contact] = await tx<{ id: number }[]>`insert into app.contacts (name) values (${name}) returning id`;
    await tx`
      insert into app.contact_identities (contact_id, kind, value) values (${
      contact!.id
    }, 'visitor', ${crypto.randomUUID()})`;
    const row = {
      contact_id: contact!.id,
      connection_id: connectionId,
      channel: "webchat",
      status: "open",
      ...columns,
    };
    const [ticket] = await tx<{ id: number }[]>`insert into app.tickets ${tx(row as never)} returning id`;
    return ticket!.id;
  });
const put = (person: Person, ticketId: number, tagId: number, body?: { expectedLaneId: number | null }) =>
  person.call(tags.joinTicket, { params: { ticketId, tagId }, body });
const laneOf = async ({ chief }: Office, ticketId: number) => {
  const lanes = (await chief.call(kanban.lanes)).lista.map(({ id }) => id);
  const { tickets: all } = await chief.call(tickets.list, { query: {} });
  return all.find(({ id }) => id === ticketId)!.tags.find(({ id }) => lanes.includes(id))?.name ?? null;
};
const ids = async (person: Person, query = {}) =>
  (await person.call(kanban.tickets, { query })).tickets.map(({ id }) => id);

describe("the board's cards", () => {
  test("are open and waiting tickets, the one that moved last first", async () => {
    const at = await office();
    const waits = await card(at, { status: "pending", updated_at: new Date(Date.now() - 2000) });
    const open = await card(at, { updated_at: new Date(Date.now() - 1000) });
    await card(at, { status: "closed" });
    expect(await ids(at.chief)).toEqual([open, waits]);
  });

  test("are those that moved between two days of the company's zone, both included; today where none is named", async () => {
    const at = await office();
    await asPlatform((tx) =>
      tx`update app.companies set timezone = 'America/Sao_Paulo' where id = ${at.chief.companyId}`
    );
    const on = (moment: string) => card(at, { updated_at: new Date(moment) });
    const [before, first, last] = [
      await on("2026-01-10T02:59:59Z"),
      await on("2026-01-10T03:00:00Z"),
      await on("2026-01-12T02:59:59Z"),
    ];
    const after = await on("2026-01-12T03:00:00Z");
    const now = await card(at);
    expect(await ids(at.chief, { startDate: "2026-01-10", endDate: "2026-01-11" })).toEqual([last, first]);
    expect(await ids(at.chief, { startDate: "2026-01-09", endDate: "2026-01-12" })).toEqual([
      after,
      last,
      first,
      before,
    ]);
    expect(await ids(at.chief)).toEqual([now]);
    await expect(ids(at.chief, { startDate: "amanhã" })).rejects.toMatchObject({ status: 400 });
  });

  test("are those of the named queues, and of one's own sight only", async () => {
    const at = await office();
    const [sales, garage] = [await makeQueue(at.chief), await makeQueue(at.chief)];
    const [a, b, none] = [await card(at, { queue_id: sales }), await card(at, { queue_id: garage }), await card(at)];
    expect(await ids(at.chief, { queueIds: JSON.stringify([garage]) })).toEqual([b]);
    expect(await ids(at.chief, { queueIds: JSON.stringify([0, sales]) })).toEqual([none, a]);
    expect(await ids(at.chief, { queueIds: "[]" })).toEqual([]);
    const seller = await someone({ colleagueOf: at.chief, queueIds: [sales] });
    expect(await ids(seller)).toEqual([a]);
    expect(await ids(await someone())).toEqual([]);
  });

  test("and lanes are nobody's where the plan has no board", async () => {
    const person = await someone({ plan: { flags: { useKanban: false } } });
    await expect(person.call(kanban.tickets)).rejects.toMatchObject({ status: 403 });
    await expect(person.call(kanban.lanes)).rejects.toMatchObject({ status: 403 });
  });
});

describe("lanes", () => {
  test("stand in the order that somebody gave them, a new one last", async () => {
    const { chief } = await office();
    const [a, b, c] = [await lane(chief, "Proposta"), await lane(chief, "Água"), await lane(chief, "Feito")];
    const names = async () => (await chief.call(kanban.lanes)).lista.map(({ name }) => name);
    expect(await names()).toEqual(["Proposta", "Água", "Feito"]);
    await chief.call(kanban.order, { body: { ids: [c.id, a.id, b.id] } });
    expect(await names()).toEqual(["Feito", "Proposta", "Água"]);
    expect((await chief.call(tags.all, { query: { kanban: 1 } })).map(({ name }) => name)).toEqual(await names());
    await lane(chief, "Perdido");
    expect((await names()).at(-1)).toBe("Perdido");
    const foreign = await someone();
    const theirs = foreign.call(kanban.order, { body: { ids: [b.id, a.id, c.id] } });
    await expect(theirs).rejects.toMatchObject({ status: 404, code: "ERR_NO_TAG_FOUND" });
    expect((await names())[0]).toBe("Feito");
    const colleague = await someone({ colleagueOf: chief });
    await expect(colleague.call(kanban.order, { body: { ids: [a.id] } })).rejects.toMatchObject({ status: 403 });
  });

  test("give their tickets to another lane when they are deleted, where that is asked", async () => {
    const at = await office();
    const [a, b] = [await lane(at.chief, "Novo"), await lane(at.chief, "Feito")];
    const plain = await at.chief.call(tags.create, { body: { name: "Cliente" } });
    const id = await card(at);
    await put(at.chief, id, a.id);
    const remove = (laneId: number) => at.chief.call(tags.remove, { params: { id: a.id }, query: { laneId } });
    for (const wrong of [a.id, plain.id, 8_000_000_000_001]) {
      await expect(remove(wrong)).rejects.toMatchObject({ code: "ERR_NO_TAG_FOUND" });
    }
    await remove(b.id);
    expect(await laneOf(at, id)).toBe("Feito");
    expect(await at.chief.call(tags.show, { params: { id: b.id } })).toMatchObject({ ticketTags: 1 });
  });
});

describe("a move", () => {
  test("is refused where somebody was faster, and says who and where to", async () => {
    const at = await office();
    const [a, b, c] = [await lane(at.chief, "Novo"), await lane(at.chief, "Feito"), await lane(at.chief, "Perdido")];
    const id = await card(at);
    await put(at.chief, id, a.id, { expectedLaneId: null });
    await put(at.chief, id, b.id, { expectedLaneId: a.id });
    const late = put(at.chief, id, c.id, { expectedLaneId: a.id });
    await expect(late).rejects.toMatchObject({
      status: 409,
      code: "ERR_LANE_CHANGED",
      body: { laneId: b.id, lane: "Feito", user: expect.stringContaining("Person") },
    });
    // The same asked twice is no conflict.
    await put(at.chief, id, b.id, { expectedLaneId: a.id });
    expect(await laneOf(at, id)).toBe("Feito");
    const out = { params: { ticketId: id }, query: { expectedLaneId: a.id } };
    await expect(at.chief.call(tags.leaveTicket, out)).rejects.toMatchObject({ code: "ERR_LANE_CHANGED" });
    await at.chief.call(tags.leaveTicket, { params: { ticketId: id }, query: { expectedLaneId: b.id } });
    await at.chief.call(tags.leaveTicket, { params: { ticketId: id }, query: { expectedLaneId: b.id } });
    await put(at.chief, id, c.id, { expectedLaneId: null });
    await put(at.chief, id, a.id);
    expect(await laneOf(at, id)).toBe("Novo");
  });

  test("of many at once leaves the ticket in one lane", async () => {
    const at = await office();
    const lanes = [await lane(at.chief, "Um deles"), await lane(at.chief, "Outro"), await lane(at.chief, "Mais um")];
    const id = await card(at);
    const ends = await Promise.allSettled(lanes.map((one) => put(at.chief, id, one.id, { expectedLaneId: null })));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await laneOf(at, id)).not.toBeNull();
  });
});

describe("a card whose lane's minutes are over", () => {
  const MINUTE = 60_000;
  async function waiting(more: Record<string, unknown> = {}, greeting = "") {
    const at = await office();
    const next = await lane(at.chief, "Esfriou", { greetingMessageLane: greeting });
    const first = await lane(at.chief, "Proposta", { timeLane: 30, nextLaneId: next.id });
    const id = await card(at, { last_from_me: true, ...more });
    await put(at.chief, id, first.id);
    const sweep = (minutes: number) => sweepLanes(new Date(Date.now() + minutes * MINUTE), at.chief.companyId);
    const said = () =>
      withTenant(
        { companyId: at.chief.companyId },
        (tx) =>
          tx<{ body: string; byHand: boolean; sendClass: number; data: unknown }[]>`
          select body, by_hand as "byHand", send_class as "sendClass", data from app.messages where ticket_id = ${id} order by id`,
      );
    return { at, id, first, next, sweep, said };
  }

  test("goes to the next lane, once, and its ticket's log says so", async () => {
    const { at, id, sweep } = await waiting();
    expect(await sweep(29)).toBe(0);
    expect(await Promise.all([sweep(31), sweep(31)])).toContain(1);
    expect(await sweep(90)).toBe(0);
    expect(await laneOf(at, id)).toBe("Esfriou");
    const log = await at.chief.call(tickets.log, { params: { ticketId: id } });
    expect(log.filter(({ type }) => type === "lane")).toHaveLength(1);
  });

  test.each([
    ["its customer spoke last", { last_from_me: false }],
    ["it waits for somebody", { status: "pending" }],
    ["it is closed", { status: "closed" }],
  ])("stays when %s", async (_, columns) => {
    const { sweep } = await waiting(columns);
    expect(await sweep(31)).toBe(0);
  });

  test("says what the next lane says on arrival, at the pace of what goes to single people", async () => {
    const { next, sweep, said } = await waiting({}, "Olá {{name}}, ainda tem interesse?");
    await sweep(31);
    const data = { auto: "lane", laneId: next.id };
    expect(await said()).toEqual([{ body: "Olá Ana, ainda tem interesse?", byHand: false, sendClass: 1, data }]);
  });

  test("says nothing to a customer whom somebody blocked, and moves", async () => {
    const { at, id, sweep, said } = await waiting({}, "Oi");
    await withTenant(
      { companyId: at.chief.companyId },
      (tx) =>
        tx`update app.contacts set active = false where id = (select contact_id from app.tickets where id = ${id})`,
    );
    expect(await sweep(31)).toBe(1);
    expect(await said()).toEqual([]);
  });

  test("hears a lane once until its customer has written, however often it comes there", async () => {
    const { at, id, first, sweep, said } = await waiting({}, "Oi");
    const again = async () => {
      await put(at.chief, id, first.id);
      await sweep(31);
      return (await said()).length;
    };
    await sweep(31);
    expect(await again()).toBe(1);
    await withTenant(
      { companyId: at.chief.companyId },
      (tx) => tx`update app.tickets set last_inbound_at = now() where id = ${id}`,
    );
    expect(await again()).toBe(2);
  });

  test("stays where the company does not pay, or its plan has no board any more", async () => {
    const { at, sweep } = await waiting();
    const change = (flags: string, due: string) =>
      asPlatform(async (tx) => {
        const { companyId } = at.chief;
        await tx`update app.plans set flags = ${flags}::text::jsonb where id = (select plan_id from app.companies where id = ${companyId})`;
        await tx`update app.companies set due_at = now() + ${due}::text::interval where id = ${companyId}`;
      });
    await change('{"useKanban": false}', "1 day");
    expect(await sweep(31)).toBe(0);
    await change("{}", "-1 day");
    expect(await sweep(31)).toBe(0);
    await change("{}", "1 day");
    expect(await sweep(31)).toBe(1);
  });
});

/** A ticket whose customer wrote by the web chat, and what writes again. */
async function spoken() {
  const at = await office();
  const says = (text: string, fromMe = false) =>
    receive(at.chief.companyId, at.connectionId, {
      kind: "message",
      peer: { identities: [{ kind: "visitor", value: "v1" }], name: "Zoë" },
      externalId: crypto.randomUUID(),
      fromMe,
      at: Date.now(),
      content: { type: "text", text },
    } as InboundEvent);
  await says("oi");
  const { id } = (await at.chief.call(tickets.list, { query: {} })).tickets[0]!;
  return { at, id, says };
}

test("a customer's message brings the card back to where its lane says; one's own does not", async () => {
  const { at, id, says } = await spoken();
  const active = await lane(at.chief, "Ativo");
  const cold = await lane(at.chief, "Frio", { rollbackLaneId: active.id });
  await put(at.chief, id, cold.id);
  await says("do celular da loja", true);
  expect(await laneOf(at, id)).toBe("Frio");
  await says("voltei");
  expect(await laneOf(at, id)).toBe("Ativo");
  const log = await at.chief.call(tickets.log, { params: { ticketId: id } });
  expect(log.filter(({ type }) => type === "lane")).toHaveLength(1);
});

test("a customer's answer to what a lane said on arrival leaves the card there; their next message brings it back", async () => {
  const { at, id, says } = await spoken();
  const active = await lane(at.chief, "Ativo");
  const cold = await lane(at.chief, "Frio", { rollbackLaneId: active.id, greetingMessageLane: "Ainda tem interesse?" });
  const first = await lane(at.chief, "Proposta", { timeLane: 30, nextLaneId: cold.id });
  await at.chief.call(tickets.update, { params: { id }, body: { status: "open" } });
  await put(at.chief, id, first.id);
  await says("Segue a proposta", true);
  await sweepLanes(new Date(Date.now() + 31 * 60_000), at.chief.companyId);
  expect(await laneOf(at, id)).toBe("Frio");
  const greeting = (status: string) =>
    withTenant(
      { companyId: at.chief.companyId },
      (tx) => tx`update app.messages set status = ${status} where data ->> 'auto' = 'lane' and ticket_id = ${id}`,
    );
  await greeting("sent");
  await says("Sim!");
  expect(await laneOf(at, id)).toBe("Frio");
  await says("Podem ligar?");
  expect(await laneOf(at, id)).toBe("Ativo");
  // By hand it is not greeted: the next message is no answer to a greeting of long ago.
  await put(at.chief, id, cold.id);
  await says("Alô?");
  expect(await laneOf(at, id)).toBe("Ativo");
  // A greeting that has not left, or never will, is answered by nobody.
  for (const status of ["waiting", "failed"]) {
    await put(at.chief, id, first.id);
    await says("Outra proposta", true);
    await sweepLanes(new Date(Date.now() + 31 * 60_000), at.chief.companyId);
    await greeting(status);
    await says("Oi?");
    expect(await laneOf(at, id), status).toBe("Ativo");
  }
});
