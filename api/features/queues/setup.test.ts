import { expect, test } from "vitest";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { connections } from "../connections/contract.ts";
import { users } from "../users/contract.ts";
import { queues } from "./contract.ts";

const form = (other: object = {}) => ({ name: "Vendas", color: "#16a34a", greetingMessage: "Olá", ...other });
const queuesOf = async (admin: Person, id: number) =>
  (await admin.call(users.show, { params: { id } })).queues.map(({ id }) => id);
const offeredBy = async (admin: Person, id: number) =>
  (await admin.call(connections.show, { params: { id } })).queues.map(({ id }) => id)
    .toSorted();
const code = (value: string) => ({ code: value });

test("a queue is made with its people and connections in one call, and answers them", async () => {
  const admin = await someone();
  const [colleague, line] = [await someone({ colleagueOf: admin }), await makeConnection(admin)];
  const made = await admin.call(queues.create, {
    body: form({ userIds: [colleague.userId, admin.userId, admin.userId], whatsapps: [{ id: line }] }),
  });
  expect(made.userIds.toSorted()).toEqual([admin.userId, colleague.userId].toSorted());
  expect(made.whatsappIds).toEqual([line]);
  expect(await queuesOf(admin, colleague.userId)).toEqual([made.id]);
  expect(await offeredBy(admin, line)).toEqual([made.id]);
  expect(await admin.call(queues.show, { params: { id: made.id } })).toEqual(made);
});

test("a change moves who is named and leaves alone what it does not name", async () => {
  const admin = await someone();
  const [ana, bia, line] = [
    await someone({ colleagueOf: admin }),
    await someone({ colleagueOf: admin }),
    await makeConnection(admin),
  ];
  const { id } = await admin.call(queues.create, { body: form({ userIds: [ana.userId], whatsapps: [{ id: line }] }) });
  const renamed = await admin.call(queues.update, { params: { id }, body: { name: "Balcão" } });
  expect(renamed).toMatchObject({ userIds: [ana.userId], whatsappIds: [line] });
  const moved = await admin.call(queues.update, { params: { id }, body: { userIds: [bia.userId], whatsapps: [] } });
  expect(moved).toMatchObject({ userIds: [bia.userId], whatsappIds: [] });
  expect([await queuesOf(admin, ana.userId), await queuesOf(admin, bia.userId)]).toEqual([[], [id]]);
});

test("a connection with a second queue needs a greeting, which the queue's form may bring", async () => {
  const admin = await someone();
  const line = await makeConnection(admin);
  const first = await makeQueue(admin);
  await withTenant(
    admin,
    (tx) => tx`insert into app.connection_queues (connection_id, queue_id) values (${line}, ${first})`,
  );
  const make = (greetingMessage?: string) =>
    admin.call(queues.create, { body: form({ userIds: [admin.userId], whatsapps: [{ id: line, greetingMessage }] }) });
  await expect(make()).rejects.toMatchObject(code("ERR_WAPP_GREETING_REQUIRED"));
  await expect(make("  \n")).rejects.toMatchObject(code("ERR_WAPP_GREETING_REQUIRED"));
  expect(await admin.call(queues.list)).toHaveLength(1);
  const { id } = await make("Olá! Com quem quer falar?");
  expect(await offeredBy(admin, line)).toEqual([first, id].toSorted());
  const [row] = await withTenant(admin, (tx) => tx`select greeting from app.connections where id = ${line}`);
  expect(row!.greeting).toBe("Olá! Com quem quer falar?");
});

test("nothing of a queue is made when one of its people or connections is another company's", async () => {
  const [admin, other] = [await someone(), await someone()];
  const [own, foreign] = [await makeConnection(admin), await makeConnection(other)];
  const make = (body: object) => admin.call(queues.create, { body: form(body) });
  await expect(make({ userIds: [admin.userId, other.userId] })).rejects.toMatchObject(code("ERR_NO_USER_FOUND"));
  await expect(make({ userIds: [admin.userId], whatsapps: [{ id: own }, { id: foreign }] })).rejects
    .toMatchObject(code("ERR_NO_WAPP_FOUND"));
  expect(await admin.call(queues.list)).toEqual([]);
  expect(await queuesOf(admin, admin.userId)).toEqual([]);
});

test("an admin who is no operator moves no operator in or out of a queue", async () => {
  const boss = await someone({ super: true });
  const admin = await someone({ colleagueOf: boss, profile: "admin" });
  await expect(admin.call(queues.create, { body: form({ userIds: [boss.userId] }) })).rejects
    .toMatchObject(code("ERR_NO_PERMISSION"));
  expect(await admin.call(queues.create, { body: form({ userIds: [admin.userId] }) })).toMatchObject({
    userIds: [admin.userId],
  });
});
