import { expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { withTenant } from "../../../db/tenant.ts";
import { contacts } from "../contacts/contract.ts";
import { suppressed } from "./actions.ts";
import { optOuts } from "./contract.ts";

const inCompany = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);
const held = (person: Person, who: string | number) => inCompany(person, (tx) => suppressed(tx, who));
const listed = async (person: Person, searchParam = "") =>
  (await person.call(optOuts.list, { query: { searchParam } })).records;

/** A customer to whom we have just sent a message of this class (0: an answer, 2: a campaign). */
async function written(sendClass: number, hoursAgo = 0) {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { contactId, ticketId } = await customerWrites(admin, { connectionId, from: "ana" });
  await inCompany(admin, (tx) =>
    tx`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, body, kind, from_me, status, read, send_class, sent_at)
    values (${admin.companyId}, ${ticketId}, ${contactId}, ${connectionId}, 'Promoção!', 'chat', true, 'sent', true, ${sendClass},
      now() - make_interval(hours => ${hoursAgo}))`);
  await inCompany(admin, (tx) => tx`update app.messages set sent_at = now() - interval '100 hours' where not from_me`);
  return { admin, contactId, says: (text: string) => customerWrites(admin, { connectionId, from: "ana", text }) };
}

test("a number on the list is held back however it is written, also when its contact comes later or is deleted", async () => {
  const admin = await someone();
  const record = await admin.call(optOuts.add, { body: { number: "+55 (11) 8765-4321", said: " Pediu à Zoé " } });
  expect(record).toMatchObject({
    number: "5511987654321",
    name: "",
    contactId: null,
    why: "hand",
    said: "Pediu à Zoé",
  });
  expect(await held(admin, "5511987654321")).toBe("optedOut");
  expect(await held(admin, "551187654321")).toBe("optedOut");
  expect(await held(admin, "5511987654322")).toBeNull();
  const { id } = await admin.call(contacts.create, { body: { name: "Ana", number: "5511987654321" } });
  expect(await held(admin, id)).toBe("optedOut");
  await admin.call(contacts.remove, { params: { id } });
  expect(await held(admin, "5511987654321")).toBe("optedOut");
  expect(await admin.call(optOuts.add, { body: { number: "5511987654321" } })).toMatchObject({ id: record.id });
});

test("somebody taken off the list gets messages again, whichever of their rows was chosen", async () => {
  const admin = await someone();
  await admin.call(optOuts.add, { body: { number: "5511987654321" } });
  const { id } = await admin.call(contacts.create, { body: { name: "Ana", number: "5511987654321" } });
  const [row] = await listed(admin, "98765");
  await admin.call(optOuts.remove, { params: { id: row!.id } });
  expect(await held(admin, id)).toBeNull();
  await expect(admin.call(optOuts.remove, { params: { id: row!.id } })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_RECORD_FOUND",
  });
});

test("a blocked contact gets nothing automated either", async () => {
  const admin = await someone();
  const { id } = await admin.call(contacts.create, { body: { name: "Ana", number: "5511987654321" } });
  await admin.call(contacts.block, { params: { id }, body: { active: false } });
  expect(await held(admin, id)).toBe("blocked");
});

test("letters for a number, nothing at all and another company's contact are refused", async () => {
  const admin = await someone();
  for (const body of [{ number: "letras" }, {}, { number: "" }]) {
    await expect(admin.call(optOuts.add, { body })).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  }
  const other = await someone();
  const { id } = await other.call(contacts.create, { body: { name: "Ana", number: "5511987654321" } });
  await expect(admin.call(optOuts.add, { body: { contactId: id } })).rejects.toMatchObject({ status: 404 });
});

test("a word that answers a campaign puts the customer on the list", async () => {
  const { admin, contactId, says } = await written(2, 71);
  await says("Sair, por favor 🙏");
  expect(await held(admin, contactId)).toBe("optedOut");
  expect(await listed(admin)).toMatchObject([{ contactId, why: "word", said: "Sair, por favor 🙏" }]);
});

test("the same word means nothing when it answers something else, or comes after three days", async () => {
  for (const [sendClass, hoursAgo] of [[0, 0], [1, 0], [2, 73]] as const) {
    const { admin, contactId, says } = await written(sendClass, hoursAgo);
    await says("SAIR");
    expect(await held(admin, contactId)).toBeNull();
  }
});

test("a word answers a campaign that left last, however long its message had waited and whoever wrote meanwhile", async () => {
  const { admin, contactId, says } = await written(2, 100);
  await inCompany(admin, async (tx) => {
    await tx`update app.messages set tried_since = now() - interval '1 hour' where send_class = 2`;
    await tx`
      insert into app.messages (ticket_id, contact_id, connection_id, body, from_me, status, sent_at)
      select ticket_id, contact_id, connection_id, 'Já respondo', true, 'sent', now() - interval '2 hours'
      from app.messages where send_class = 2`;
  });
  await says("SAIR");
  expect(await held(admin, contactId)).toBe("optedOut");
});

test("the words are the company's to choose, and an empty list brings the first ones back", async () => {
  const { admin, contactId, says } = await written(2);
  expect(await admin.call(optOuts.setWords, { body: { words: ["Chega", "Chega"] } })).toEqual({ words: ["Chega"] });
  await says("sair");
  expect(await held(admin, contactId)).toBeNull();
  await says("chega");
  expect(await held(admin, contactId)).toBe("optedOut");
  expect((await admin.call(optOuts.setWords, { body: { words: [] } })).words).toContain("SAIR");
});

test("contacts that are merged stay on the list", async () => {
  const { admin, contactId, says } = await written(2);
  await says("SAIR");
  const { id } = await admin.call(contacts.create, { body: { name: "Ana de novo", number: "5511987654321" } });
  await admin.call(contacts.merge, { params: { id }, body: { contactId } });
  expect(await held(admin, id)).toBe("optedOut");
});
