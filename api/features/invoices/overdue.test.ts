import { beforeEach, expect, test } from "vitest";
import { acquire, renew } from "../../channels/lines/leases.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { companies } from "../companies/contract.ts";
import { connections } from "../connections/contract.ts";
import { settings } from "../settings/contract.ts";
import { users } from "../users/contract.ts";
import { invoices } from "./contract.ts";
import { suspend } from "./daily.ts";

await ownDatabase();
const boss = await someone({ super: true, dueAt: null });
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const CHANNEL = "facebook";
/** An admin of a company with a connection that wants a session. */
async function customer(dueAt: Date): Promise<Person> {
  const person = await someone({ dueAt });
  const id = await makeConnection(person, CHANNEL);
  await asPlatform((tx) => tx`update app.connections set wanted = true where id = ${id}`);
  await asPlatform((tx) =>
    tx`update app.plans p set amount = 10 from app.companies c where c.plan_id = p.id and c.id = ${person.companyId}`
  );
  return person;
}
const PROCESS = crypto.randomUUID();
/** Companies whose sessions this process has after one more turn. */
async function served(): Promise<number[]> {
  await acquire(PROCESS, [CHANNEL], 100, 60);
  return (await renew(PROCESS, 60)).map(({ companyId }) => companyId);
}
beforeEach(() => boss.call(settings.updatePlatform, { params: { key: "suspendDays" }, body: { value: "3" } }));

test("who has not paid for three days loses its sessions, and has them again with the payment", async () => {
  const [paying, late, over] = [await customer(days(1)), await customer(days(-2)), await customer(days(-4))];
  const all = [paying, late, over].map(({ companyId }) => companyId);
  expect(await served()).toEqual(expect.arrayContaining(all));
  await suspend();
  const still = await served();
  expect(all.map((id) => still.includes(id))).toEqual([true, true, false]);
  const { invoiceId } = await over.call(invoices.subscribe, { body: {} });
  await boss.call(invoices.markPaid, { params: { id: invoiceId } });
  await asPlatform((tx) =>
    tx`update app.leases set expires_at = now() - interval '1 second' where company_id = ${over.companyId}`
  );
  expect(await served()).toContain(over.companyId);
  await suspend();
  expect(await served()).toContain(over.companyId);
});

test("a due date that the operator moves, or more days for all, give the sessions back too", async () => {
  const [moved, waited] = [await customer(days(-5)), await customer(days(-6))];
  await suspend();
  const isCut = async ({ companyId }: Person) =>
    (await asPlatform((tx) =>
      tx<{ cut: boolean }[]>`select suspended_at is not null as cut from app.companies where id = ${companyId}`
    ))[0]!.cut;
  expect([await isCut(moved), await isCut(waited)]).toEqual([true, true]);
  await boss.call(companies.update, { params: { id: moved.companyId }, body: { dueDate: days(30).toISOString() } });
  expect(await isCut(moved)).toBe(false);
  await boss.call(settings.updatePlatform, { params: { key: "suspendDays" }, body: { value: "30" } });
  await suspend();
  expect(await isCut(waited)).toBe(false);
});

test("a company's own numbers take the place of its plan's", async () => {
  const ana = await customer(days(10));
  await asPlatform((tx) => tx`update app.companies set seats = 1, lines = 1 where id = ${ana.companyId}`);
  const body = { name: "Bia", email: `${crypto.randomUUID()}@test.local`, password: "senha da bia 22" };
  await expect(ana.call(users.create, { body })).rejects.toMatchObject({ code: "ERR_PLAN_LIMIT" });
  const line = { channel: "whatsapp", name: "Outra" };
  await expect(ana.call(connections.create, { body: line as never })).rejects.toMatchObject({ code: "ERR_PLAN_LIMIT" });
  await asPlatform((tx) => tx`update app.companies set seats = 2, lines = 2 where id = ${ana.companyId}`);
  expect(await ana.call(users.create, { body })).toMatchObject({ name: "Bia" });
});

test("a day that a short month hid comes back, and another due date is another agreement", async () => {
  const ana = await customer(new Date("2031-01-31T15:00:00Z"));
  const pay = async () => {
    const { invoiceId } = await ana.call(invoices.subscribe, { body: {} });
    await boss.call(invoices.markPaid, { params: { id: invoiceId } });
    const [row] = await asPlatform((tx) =>
      tx<{ due: Date }[]>`select due_at as due from app.companies where id = ${ana.companyId}`
    );
    return row!.due.toISOString().slice(0, 10);
  };
  expect([await pay(), await pay(), await pay()]).toEqual(["2031-02-28", "2031-03-31", "2031-04-30"]);
  await boss.call(companies.update, { params: { id: ana.companyId }, body: { dueDate: "2031-05-10" } });
  expect([await pay(), await pay()]).toEqual(["2031-06-10", "2031-07-10"]);
});
