// Groups: the connection decides whether they are tickets, each person's rights whether they see them (docs/product/tickets.md#states).
import { expect, test } from "vitest";
import type { MessageEvent } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { receive } from "../../channels/inbound/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { connections } from "../connections/contract.ts";
import { contacts } from "../contacts/contract.ts";
import { messages } from "../messages/contract.ts";
import { badges } from "../notifications/rules.ts";
import { tickets } from "./contract.ts";

async function office(as: { allowGroup?: boolean; groupAsTicket?: boolean } = {}) {
  const { allowGroup = true, groupAsTicket = false } = as;
  const admin = await someone();
  const { companyId } = admin;
  const line = await makeConnection(admin, "whatsapp");
  const queueId = await makeQueue(admin);
  await withTenant({ companyId }, async (tx) => {
    await tx`update app.connections set allow_groups = ${allowGroup}, group_as_ticket = ${groupAsTicket} where id = ${line}`;
    await tx`insert into app.connection_queues (connection_id, queue_id) values (${line}, ${queueId})`;
  });
  const says = async (text = "Bom dia, grupo", more: Partial<MessageEvent> = {}) => {
    await receive(companyId, line, {
      kind: "message",
      peer: { identities: [{ kind: "group", value: "120363000000000001" }], name: "Condomínio" },
      sender: { identities: [{ kind: "lid", value: "5001" }, { kind: "phone", value: "5511955550101" }], name: "Bia" },
      externalId: crypto.randomUUID(),
      fromMe: false,
      content: { type: "text", text },
      at: Date.now(),
      ...more,
    });
    const [row] = await withTenant(
      { companyId },
      (tx) => tx<{ id: number }[]>`select id from app.tickets order by id desc limit 1`,
    );
    return row?.id ?? 0;
  };
  const member = (flags: Record<string, boolean>) => someone({ colleagueOf: admin, queueIds: [queueId], flags });
  return { admin, companyId, line, queueId, says, member };
}
const seenBy = async (person: Person) =>
  (await person.call(tickets.list, { query: { statusFilter: JSON.stringify(["open", "pending", "group"]) } })).tickets;
const counts = (person: Person) => person.call(tickets.counts, { query: {} });

test("a group leaves no contact, ticket or event when groups are not allowed", async () => {
  const { admin, companyId, says } = await office({ allowGroup: false });
  expect(await says()).toBe(0);
  expect(await admin.call(contacts.list, { query: {} })).toMatchObject({ count: 0 });
  expect(await withTenant({ companyId }, (tx) => tx`select 1 from app.events where company_id = ${companyId}`)).toEqual(
    [],
  );
});

test("a group that is no ticket has its own tab, no age and no waiting round", async () => {
  const { admin, says, member } = await office();
  const id = await says();
  await says();
  const insider = await member({ allow_groups: true });
  expect(await seenBy(insider)).toMatchObject([{
    id,
    status: "group",
    isGroup: true,
    waitingSince: null,
    unreadMessages: 2,
    contact: { name: "Condomínio" },
  }]);
  expect(await counts(insider)).toMatchObject({ pending: { count: 0, unread: 0 }, group: { count: 1, unread: 2 } });
  expect(await counts(admin)).toMatchObject({ pending: { count: 0 } });
});

test("a person without groups neither sees nor counts nor hears them", async () => {
  const { companyId, says, member } = await office();
  const id = await says();
  const [outsider, insider] = [await member({}), await member({ allow_groups: true })];
  expect(await seenBy(outsider)).toEqual([]);
  expect(await counts(outsider)).toMatchObject({
    open: { count: 0 },
    pending: { count: 0 },
    group: { count: 0, unread: 0 },
  });
  await expect(outsider.call(messages.list, { params: { ticketId: id }, query: {} })).rejects.toMatchObject({
    status: 404,
  });
  const icon = await withTenant({ companyId }, (tx) => badges(tx, [outsider.userId, insider.userId]));
  expect([icon.get(outsider.userId), icon.get(insider.userId)]).toEqual([0, 1]);
  const told = await withTenant(
    { companyId },
    (tx) =>
      tx<
        { audience: string[] }[]
      >`select audience from app.events where company_id = ${companyId} and name ~ 'ticket|appMessage'`,
  );
  expect(told.length).toBeGreaterThan(1);
  for (const { audience } of told) {
    expect(audience.filter((key) => key !== "admin" && !key.startsWith("group"))).toEqual([]);
  }
});

test("a group counts as read for everybody when anybody reads it", async () => {
  const { says, member } = await office();
  const id = await says();
  const insider = await member({ allow_groups: true });
  await insider.call(messages.list, { params: { ticketId: id }, query: {} });
  expect(await counts(await member({ allow_groups: true }))).toMatchObject({ group: { count: 1, unread: 0 } });
});

test("a group waits like a customer when groups are tickets, and waits again when it is returned", async () => {
  const { says, member } = await office({ groupAsTicket: true });
  const id = await says();
  const insider = await member({ allow_groups: true });
  expect(await counts(insider)).toMatchObject({ pending: { count: 1, unread: 1 }, group: { count: 0 } });
  const put = (status: "open" | "pending") => insider.call(tickets.update, { params: { id }, body: { status } });
  expect(await put("open")).toMatchObject({ status: "open" });
  expect(await put("pending")).toMatchObject({ status: "pending", userId: null });
});

test("a group waits until it is accepted when somebody returns it or transfers it to a queue", async () => {
  const { admin, says, queueId } = await office();
  const id = await says();
  const put = (body: object) => admin.call(tickets.update, { params: { id }, body });
  expect(await put({ status: "pending" })).toMatchObject({ status: "pending", userId: null });
  expect(await put({ status: "open" })).toMatchObject({ status: "group", userId: admin.userId });
  expect(await put({ isTransfered: true, queueId, userId: null })).toMatchObject({ status: "pending", userId: null });
});

test("live groups move between the tabs when the connection's setting changes", async () => {
  const { admin, line, says, member } = await office();
  await says();
  const insider = await member({ allow_groups: true });
  const set = (groupAsTicket: "enabled" | "disabled") =>
    admin.call(connections.update, { params: { id: line }, body: { groupAsTicket } });
  await set("enabled");
  expect(await counts(insider)).toMatchObject({ pending: { count: 1 }, group: { count: 0 } });
  await set("disabled");
  expect(await counts(insider)).toMatchObject({ pending: { count: 0 }, group: { count: 1 } });
});

test("a conversation that an agent begins with a group is a group's ticket", async () => {
  const { admin, says, member } = await office();
  const id = await says();
  const outsider = await member({});
  const [ticket] = await seenBy(admin);
  await admin.call(tickets.update, { params: { id }, body: { status: "closed", sendFarewellMessage: false } });
  const begun = await admin.call(tickets.create, { body: { contactId: ticket!.contactId, status: "open" } });
  expect(begun).toMatchObject({ status: "group", isGroup: true, userId: null });
  expect((await seenBy(outsider)).map((one) => one.id)).not.toContain(begun.id);
});

test("a group message names its author by the contact's name, else by the author's own; a hidden id is no number", async () => {
  const { admin, says, member } = await office();
  const id = await says("com número");
  await says("sem número", { sender: { identities: [{ kind: "lid", value: "5002" }], name: "Caio" } });
  await says("de ninguém", { sender: { identities: [{ kind: "lid", value: "5003" }] } });
  await admin.call(contacts.create, { body: { name: "Beatriz (401)", number: "5511955550101" } });
  await says("com nome");
  const { messages: said } = await admin.call(messages.list, { params: { ticketId: id }, query: {} });
  expect(said.map(({ participant }) => participant)).toEqual([
    { name: "Bia", number: "5511955550101" },
    { name: "Caio", number: "" },
    { name: "", number: "" },
    { name: "Beatriz (401)", number: "5511955550101" },
  ]);
  await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`insert into app.settings (key, value) values ('enableLGPD', 'enabled'), ('lgpdHideNumber', 'enabled')`,
  );
  const masked = await (await member({ allow_groups: true })).call(messages.list, {
    params: { ticketId: id },
    query: {},
  });
  expect(masked.messages[0]!.participant).toEqual({ name: "Bia", number: "5511*******01" });
});

test("a person without groups opens none", async () => {
  const { admin, says, member } = await office();
  await says();
  const [group] = (await admin.call(contacts.list, { query: { isGroup: "true" } })).contacts;
  const outsider = await member({ allow_groups: false });
  await expect(outsider.call(tickets.create, { body: { contactId: group!.id } })).rejects.toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
});
