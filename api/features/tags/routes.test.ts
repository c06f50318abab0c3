import { beforeAll, describe, expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { contacts } from "../contacts/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { tags } from "./contract.ts";

let admin: Person;
beforeAll(async () => {
  admin = await someone();
});
const make = (by: Person, name: string, other: object = {}) => by.call(tags.create, { body: { name, ...other } });
const names = async (by: Person, query: object = {}) =>
  (await by.call(tags.list, { query })).tags.map(({ name }) => name);

test("a tag's name has three characters at least; a missing colour is a random one", async () => {
  await expect(make(admin, " ab ")).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  await expect(make(admin, "Curto", { color: "red" })).rejects.toMatchObject({ status: 400 });
  const tag = await make(admin, " Cliente fiel ");
  expect(tag).toMatchObject({ name: "Cliente fiel", kanban: 0, contacts: 0, ticketTags: 0 });
  expect(tag.color).toMatch(/^#[0-9a-f]{6}$/);
});

test("contacts' tags and the board's lanes are separate, also their names", async () => {
  const user = await someone({ profile: "user", flags: { show_dashboard: true } });
  await make(user, "Urgente");
  await make(user, "urgente", { kanban: 1 });
  await expect(make(user, "URGENTE")).rejects.toMatchObject({ status: 409, code: "ERR_DUPLICATED_NAME" });
  expect(await names(user)).toEqual(["Urgente"]);
  expect(await names(user, { kanban: "1" })).toEqual(["urgente"]);
  expect((await user.call(tags.all, { query: { kanban: 1 } })).map(({ name }) => name)).toEqual(["urgente"]);
});

test("one tag is made when two people make the same at once", async () => {
  const user = await someone();
  const made = await Promise.allSettled([1, 2, 3].map(() => make(user, "Novo")));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("the list searches without case and accents, is sorted by name, and answers a single tag", async () => {
  const user = await someone();
  for (let n = 0; n < 23; n++) await make(user, `Série ${String(n).padStart(2, "0")}`);
  const other = await make(user, "Ação");
  expect(await names(user, { searchParam: "acao" })).toEqual(["Ação"]);
  expect(await names(user, { searchParam: "100%" })).toEqual([]);
  const first = await user.call(tags.list, { query: {} });
  expect(first).toMatchObject({ hasMore: true, count: 24 });
  expect(first.tags).toHaveLength(20);
  expect(await names(user, { pageNumber: 2 })).toEqual(["Série 19", "Série 20", "Série 21", "Série 22"]);
  expect(await names(user, { tagId: other.id })).toEqual(["Ação"]);
});

describe("a contact's tags", () => {
  test("are exactly those given, and the apps hear of contact, tickets and the tags' counts", async () => {
    const { user, contactId, ticketId } = await conversation();
    const [one, two] = [await make(user, "Cliente"), await make(user, "Devedor")];
    await user.call(tags.sync, { body: { contactId, tags: [{ id: one.id }] } });
    const contact = await user.call(tags.sync, { body: { contactId, tags: [two.id, one.id, two.id] } });
    expect(contact.tags.map(({ name }) => name)).toEqual(["Cliente", "Devedor"]);
    expect(await user.call(tags.ofContact, { params: { contactId } })).toEqual(contact.tags);
    const told = (await events(user)).slice(-3);
    expect(told).toMatchObject([
      { name: `company-${user.companyId}-contact`, payload: { contact: { tags: [{}, {}] } } },
      { name: `company-${user.companyId}-ticket`, payload: { ticket: { id: ticketId, tags: [{}, {}] } } },
      { name: `company${user.companyId}-tag`, payload: { action: "update", tag: { id: two.id, contacts: 1 } } },
    ]);
    const before = (await events(user)).length;
    await user.call(tags.sync, { body: { contactId, tags: [one.id, two.id] } });
    expect(await events(user)).toHaveLength(before);
    await user.call(tags.leaveContact, { params: { tagId: one.id, contactId } });
    expect(await user.call(tags.ofContact, { params: { contactId } })).toMatchObject([{ id: two.id }]);
    await user.call(tags.sync, { body: { contactId, tags: [] } });
    expect((await user.call(contacts.show, { params: { id: contactId } })).tags).toEqual([]);
  });

  test("are refused when they are lanes or another company's", async () => {
    const { user, contactId } = await conversation();
    const lane = await make(user, "Proposta", { kanban: 1 });
    const foreign = await make(admin, `Alheia ${crypto.randomUUID()}`);
    for (const { id } of [lane, foreign]) {
      await expect(user.call(tags.sync, { body: { contactId, tags: [id] } })).rejects.toMatchObject({
        status: 404,
        code: "ERR_NO_TAG_FOUND",
      });
    }
    await expect(admin.call(tags.sync, { body: { contactId, tags: [] } })).rejects.toMatchObject({
      code: "ERR_NO_CONTACT_FOUND",
    });
  });

  test("show on its tickets and are found by the tickets' filter, with and without a search", async () => {
    const { user, contactId, ticketId } = await conversation("Beatriz Tagueada");
    const { id } = await make(user, "Noiva");
    const found = async (query: object) =>
      (await user.call(tickets.list, { query: { ...query, tags: `[${id}]` } })).tickets.map((ticket) => ticket.id);
    expect(await found({})).toEqual([]);
    await user.call(tags.sync, { body: { contactId, tags: [id] } });
    expect(await found({})).toEqual([ticketId]);
    expect(await found({ searchParam: "tagueada" })).toEqual([ticketId]);
    expect(await found({ searchParam: "nobody" })).toEqual([]);
    expect((await user.call(tickets.list, { query: {} })).tickets[0]!.tags).toMatchObject([{ id, name: "Noiva" }]);
    await user.call(tags.sync, { body: { contactId, tags: [] } });
    await user.call(tags.joinTicket, { params: { ticketId, tagId: id } });
    expect(await found({ searchParam: "tagueada" })).toEqual([ticketId]);
  });
});

describe("a ticket's own tags", () => {
  test("keep one lane at a time; other tags stay when the ticket leaves its lane", async () => {
    const { user, contactId, ticketId } = await conversation();
    const [plain, theirs] = [await make(user, "Prazo"), await make(user, "Cliente")];
    const [first, second] = [await make(user, "Novo", { kanban: 1 }), await make(user, "Feito", { kanban: 1 })];
    await user.call(tags.sync, { body: { contactId, tags: [theirs.id] } });
    for (const tag of [plain, first, second]) {
      await user.call(tags.joinTicket, { params: { ticketId, tagId: tag.id } });
    }
    const { tickets: [shown] } = await user.call(tickets.list, { query: {} });
    expect(shown!.tags.map(({ name }) => name)).toEqual(["Cliente", "Feito", "Prazo"]);
    expect(await user.call(tags.show, { params: { id: first.id } })).toMatchObject({ ticketTags: 0 });
    await user.call(tags.leaveTicket, { params: { ticketId } });
    expect((await events(user)).at(-1)).toMatchObject({
      payload: { ticket: { tags: [{ name: "Cliente" }, { name: "Prazo" }] } },
    });
    const before = (await events(user)).length;
    await user.call(tags.leaveTicket, { params: { ticketId } });
    expect(await events(user)).toHaveLength(before);
    await user.call(tags.leaveTicket, { params: { ticketId }, query: { tagId: plain.id } });
    expect((await events(user)).at(-1)).toMatchObject({ payload: { ticket: { tags: [{ name: "Cliente" }] } } });
  });

  test("are refused to people who do not see the ticket", async () => {
    const { user, ticketId } = await conversation();
    const { id } = await make(user, "Prazo");
    const colleague = await someone({ colleagueOf: user });
    await expect(colleague.call(tags.joinTicket, { params: { ticketId, tagId: id } })).rejects.toMatchObject({
      status: 404,
      code: "ERR_NO_TICKET_FOUND",
    });
  });
});

describe("a lane of the board", () => {
  const none = { timeLane: 0, nextLaneId: null, rollbackLaneId: null, greetingMessageLane: "" };

  test("keeps its automatic actions when a change leaves them out", async () => {
    const user = await someone();
    expect(await make(user, "Cliente")).toMatchObject(none);
    const [first, last] = [await make(user, "Novo", { kanban: 1 }), await make(user, "Feito", { kanban: 1 })];
    expect(first).toMatchObject(none);
    const does = {
      timeLane: 90,
      nextLaneId: last.id,
      rollbackLaneId: first.id,
      greetingMessageLane: "Olá, {{name}} 👋",
    };
    const lane = await make(user, "Proposta", { kanban: 1, ...does, timeLane: "90", nextLaneId: String(last.id) });
    expect(lane).toMatchObject(does);
    const change = (body: object) =>
      user.call(tags.update, { params: { id: lane.id }, body: { name: "Proposta", ...body } });
    expect(await change({ color: "#102030" })).toMatchObject(does);
    expect(await change({ timeLane: "", nextLaneId: "", greetingMessageLane: "" })).toMatchObject({
      ...none,
      rollbackLaneId: first.id,
    });
    expect(await change(does)).toMatchObject(does);
    expect(await user.call(tags.show, { params: { id: lane.id } })).toMatchObject(does);
    await user.call(tags.remove, { params: { id: last.id } });
    expect((await events(user)).slice(-2)).toMatchObject([
      { payload: { action: "delete", tagId: last.id } },
      { payload: { action: "update", tag: { id: lane.id, nextLaneId: null, rollbackLaneId: first.id } } },
    ]);
  });

  test("is refused where its cards would come back to it by themselves, over any number of lanes", async () => {
    const user = await someone();
    const [first, last] = [await make(user, "Primeiro", { kanban: 1 }), await make(user, "Três", { kanban: 1 })];
    const between = await make(user, "Dois", { kanban: 1, timeLane: 1, nextLaneId: last.id });
    const change = (id: number, name: string, more: object) =>
      user.call(tags.update, { params: { id }, body: { name, ...more } });
    await change(first.id, "Primeiro", { timeLane: 1, nextLaneId: between.id });
    const circle = { status: 400, body: { details: [{ path: "body.nextLaneId", message: "circle" }] } };
    await expect(change(last.id, "Três", { timeLane: 1, nextLaneId: first.id })).rejects.toMatchObject(circle);
    await change(last.id, "Três", { nextLaneId: first.id });
    await expect(change(last.id, "Três", { timeLane: 1 })).rejects.toMatchObject(circle);
    await change(between.id, "Dois", { timeLane: 0 });
    await change(last.id, "Três", { timeLane: 1 });
  });

  test("leads to another lane of the company only; a tag of contacts leads nowhere", async () => {
    const user = await someone();
    const [lane, plain] = [await make(user, "Novo", { kanban: 1 }), await make(user, "Cliente")];
    const foreign = await make(admin, `Alheia ${crypto.randomUUID()}`, { kanban: 1 });
    for (const nextLaneId of [plain.id, foreign.id, 8_000_000_000_001]) {
      await expect(make(user, "Outra", { kanban: 1, nextLaneId })).rejects.toMatchObject({
        status: 404,
        code: "ERR_NO_TAG_FOUND",
      });
    }
    const body = { name: "Novo", rollbackLaneId: lane.id };
    await expect(user.call(tags.update, { params: { id: lane.id }, body })).rejects.toMatchObject({
      status: 400,
      body: { details: [{ path: "body.rollbackLaneId", message: "own_lane" }] },
    });
    for (const given of [{ timeLane: 5 }, { nextLaneId: lane.id }, { greetingMessageLane: "Oi" }]) {
      await expect(make(user, "Outra", given)).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
    }
    expect(await make(user, "Outra", none)).toMatchObject(none);
    await expect(make(user, "Longe", { kanban: 1, timeLane: 525_601 })).rejects.toMatchObject({ status: 400 });
    await make(user, "Perto", { kanban: 1, nextLaneId: lane.id });
    await expect(user.call(tags.update, { params: { id: lane.id }, body: { name: "Novo", kanban: 0 } })).rejects
      .toMatchObject({ status: 409, code: "ERR_IN_USE" });
  });

  test("is made, changed and deleted by people who may see the dashboard, where the plan has the board", async () => {
    const chief = await someone();
    const lane = await make(chief, "Novo", { kanban: 1 });
    const mayNot = [
      await someone({ colleagueOf: chief }),
      await someone({ plan: { flags: { useKanban: false } } }),
    ];
    const refused = { status: 403, code: "ERR_NO_PERMISSION" };
    const colleague = mayNot[0]!;
    const plain = await make(colleague, "Cliente");
    for (const person of mayNot) await expect(make(person, "Lane", { kanban: 1 })).rejects.toMatchObject(refused);
    for (const [id, kanban] of [[lane.id, 1], [lane.id, 0], [plain.id, 1]]) {
      const call = colleague.call(tags.update, { params: { id }, body: { name: "Outro nome", kanban } });
      await expect(call).rejects.toMatchObject(refused);
    }
    await expect(colleague.call(tags.remove, { params: { id: lane.id } })).rejects.toMatchObject(refused);
    const sees = await someone({ colleagueOf: chief, flags: { show_dashboard: true } });
    await make(sees, "Feito", { kanban: 1 });
    await sees.call(tags.remove, { params: { id: lane.id } });
  });

  test("takes no ticket when the plan has no board", async () => {
    const { user, ticketId } = await conversation();
    const lane = await make(user, "Novo", { kanban: 1 });
    await asPlatform((tx) =>
      tx`update app.plans set flags = '{"useKanban": false}' where id = (select plan_id from app.companies where id = ${user.companyId})`
    );
    forgetSessions(user.companyId);
    await expect(user.call(tags.joinTicket, { params: { ticketId, tagId: lane.id } })).rejects.toMatchObject({
      status: 403,
      code: "ERR_NO_PERMISSION",
    });
  });
});

test("a tag's new name or colour, and its deletion, are announced without ending any stream", async () => {
  const { user, contactId } = await conversation();
  const { id, color } = await make(user, "Cliente");
  await user.call(tags.update, { params: { id }, body: { name: "Cliente A" } });
  expect((await events(user)).at(-1)).toMatchObject({ payload: { tag: { name: "Cliente A", color } } });
  await user.call(tags.sync, { body: { contactId, tags: [id] } });
  await expect(user.call(tags.update, { params: { id }, body: { name: "Cliente A", kanban: 1 } })).rejects
    .toMatchObject({ status: 409, code: "ERR_IN_USE" });
  await user.call(tags.update, { params: { id }, body: { name: "Cliente B", color: "#102030" } });
  const told = { name: `company-${user.companyId}-name` };
  const now = { of: "tag", id, name: "Cliente B", color: "#102030" };
  expect((await events(user)).at(-1)).toMatchObject({ ...told, payload: now });
  await user.call(tags.remove, { params: { id } });
  expect((await events(user)).slice(-2)).toMatchObject([{ payload: { action: "delete", tagId: id } }, {
    ...told,
    payload: { of: "tag", id, name: null },
  }]);
  expect((await events(user)).filter(({ name }) => name === "recado-rights")).toEqual([]);
  expect(await user.call(tags.ofContact, { params: { contactId } })).toEqual([]);
});

async function conversation(name = "Ana") {
  const user = await someone();
  const connectionId = await makeConnection(user);
  return await withTenant({ companyId: user.companyId }, async (tx) => {
    const [contact] = await tx<{ id: number }[]>`insert into app.contacts (name) values (${name}) returning id`;
    const [ticket] = await tx<{ id: number }[]>`
      insert into app.tickets (contact_id, connection_id, channel, status) values (${
      contact!.id
    }, ${connectionId}, 'webchat', 'pending') returning id`;
    return { user, contactId: contact!.id, ticketId: ticket!.id };
  });
}
function events(person: Person) {
  return withTenant(
    { companyId: person.companyId },
    (tx) => tx<{ name: string; payload: object }[]>`select name, payload from app.events order by position`,
  );
}
