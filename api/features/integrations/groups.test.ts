// An integration in a group (docs/product/integrations.md#when).
import { expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { makeConnection, someone } from "../../core/testing/api.ts";
import { integrations } from "./contract.ts";
import { standIn } from "./testing.ts";
import { work } from "./turn/work.ts";

const service = standIn(() => Response.json({ output: "Olá, grupo" }));

/** A connection that opens tickets for groups, with an integration and a menu; Bia writes in a group. */
async function group(alsoGroups: boolean) {
  const admin = await someone();
  const { companyId } = admin;
  const line = await makeConnection(admin, "whatsapp");
  const body = { type: "webhook" as const, name: "Fluxo", urlN8N: `${service.url}/${companyId}` };
  const made = await admin.call(integrations.create, { body: { ...body, ...alsoGroups && { alsoGroups } } });
  await withTenant({ companyId }, (tx) =>
    tx`
      update app.connections set greeting = 'Menu', integration_id = ${made.id}, allow_groups = true, group_as_ticket = true where id = ${line}`);
  const says = (text: string) =>
    receive(companyId, line, {
      kind: "message",
      peer: { identities: [{ kind: "group", value: "120363000000000001" }], name: "Condomínio" },
      sender: { identities: [{ kind: "lid", value: "5001" }], name: "Bia" },
      externalId: crypto.randomUUID(),
      fromMe: false,
      content: { type: "text", text },
      at: Date.now(),
    });
  const ticket = () =>
    withTenant({ companyId }, async (tx) =>
      (await tx<{ id: number; isGroup: boolean; useIntegration: boolean }[]>`
        select id, is_group as "isGroup", use_integration as "useIntegration" from app.tickets`)[0]!);
  const said = () =>
    withTenant(
      { companyId },
      async (tx) =>
        (await tx<{ body: string }[]>`select body from app.messages where from_me order by id`).map((row) => row.body),
    );
  const asked = () => service.asked.filter(({ path }) => path === `/${companyId}`).length;
  return {
    admin,
    companyId,
    made,
    body,
    says,
    ticket,
    said,
    asked,
    turn: async () => work(companyId, { ticketId: (await ticket()).id }),
  };
}

test("an integration stays out of groups unless it is for them", async () => {
  const of = await group(false);
  expect(of.made.alsoGroups).toBe(false);
  await of.says("Oi");
  expect(await of.ticket()).toMatchObject({ isGroup: true, useIntegration: false });
  await of.turn();
  expect([of.asked(), await of.said()]).toEqual([0, []]);
});

test("an integration that is for groups answers in one, and no menu does", async () => {
  const of = await group(true);
  await of.says("Oi");
  await of.says("1");
  expect(await of.ticket()).toMatchObject({ isGroup: true, useIntegration: true });
  await of.turn();
  expect([of.asked(), await of.said()]).toEqual([1, ["Olá, grupo"]]);
});

test("a group goes to people when its integration is no longer for groups, also amid a turn that was asked for", async () => {
  const of = await group(true);
  await of.says("Oi");
  await of.admin.call(integrations.update, { params: { id: of.made.id }, body: { ...of.body, alsoGroups: false } });
  await of.turn();
  expect([of.asked(), await of.said()]).toEqual([0, []]);
  expect(await of.ticket()).toMatchObject({ useIntegration: false });
});
