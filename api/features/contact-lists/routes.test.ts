import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { contacts } from "../contacts/contract.ts";
import { tags } from "../tags/contract.ts";
import { contactLists, listItems } from "./contract.ts";

const make = (by: Person, name = "Clientes de São João") => by.call(contactLists.create, { body: { name } });
const put = (by: Person, contactListId: number, name: string, number: string, email = "") =>
  by.call(listItems.create, { body: { contactListId, name, number, email } });
const names = async (by: Person, contactListId: number, query: object = {}) =>
  (await by.call(listItems.list, { query: { contactListId, ...query } })).contacts.map(({ name }) => name);
const countOf = async (by: Person, id: number) => (await by.call(contactLists.show, { params: { id } })).contactsCount;
const noneFound = { status: 404, code: "ERR_NO_RECORD_FOUND" };

test("lists are made, renamed, searched without accents, listed by name and deleted", async () => {
  const admin = await someone();
  const { id } = await make(admin, "Zuleica");
  await make(admin, "Ângela");
  await admin.call(contactLists.update, { params: { id }, body: { name: "Álvaro" } });
  const found = async (searchParam = "") =>
    (await admin.call(contactLists.list, { query: { searchParam } })).records.map(({ name }) => name);
  expect(await found()).toEqual(["Álvaro", "Ângela"]);
  expect(await found("ANGE")).toEqual(["Ângela"]);
  expect((await admin.call(contactLists.all)).map(({ name }) => name)).toEqual(["Álvaro", "Ângela"]);
  await admin.call(contactLists.remove, { params: { id } });
  expect(await found()).toEqual(["Ângela"]);
  await expect(make(admin, " x ")).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  await expect(make(admin, "x".repeat(51))).rejects.toMatchObject({ status: 400 });
});

test("a number is on a list once however it is written, and the count follows", async () => {
  const admin = await someone();
  const { id } = await make(admin);
  const item = await put(admin, id, "José", "+55 (11) 8765-4321", "jose@x.test");
  expect(item).toMatchObject({ number: "5511987654321", isWhatsappValid: null, contactListId: id });
  for (const spelling of ["5511987654321", "55 11 98765 4321", "+551187654321", "55(11)98765.4321"]) {
    await expect(put(admin, id, "Outro", spelling)).rejects.toMatchObject({
      status: 409,
      code: "ERR_DUPLICATED_CONTACT",
    });
  }
  for (const number of ["letras!!", "123", "12345678901234567890"]) {
    await expect(put(admin, id, "Outro", number)).rejects.toMatchObject({ status: 400 });
  }
  await expect(put(admin, id, "Outro", "5511987654322", "a@b\r\nBcc: c@d")).rejects.toMatchObject({ status: 400 });
  expect(await countOf(admin, id)).toBe(1);
  await admin.call(listItems.remove, { params: { id: item.id } });
  expect(await countOf(admin, id)).toBe(0);
});

test("a changed number forgets what the provider said of the old one, and cannot become another person's", async () => {
  const admin = await someone();
  const { id } = await make(admin);
  const item = await put(admin, id, "José", "5511987654321");
  await put(admin, id, "Bia", "5511987654322");
  await withTenant({ companyId: admin.companyId }, (tx) => tx`update app.contact_list_items set valid = true`);
  const change = (body: object) =>
    admin.call(listItems.update, { params: { id: item.id }, body: { name: "José", number: "5511987654321", ...body } });
  expect(await change({ name: "Zé" })).toMatchObject({ name: "Zé", isWhatsappValid: true });
  expect(await change({ number: "5511987654323" })).toMatchObject({ isWhatsappValid: null });
  await expect(change({ number: "5511987654322" })).rejects.toMatchObject({ code: "ERR_DUPLICATED_CONTACT" });
});

test("pages behind a place skip nobody while others are added and taken off, and a foreign place is refused", async () => {
  const admin = await someone();
  const { id } = await make(admin);
  for (let n = 10; n < 35; n++) await put(admin, id, `Nome ${n}`, `55119876543${n}`);
  const first = await admin.call(listItems.list, { query: { contactListId: id } });
  expect(first).toMatchObject({ hasMore: true, count: 25 });
  await admin.call(listItems.remove, { params: { id: first.contacts[0]!.id } });
  await put(admin, id, "Antes de todos", "5511987654399");
  expect(await names(admin, id, { after: first.next })).toEqual([
    "Nome 30",
    "Nome 31",
    "Nome 32",
    "Nome 33",
    "Nome 34",
  ]);
  expect(await names(admin, id, { searchParam: "NOME 3" })).toHaveLength(5);
  await expect(admin.call(listItems.list, { query: { contactListId: id, after: "x" } })).rejects.toMatchObject({
    status: 400,
    code: "ERR_BAD_CURSOR",
  });
});

test("a tag fills a list with its contacts that have a number, and leaves who is there as they are", async () => {
  const admin = await someone();
  const { id } = await make(admin);
  await put(admin, id, "Já aqui", "5511987654321");
  const tag = await admin.call(tags.create, { body: { name: "VIP" } });
  await admin.call(contacts.create, { body: { name: "Ana", number: "5511987654321", tags: [tag.id] } });
  await admin.call(contacts.create, { body: { name: "Bia", number: "5511987654322", tags: [tag.id] } });
  await admin.call(contacts.create, { body: { name: "Sem número", tags: [tag.id] } });
  await admin.call(contacts.create, { body: { name: "Sem etiqueta", number: "5511987654323" } });
  expect(await admin.call(contactLists.fromTag, { params: { id }, body: { tagId: tag.id } })).toMatchObject({
    created: 1,
    list: { contactsCount: 2 },
  });
  expect(await names(admin, id)).toEqual(["Bia", "Já aqui"]);
});

test("a filter of contacts fills a list with whom it finds, and another company's tag is not found", async () => {
  const admin = await someone();
  const { id } = await make(admin);
  const tag = await admin.call(tags.create, { body: { name: "VIP" } });
  await admin.call(contacts.create, { body: { name: "José Ávila", number: "5511987654321", tags: [tag.id] } });
  await admin.call(contacts.create, { body: { name: "jose braga", number: "5511987654322" } });
  await admin.call(contacts.create, { body: { name: "José sem número" } });
  await admin.call(contacts.create, { body: { name: "Ana", number: "5511987654323", tags: [tag.id] } });
  const fill = (body: object) => admin.call(contactLists.fromContacts, { params: { id }, body });
  expect(await fill({ searchParam: " JOSE ", contactTag: [tag.id] })).toMatchObject({ created: 1 });
  expect(await fill({ searchParam: "josé" })).toMatchObject({ created: 1, list: { contactsCount: 2 } });
  expect(await fill({ channel: "instagram" })).toMatchObject({ created: 0 });
  expect(await fill({})).toMatchObject({ created: 1, list: { contactsCount: 3 } });
  expect(await names(admin, id)).toEqual(["Ana", "José Ávila", "jose braga"]);
  const foreign = await (await someone()).call(tags.create, { body: { name: "VIP" } });
  await expect(fill({ contactTag: [foreign.id] })).rejects.toMatchObject({ code: "ERR_NO_TAG_FOUND" });
});

test("another company's list and people are not found, and a plain user may not look", async () => {
  const admin = await someone();
  const { id } = await make(admin);
  const item = await put(admin, id, "José", "5511987654321");
  const other = await someone();
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject(noneFound);
  await refused(other.call(contactLists.show, { params: { id } }));
  await refused(other.call(contactLists.update, { params: { id }, body: { name: "Minha" } }));
  await refused(other.call(contactLists.remove, { params: { id } }));
  await refused(other.call(listItems.list, { query: { contactListId: id } }));
  await refused(other.call(listItems.remove, { params: { id: item.id } }));
  await refused(put(other, id, "Intruso", "5511987654329"));
  const user = await someone({ colleagueOf: admin });
  await expect(user.call(listItems.list, { query: { contactListId: id } })).rejects.toMatchObject({ status: 403 });
});
