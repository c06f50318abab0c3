import { expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { queues } from "./contract.ts";

const form = (name: string, color: string, other: object = {}) => ({ name, color, greetingMessage: "Olá!", ...other });

test("queues are listed by their order, those without one last by name", async () => {
  const admin = await someone();
  const make = (name: string, color: string, orderQueue?: number) =>
    admin.call(queues.create, { body: form(name, color, { orderQueue }) });
  await make("vendas", "#111111");
  await make("Ajuda", "#222222");
  await make("Financeiro", "#333333", 2);
  await make("Zelo", "#444444", 1);
  expect((await admin.call(queues.list)).map((queue) => queue.name)).toEqual(["Zelo", "Financeiro", "Ajuda", "vendas"]);
});

test("a further queue needs a greeting, and none of several loses its own", async () => {
  const admin = await someone();
  const first = await admin.call(queues.create, { body: form("Vendas", "#AAAAAA", { greetingMessage: "" }) });
  const refusal = {
    code: "ERR_VALIDATION",
    body: { details: [{ path: "body.greetingMessage", message: "required" }] },
  };
  for (const greetingMessage of ["", "  \n"]) {
    const body = form("Suporte", "#BBBBBB", { greetingMessage });
    await expect(admin.call(queues.create, { body })).rejects.toMatchObject(refusal);
  }
  const { id } = await admin.call(queues.create, { body: form("Suporte", "#BBBBBB") });
  await expect(admin.call(queues.update, { params: { id }, body: { greetingMessage: "" } })).rejects.toMatchObject(
    refusal,
  );
  // A first queue without a greeting can still be changed.
  expect(await admin.call(queues.update, { params: { id: first.id }, body: { name: "Loja", greetingMessage: "" } }))
    .toMatchObject({ name: "Loja" });
});

test("name and colour are unique within the company, upper and lower case alike", async () => {
  const admin = await someone();
  await admin.call(queues.create, { body: form("Vendas", "#AAAAAA") });
  const other = await admin.call(queues.create, { body: form("Ajuda", "#BBBBBB") });
  await expect(admin.call(queues.create, { body: form("Nova", "#aaaaaa") })).rejects.toMatchObject({
    status: 409,
    code: "ERR_QUEUE_COLOR_ALREADY_EXISTS",
  });
  await expect(admin.call(queues.create, { body: form("VENDAS", "#cccccc") })).rejects.toMatchObject({
    status: 409,
    code: "ERR_DUPLICATED_NAME",
  });
  await expect(admin.call(queues.update, { params: { id: other.id }, body: form("vendas", "#bbbbbb") })).rejects
    .toMatchObject({ code: "ERR_DUPLICATED_NAME" });
  expect(await admin.call(queues.update, { params: { id: other.id }, body: form("AJUDA", "#bbbbbb") })).toMatchObject({
    name: "AJUDA",
  });
  await (await someone()).call(queues.create, { body: form("Vendas", "#AAAAAA") });
});

test("the plan's number of queues is kept, also when several are made at once", async () => {
  const admin = await someone({ plan: { queues: 2 } });
  const made = await Promise.allSettled(
    [1, 2, 3, 4].map((n) => admin.call(queues.create, { body: form(`Fila ${n}`, `#00000${n}`) })),
  );
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(admin.call(queues.create, { body: form("Fila 9", "#000009") })).rejects.toMatchObject({
    status: 403,
    code: "ERR_PLAN_LIMIT",
  });
});

test("a deleted queue's tickets wait without a queue, and its members lose it", async () => {
  const admin = await someone();
  const { id } = await admin.call(queues.create, { body: form("Vendas", "#123456") });
  const member = await someone({ colleagueOf: admin, queueIds: [id] });
  const [open, closed] = [await makeTicket(admin, id, "open"), await makeTicket(admin, id, "closed")];
  await admin.call(queues.remove, { params: { id } });
  const tickets = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`select id, queue_id, status from app.tickets order by id`,
  );
  expect(tickets).toEqual([{ id: open, queue_id: null, status: "open" }, {
    id: closed,
    queue_id: null,
    status: "closed",
  }]);
  await expect(admin.call(queues.show, { params: { id } })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_QUEUE_FOUND",
  });
  const events = await eventsOf(admin);
  expect(events).toContainEqual({
    name: `company-${admin.companyId}-queue`,
    audience: ["company"],
    payload: { action: "delete", queueId: id },
  });
  expect(events).toContainEqual({ name: "recado-rights", audience: [`user:${member.userId}`], payload: {} });
});

test("a queue's new name is announced to everybody, also to lists of people with their queues", async () => {
  const admin = await someone();
  const { id } = await admin.call(queues.create, { body: form("Vendas", "#123456") });
  await someone({ colleagueOf: admin, queueIds: [id] });
  await admin.call(queues.update, {
    params: { id },
    body: form("Compras", "#123456", { greetingMessage: "Oi", closeTicket: true }),
  });
  const events = await eventsOf(admin);
  expect(events.at(-3)).toMatchObject({
    payload: { action: "update", queue: { id, name: "Compras", greetingMessage: "Oi", closeTicket: true } },
  });
  expect(events.at(-2)).toMatchObject({ payload: { action: "update", user: { queues: [{ id, name: "Compras" }] } } });
});

test("a plain user reads queues and changes none", async () => {
  const admin = await someone();
  const { id } = await admin.call(queues.create, { body: form("Vendas", "#123456") });
  const user = await someone({ colleagueOf: admin });
  expect(await user.call(queues.list)).toHaveLength(1);
  expect(await user.call(queues.show, { params: { id } })).toMatchObject({ id });
  await expect(user.call(queues.remove, { params: { id } })).rejects.toMatchObject({ status: 403 });
  await expect((await someone()).call(queues.show, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

async function makeTicket(person: Person, queueId: number, status: string): Promise<number> {
  const connectionId = await makeConnection(person);
  return await withTenant({ companyId: person.companyId }, async (tx) => {
    const [contact] = await tx<{ id: number }[]>`insert into app.contacts (name) values ('Ana') returning id`;
    const [ticket] = await tx<{ id: number }[]>`
      insert into app.tickets (contact_id, connection_id, channel, queue_id, status) values (${
      contact!.id
    }, ${connectionId}, 'webchat', ${queueId}, ${status}) returning id`;
    return ticket!.id;
  });
}
function eventsOf(person: Person): Promise<readonly unknown[]> {
  return withTenant(
    { companyId: person.companyId },
    (tx) => tx`select name, audience, payload from app.events order by position`,
  );
}
