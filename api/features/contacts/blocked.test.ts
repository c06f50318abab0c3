import { expect, test } from "vitest";
import { receive } from "../../channels/inbound/inbound.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { messages } from "../messages/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { contacts } from "./contract.ts";

async function line(by: Person) {
  const connectionId = await makeConnection(by, "webchat");
  return (text: string, more: { fromMe?: boolean; number?: string } = {}) =>
    receive(by.companyId, connectionId, {
      kind: "message",
      peer: { identities: [{ kind: "phone", value: more.number ?? "5511988887777" }], name: "Ana" },
      externalId: crypto.randomUUID(),
      fromMe: more.fromMe ?? false,
      content: { type: "text", text },
      at: Date.now(),
    });
}
const waiting = async (by: Person) =>
  (await by.call(tickets.list, { query: { status: "pending", showAll: "true" } })).tickets;

test("a blocked contact's message opens no ticket and is not stored; messages come in again after unblocking", async () => {
  const admin = await someone();
  const says = await line(admin);
  await says("Oi");
  const [ticket] = await waiting(admin);
  const id = ticket!.contactId;
  const user = await someone({ colleagueOf: admin });
  expect(await user.call(contacts.block, { params: { id }, body: { active: false } })).toMatchObject({ active: false });
  await admin.call(tickets.update, {
    params: { id: ticket!.id },
    body: { status: "closed", sendFarewellMessage: false },
  });
  await says("Ainda aí?");
  await says("Outra pessoa", { number: "5511977776666" });
  expect((await waiting(admin)).map(({ lastMessage }) => lastMessage)).toEqual(["Outra pessoa"]);
  await user.call(contacts.block, { params: { id }, body: { active: true } });
  await says("E agora?");
  expect((await waiting(admin)).map(({ lastMessage }) => lastMessage).sort()).toEqual(["E agora?", "Outra pessoa"]);
  const said = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx<{ body: string }[]>`select body from app.messages where contact_id = ${id} order by id`,
  );
  expect(said.map(({ body }) => body)).toEqual(["Oi", "E agora?"]);
});

test("a message from the company's phone to a blocked contact stays in the conversation", async () => {
  const admin = await someone();
  const says = await line(admin);
  await says("Oi");
  const [ticket] = await waiting(admin);
  await admin.call(contacts.block, { params: { id: ticket!.contactId }, body: { active: false } });
  await says("Não escreva mais", { fromMe: true });
  const page = await admin.call(messages.list, { params: { ticketId: ticket!.id }, query: {} });
  expect(page.messages.map(({ body }) => body)).toEqual(["Oi", "Não escreva mais"]);
});

test("the switches of a contact toggle, and every agent's app hears of it", async () => {
  const user = await someone({ profile: "user" });
  const { id } = await user.call(contacts.create, { body: { name: "Ana", disableBot: true } });
  expect(await user.call(contacts.toggleDisableBot, { params: { id } })).toMatchObject({ disableBot: false });
  expect(await user.call(contacts.toggleAcceptAudio, { params: { id } })).toMatchObject({ acceptAudioMessage: false });
  expect(await user.call(contacts.update, { params: { id }, body: { acceptAudioMessage: true } })).toMatchObject({
    acceptAudioMessage: true,
    disableBot: false,
  });
  const told = await asPlatform((tx) =>
    tx<{ payload: { action: string } }[]>`
      select payload from app.events where company_id = ${user.companyId} and name like '%-contact' order by position`
  );
  expect(told.map(({ payload }) => payload.action)).toEqual(["create", "update", "update", "update"]);
  await expect(user.call(contacts.block, { params: { id: 1 }, body: { active: false } })).rejects.toMatchObject({
    code: "ERR_NO_CONTACT_FOUND",
  });
});

test("a contact's tags are those of its form; an admin adds a tag to many contacts at once", async () => {
  const admin = await someone();
  const [vip, fair, lane] = await withTenant({ companyId: admin.companyId }, (tx) =>
    tx<{ id: number }[]>`
      insert into app.tags (name, color, kanban, board_id) values ('VIP', '#112233', false, null), ('Feira', '#223344', false, null),
        ('Etapa', '#334455', true, (select min(id) from app.boards where company_id = app.company_id())) returning id`);
  const one = await admin.call(contacts.create, { body: { name: "Ana", tags: [vip!.id] } });
  expect(one.tags).toMatchObject([{ name: "VIP" }]);
  expect((await admin.call(contacts.update, { params: { id: one.id }, body: { tags: [fair!.id] } })).tags)
    .toMatchObject([{ name: "Feira" }]);
  const two = await admin.call(contacts.create, { body: { name: "Bia" } });
  const many = { body: { contacts: [one.id, two.id], tags: [vip!.id] } };
  await admin.call(contacts.tagMany, many);
  const found = await admin.call(contacts.list, { query: { contactTag: `[${vip!.id}]` } });
  expect(found.contacts.map(({ name }) => name)).toEqual(["Ana", "Bia"]);
  await expect((await someone({ colleagueOf: admin })).call(contacts.tagMany, many)).rejects.toMatchObject({
    status: 403,
  });
  // A lane of the board is no tag of a contact.
  await expect(admin.call(contacts.update, { params: { id: one.id }, body: { tags: [lane!.id] } })).rejects
    .toMatchObject({ code: "ERR_NO_TAG_FOUND" });
});
