// Which connections reach a contact, and which calls are refused when none does (docs/product/tickets.md#opening).
import { describe, expect, test } from "vitest";
import { makeConnection, makeQueue, type Person, someone } from "../../../core/testing/api.ts";
import { customerWrites } from "../../../core/testing/inbound.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { contacts } from "../../contacts/contract.ts";
import { messages } from "../../messages/contract.ts";
import { tickets } from "../contract.ts";

let numbers = 5511955550500;
const phoneContact = async (admin: Person) =>
  (await admin.call(contacts.create, { body: { name: "Rosa", number: String(numbers++) } })).id;
const lines = async (person: Person, contactId: number) =>
  (await person.call(tickets.lines, { params: { contactId } })).map(({ id }) => id);
const open = (person: Person, body: Record<string, unknown>) => person.call(tickets.create, { body: body as never });
const outOfReach = { code: "ERR_CONTACT_OUT_OF_REACH" };

describe("a conversation with somebody who never wrote", () => {
  test("begins over a connection that can begin, not over a default that cannot", async () => {
    const admin = await someone();
    const page = await makeConnection(admin, "webchat");
    const contactId = await phoneContact(admin);
    await expect(open(admin, { contactId })).rejects.toMatchObject(outOfReach);
    await expect(open(admin, { contactId, whatsappId: page })).rejects.toMatchObject(outOfReach);
    const phone = await makeConnection(admin, "whatsapp");
    expect(await lines(admin, contactId)).toEqual([phone]);
    expect(await open(admin, { contactId })).toMatchObject({ whatsappId: phone, status: "open" });
  });

  test("begins over the agent's own connection first, then over the default", async () => {
    const admin = await someone();
    const [first, own] = [await makeConnection(admin, "whatsapp"), await makeConnection(admin, "whatsapp")];
    const contactId = await phoneContact(admin);
    expect(await lines(admin, contactId)).toEqual([first, own]);
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.users set connection_id = ${own} where id = ${admin.userId}`,
    );
    expect(await lines(admin, contactId)).toEqual([own, first]);
  });

  test("does not begin over another page when the customer wrote to the first", async () => {
    const admin = await someone();
    const line = await makeConnection(admin, "facebook");
    const other = await makeConnection(admin, "facebook");
    const { contactId } = await customerWrites(admin, { connectionId: line });
    expect(await lines(admin, contactId)).toEqual([line]);
    await expect(open(admin, { contactId, whatsappId: other })).rejects.toMatchObject(outOfReach);
  });

  test("needs a queue when the company has any", async () => {
    const admin = await someone();
    await makeConnection(admin, "whatsapp");
    const queueId = await makeQueue(admin);
    const contactId = await phoneContact(admin);
    await expect(open(admin, { contactId })).rejects.toMatchObject({ code: "ERR_VALIDATION" });
    expect((await admin.call(tickets.list, { query: { showAll: "true", status: "open" } })).tickets).toEqual([]);
    expect(await open(admin, { contactId, queueId })).toMatchObject({ queueId });
  });
});

test("a conversation is refused when the company has no connection, or the connection named is another company's", async () => {
  const [admin, stranger] = [await someone(), await someone()];
  const contactId = await phoneContact(admin);
  await expect(open(admin, { contactId })).rejects.toMatchObject({ code: "ERR_NO_DEF_WAPP_FOUND" });
  await makeConnection(admin, "whatsapp");
  const theirs = await makeConnection(stranger, "whatsapp");
  await expect(open(admin, { contactId, whatsappId: theirs })).rejects.toMatchObject({ code: "ERR_NO_WAPP_FOUND" });
  await expect(lines(stranger, contactId)).rejects.toMatchObject({ code: "ERR_NO_CONTACT_FOUND" });
});

test("a ticket takes notes and no messages when its connection does not reach the contact", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "webchat");
  const contactId = await phoneContact(admin);
  const [ticket] = await withTenant({ companyId: admin.companyId }, (tx) =>
    tx<{ id: number }[]>`
      insert into app.tickets (contact_id, connection_id, channel, status, user_id)
      values (${contactId}, ${connectionId}, 'webchat', 'open', ${admin.userId}) returning id`);
  const say = (isPrivate: boolean) =>
    admin.call(messages.send, { params: { ticketId: ticket!.id }, body: { body: "Oi", isPrivate } });
  await expect(say(false)).rejects.toMatchObject(outOfReach);
  expect((await say(true)).messages).toMatchObject([{ isPrivate: true }]);
});
