import { expect, test } from "vitest";
import type { ProviderTemplate } from "../../../channels/sdk/mod.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { makeConnection, someone, testApp } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { fakeChannel, openSession } from "../../core/testing/session.ts";
import { messages } from "../messages/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { templates as calls } from "./contract.ts";
import { work } from "./read.ts";

const approved: ProviderTemplate = {
  ...{ name: "pedido", language: "pt_BR", category: "UTILITY", status: "APPROVED" },
  components: [{ type: "BODY", text: "Olá {{1}}, o pedido {{2}} saiu." }, { type: "FOOTER", text: "Padaria" }],
};
let told: ProviderTemplate[] = [];
const plugins = new Map([
  [
    "cloud",
    fakeChannel("cloud", { replyWindow: { hours: 24 }, templates: true } as never, {
      templates: () => Promise.resolve(told),
    }),
  ],
  ["plain", fakeChannel("plain")],
]);
await testApp(plugins);

/** A customer who wrote two days ago; their ticket is open. */
async function office() {
  const admin = await someone();
  const whatsappId = await makeConnection(admin, "cloud");
  const { ticketId } = await customerWrites(admin, {
    ...{ connectionId: whatsappId, kind: "phone", from: "5511988887777", at: Date.now() - 48 * 3_600_000 },
  });
  await admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open" } });
  const within = <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId: admin.companyId }, work);
  const has = (...list: ProviderTemplate[]) =>
    within(async (tx) => {
      for (const one of list) {
        await tx`insert into app.message_templates (connection_id, name, language, category, status, components)
          values (${whatsappId}, ${one.name}, ${one.language}, ${one.category}, ${one.status}, ${
          JSON.stringify(one.components)
        }::text::jsonb)`;
      }
      return (await admin.call(calls.list, { query: { whatsappId } })).templates;
    });
  const list = async () => (await admin.call(calls.list, { query: { whatsappId } })).templates;
  const send = (template: { id: number; values?: Record<string, string> }) =>
    admin.call(messages.send, { params: { ticketId }, body: { template } });
  return { admin, whatsappId, ticketId, within, has, list, send };
}

test("the list is what the provider has when it is read: new ones come, others go, and ids stay", async () => {
  const of = await office();
  const line = await openSession(of.admin, of.whatsappId, plugins.get("cloud")!);
  const sync = () => of.admin.call(calls.sync, { body: { whatsappId: of.whatsappId } });
  told = [approved, { ...approved, name: "antigo" }, { ...approved, language: "en" }];
  const first = await sync();
  expect(first.templates.map(({ name, language }) => `${name} ${language}`)).toEqual([
    "antigo pt_BR",
    "pedido en",
    "pedido pt_BR",
  ]);
  told = [{ ...approved, status: "PAUSED" }, approved, { ...approved, name: "ção" }];
  const second = await sync();
  expect(second.templates.map(({ name }) => name)).toEqual(["ção", "pedido"]);
  const id = (all: typeof first.templates) =>
    all.find(({ name, language }) => name === "pedido" && language === "pt_BR")!.id;
  expect(id(second.templates)).toBe(id(first.templates));
  told = [];
  expect((await sync()).templates).toEqual([]);
  await line.close();
});

test("an approved text is sent when the reply window is closed, as the customer reads it", async () => {
  const of = await office();
  await of.has(approved);
  const { id, sendable } = (await of.list())[0]!;
  expect(sendable).toBe(true);
  await expect(of.admin.call(messages.send, { params: { ticketId: of.ticketId }, body: { body: "oi" } })).rejects
    .toMatchObject({ code: "ERR_REPLY_WINDOW_CLOSED" });
  const sent = await of.send({ id, values: { "body.1": "Ção", "body.2": "{{1}}" } });
  expect(sent.messages).toMatchObject([{ body: "Olá Ção, o pedido {{1}} saiu.\n\nPadaria", status: "waiting" }]);
  const [row] = await of.within((tx) => tx<{ data: unknown }[]>`select data from app.messages where from_me`);
  expect(row!.data).toEqual({
    template: {
      ...{ name: "pedido", language: "pt_BR" },
      components: [{ type: "body", parameters: [{ type: "text", text: "Ção" }, { type: "text", text: "{{1}}" }] }],
    },
  });
});

test("a text with a place left empty is refused by that place, and nothing is sent", async () => {
  const of = await office();
  await of.has(approved);
  const { id } = (await of.list())[0]!;
  await expect(of.send({ id, values: { "body.1": "Ana", "body.2": "  " } })).rejects.toMatchObject({
    status: 400,
    body: { details: [{ path: "body.template.body.2", message: "required" }] },
  });
  expect(await of.within((tx) => tx`select 1 from app.messages where from_me`)).toHaveLength(0);
});

test.each(["PAUSED", "PENDING", "REJECTED", "DISABLED"])("a text that is %s is refused", async (status) => {
  const of = await office();
  await of.has({ ...approved, status });
  const { id, sendable } = (await of.list())[0]!;
  expect(sendable).toBe(false);
  await expect(of.send({ id, values: { "body.1": "a", "body.2": "b" } })).rejects.toMatchObject({
    code: "ERR_TEMPLATE_REFUSED",
  });
});

test("a text of another connection or company is not found, and a channel without them says so", async () => {
  const [of, other] = [await office(), await office()];
  await other.has(approved);
  const { id } = (await other.list())[0]!;
  await expect(of.send({ id })).rejects.toMatchObject({ status: 404 });
  await expect(of.admin.call(calls.list, { query: { whatsappId: other.whatsappId } })).rejects.toMatchObject({
    status: 404,
  });
  const plain = await makeConnection(of.admin, "plain");
  await expect(of.admin.call(calls.sync, { body: { whatsappId: plain } })).rejects.toMatchObject({
    code: "ERR_NOT_SUPPORTED_BY_CHANNEL",
  });
});

test("a notice about a text has the connection's texts read again, and other notices have not", async () => {
  const of = await office();
  const line = await openSession(of.admin, of.whatsappId, plugins.get("cloud")!);
  told = [{ ...approved, status: "PAUSED" }];
  await of.has(approved);
  const jobs = () =>
    asPlatform((tx) =>
      tx<{ connectionId: number }[]>`
        select (j.payload -> 'data' ->> 'connectionId')::int as "connectionId" from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where (j.payload ->> 'companyId')::bigint = ${of.admin.companyId} and t.identifier = 'templates.read'`
    );
  const notice = (what: string) =>
    line.host.receive({ kind: "notice", at: Date.now(), what, detail: "pedido · PAUSED" });
  await notice("account_update");
  expect(await jobs()).toHaveLength(0);
  await notice("message_template_status_update");
  await notice("message_template_quality_update");
  const [job, second] = await jobs();
  expect(second).toBeUndefined();
  await work(of.admin.companyId, job!);
  expect((await of.list()).map(({ status, sendable }) => [status, sendable])).toEqual([["PAUSED", false]]);
  await line.close();
});
