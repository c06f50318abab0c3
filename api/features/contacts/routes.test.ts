import fc from "fast-check";
import { expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { byName } from "../../contract/words/name-order.ts";
import { anyName } from "../../proofs/names.ts";
import { tickets } from "../tickets/contract.ts";
import { type Contact, contacts } from "./contract.ts";

const create = (by: Person, body: Record<string, unknown>) =>
  by.call(contacts.create, { body: { name: "Ana", ...body } });
const list = (by: Person, query: Record<string, unknown> = {}) => by.call(contacts.list, { query });
const names = async (by: Person, query: Record<string, unknown>) =>
  (await list(by, query)).contacts.map((contact) => contact.name);
const duplicated = { status: 409, code: "ERR_DUPLICATED_CONTACT" };

test("a contact gets its number as channels write it, or none", async () => {
  const user = await someone({ profile: "user" });
  const made = await create(user, {
    number: "+55 (11) 8888-7777",
    email: "ana@test.local",
    extraInfo: [{ name: "CPF", value: "1" }],
  });
  expect(made).toMatchObject({
    number: "5511988887777",
    active: true,
    extraInfo: [{ id: 1, name: "CPF", value: "1" }],
    tags: [],
    whatsapp: null,
  });
  expect(await identities(user)).toEqual([{ kind: "phone", value: "5511988887777", contact_id: made.id }]);
  await create(user, {});
  await create(user, {});
  expect(await list(user)).toMatchObject({ count: 3 });
  expect((await events(user)).at(0)).toMatchObject({ action: "create", contact: { id: made.id } });
});

test("a number belongs to one contact, however it is written", async () => {
  const user = await someone();
  const one = await create(user, { number: "551188887777" });
  await expect(create(user, { number: "5511988887777" })).rejects.toMatchObject(duplicated);
  const two = await create(user, { number: "5511977776666" });
  await expect(user.call(contacts.update, { params: { id: two.id }, body: { number: "5511988887777" } })).rejects
    .toMatchObject(duplicated);
  await expect(create(user, { number: "123" })).rejects.toMatchObject({ status: 400 });
  expect((await create(await someone(), { number: "5511988887777" })).id).not.toBe(one.id);
});

test("a change leaves the fields alone that it does not name; messages from a corrected number find the contact", async () => {
  const user = await someone();
  const { id } = await create(user, { number: "5511988887777", email: "ana@test.local" });
  const update = (body: Record<string, unknown>) => user.call(contacts.update, { params: { id }, body });
  expect(await update({ name: "Ana Lima" })).toMatchObject({
    name: "Ana Lima",
    number: "5511988887777",
    email: "ana@test.local",
  });
  await update({ number: "5511966665555" });
  expect(await identities(user)).toMatchObject([{ value: "5511966665555", contact_id: id }]);
  expect(await update({ number: "", extraInfo: [{ name: "a", value: "b" }] })).toMatchObject({
    number: "",
    extraInfo: [{ name: "a" }],
  });
  expect(await identities(user)).toEqual([]);
});

test("a number is refused when it is an identity of another contact", async () => {
  const user = await someone();
  const { id } = await create(user, {});
  await withTenant(
    { companyId: user.companyId },
    (tx) => tx`insert into app.contact_identities (kind, value, contact_id) values ('phone', '5511988887777', ${id})`,
  );
  await expect(create(user, { name: "Bia", number: "5511988887777" })).rejects.toMatchObject(duplicated);
  expect(await list(user)).toMatchObject({ count: 1 });
});

test("the list is sorted by name and finds name, number or e-mail without regard to case and accents", async () => {
  const user = await someone();
  await create(user, { name: "zeca" });
  await create(user, { name: "José Ávila", number: "5511988887777" });
  await create(user, { name: "Ana", email: "compras@avila.test" });
  expect(await names(user, {})).toEqual(["Ana", "José Ávila", "zeca"]);
  expect(await names(user, { searchParam: "AVILA" })).toEqual(["Ana", "José Ávila"]);
  expect(await names(user, { searchParam: "88887" })).toEqual(["José Ávila"]);
  expect(await names(user, { searchParam: "100%" })).toEqual([]);
});

test("contacts have one order in lists, searches and choices, without regard to accents and case", async () => {
  const user = await someone({ profile: "admin" });
  const inOrder = ["Álvaro", "ana", "Ângela", "Bia", "Érica", "Eva", "İbrahim", "José", "ósso", "ZÉ", "zuleica"];
  for (const name of inOrder.toReversed()) await create(user, { name });
  expect(await names(user, {})).toEqual(inOrder);
  await create(user, { name: "e-mail", email: "zuleica@b.test" });
  expect(await names(user, { searchParam: "Zule" })).toEqual(["e-mail", "zuleica"]);
  expect((await user.call(contacts.names, {})).map(({ name }) => name)).toEqual([
    ...inOrder.slice(0, 4),
    "e-mail",
    ...inOrder.slice(4),
  ]);
});

test("a person who pages through contacts of any name sees each once, in the app's own order", async () => {
  const user = await someone();
  const some = fc.sample(anyName, { seed: 7, numRuns: 190 });
  await withTenant(
    { companyId: user.companyId },
    (tx) => tx`insert into app.contacts (name) select unnest(${[...some, ...some.slice(0, 20)]}::text[])`,
  );
  for (const searchParam of ["", "a"]) {
    const pages: Contact[][] = [];
    for (let more = true; more;) {
      const { contacts, hasMore } = await list(user, { searchParam, pageNumber: pages.length + 1 });
      pages.push(contacts);
      more = hasMore;
    }
    const seen = pages.flat();
    expect(seen.length).toBeGreaterThan(60);
    if (!searchParam) expect(seen).toHaveLength(210);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted(byName));
  }
});

test("a person who pages by `next` sees each contact once, also those whose neighbours are made and deleted meanwhile", async () => {
  const user = await someone();
  const some = fc.sample(anyName, { seed: 11, numRuns: 90 });
  await withTenant(
    { companyId: user.companyId },
    (tx) => tx`insert into app.contacts (name) select unnest(${[...some, ...some.slice(0, 20)]}::text[])`,
  );
  const { contacts: first, next } = await list(user);
  const seen = [...first];
  // By number the first of the next page would be skipped now, and with one more in front seen twice.
  await withTenant({ companyId: user.companyId }, (tx) => tx`delete from app.contacts where id = ${first[3]!.id}`);
  await create(user, { name: "!antes de todos" });
  for (let after = next; after;) {
    const page = await list(user, { after });
    seen.push(...page.contacts);
    expect(page.hasMore).toBe(page.next !== undefined);
    after = page.next;
  }
  expect(seen).toHaveLength(110);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(110);
  expect(seen).toEqual(seen.toSorted(byName));
  for (const after of ["", "x", "1", "-1:a", "1e3:a", "1:a\0", `${"9".repeat(16)}:a`]) {
    await expect(list(user, { after })).rejects.toMatchObject({ status: 400 });
  }
});

test("the list filters by tag, channel and group; an empty list of tags matches nothing", async () => {
  const user = await someone();
  const { id } = await create(user, { name: "Com tag" });
  const [tag] = await withTenant({ companyId: user.companyId }, async (tx) => {
    await tx`insert into app.contacts (name, channel, is_group) values ('Grupo', 'whatsapp', true), ('Insta', 'instagram', false)`;
    return await tx<
      { id: number }[]
    >`with t as (insert into app.tags (name, color) values ('vip', '#111111') returning id)
      insert into app.contact_tags (contact_id, tag_id) select ${id}, id from t returning tag_id as id`;
  });
  for (const searchParam of ["", "a"]) {
    expect(await names(user, { searchParam, contactTag: JSON.stringify([tag!.id]) })).toEqual(["Com tag"]);
    expect(await names(user, { searchParam, contactTag: "[]" })).toEqual([]);
    expect(await names(user, { searchParam, channel: "instagram" })).toEqual(searchParam ? ["Insta"] : ["Insta"]);
    expect(await names(user, { searchParam: searchParam && "g", isGroup: "true" })).toEqual(["Grupo"]);
    expect(await names(user, { searchParam, isGroup: "false" })).toEqual(["Com tag", "Insta"]);
  }
  expect((await list(user)).contacts[0]!.tags).toEqual([{ id: tag!.id, name: "vip", color: "#111111" }]);
  await expect(list(user, { contactTag: "1" })).rejects.toMatchObject({ status: 400 });
});

test("pages hold twenty; counts are exact up to a thousand", async () => {
  const user = await someone();
  await withTenant(
    { companyId: user.companyId },
    (tx) =>
      tx`insert into app.contacts (name) select 'Pessoa ' || lpad(n::text, 4, '0') from generate_series(1, 1000) n`,
  );
  for (const searchParam of ["", "pessoa"]) {
    const last = await list(user, { searchParam, pageNumber: 50 });
    expect(last).toMatchObject({ count: 1000, hasMore: false });
    expect(last.countIsMinimum).toBeUndefined();
    expect(last.contacts.at(-1)!.name).toBe("Pessoa 1000");
    expect(await list(user, { searchParam, pageNumber: 51 })).toMatchObject({
      contacts: [],
      count: 1000,
      hasMore: false,
    });
  }
  await create(user, { name: "Pessoa a mais" });
  for (const searchParam of ["", "pessoa"]) {
    expect(await list(user, { searchParam })).toMatchObject({
      count: 1000,
      countIsMinimum: true,
      hasMore: true,
      contacts: { length: 20 },
    });
  }
});

test("a deleted contact takes its tickets along, also out of the counters, and its old messages never come back", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "whatsapp");
  const { id } = await create(admin, { number: "5511955550301" });
  const other = await create(admin, { name: "Bia", number: "5511955550302" });
  for (const contactId of [id, other.id]) {
    await admin.call(tickets.create, { body: { contactId, whatsappId: connectionId } });
  }
  await withTenant({ companyId: admin.companyId }, (tx) =>
    tx`
    insert into app.messages (ticket_id, contact_id, connection_id, from_me, external_id)
    select id, contact_id, connection_id, false, 'wamid.' || contact_id from app.tickets`);
  const count = async () => (await admin.call(tickets.counts, { query: { showAll: "true" } })).open.count;
  expect(await count()).toBe(2);
  await expect((await someone({ colleagueOf: admin })).call(contacts.remove, { params: { id } })).rejects.toMatchObject(
    { status: 403 },
  );
  await admin.call(contacts.remove, { params: { id } });
  expect(await count()).toBe(1);
  const gone = await withTenant({ companyId: admin.companyId }, (tx) => tx`select external_id from app.messages_gone`);
  expect(gone).toEqual([{ external_id: `wamid.${id}` }]);
  expect((await events(admin)).at(-1)).toEqual({ action: "delete", contactId: id });
  await expect(admin.call(contacts.show, { params: { id } })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_CONTACT_FOUND",
  });
});

test("another company's contact is not found", async () => {
  const [mine, other] = [await someone(), await someone()];
  const { id } = await create(other, {});
  for (const call of [contacts.show, contacts.remove]) {
    await expect(mine.call(call, { params: { id } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(mine.call(contacts.update, { params: { id }, body: { name: "Hacked" } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(create(mine, { companyId: other.companyId })).rejects.toMatchObject({ status: 403 });
  expect(await list(other)).toMatchObject({ contacts: [{ name: "Ana" }] });
});

function identities(person: Person): Promise<readonly unknown[]> {
  return withTenant(
    { companyId: person.companyId },
    (tx) => tx`select kind, value, contact_id from app.contact_identities`,
  );
}
async function events(person: Person): Promise<unknown[]> {
  const rows = await withTenant(
    { companyId: person.companyId },
    (tx) => tx`select payload from app.events where name like '%-contact' order by position`,
  );
  return rows.map((row) => row.payload);
}

test("several contacts are deleted at once, all of them or none", async () => {
  const admin = await someone();
  const make = async (name: string) => (await admin.call(contacts.create, { body: { name } })).id;
  const ids = [await make("Ana"), await make("Bia"), await make("Caio")];
  const user = await someone({ colleagueOf: admin });
  await expect(user.call(contacts.removeMany, { body: { contacts: ids } })).rejects.toMatchObject({ status: 403 });
  await expect(admin.call(contacts.removeMany, { body: { contacts: [...ids, 8_000_000_000_001] } })).rejects
    .toMatchObject({ code: "ERR_NO_CONTACT_FOUND" });
  expect((await admin.call(contacts.list, { query: {} })).count).toBe(3);
  await admin.call(contacts.removeMany, { body: { contacts: ids.slice(1) } });
  expect((await admin.call(contacts.list, { query: {} })).contacts.map(({ name }) => name)).toEqual(["Ana"]);
});
