import { expect, test } from "vitest";
import { type Person, someone } from "../../../core/testing/api.ts";
import { withTenant } from "../../../../db/tenant.ts";
import { contacts } from "../contract.ts";

const row = (name: string, number: string, more: { email?: string; tags?: string } = {}) => ({
  name,
  number,
  email: "",
  tags: "",
  ...more,
});
const bring = (by: Person, rows: ReturnType<typeof row>[], update = false) =>
  by.call(contacts.importMany, { body: { rows, update } });
const listed = async (by: Person) => (await by.call(contacts.list, { query: {} })).contacts;

test("rows become contacts with their phones and tags; a wrong row has its own outcome", async () => {
  const user = await someone({ profile: "user" });
  const outcomes = await bring(user, [
    row("Ana Lima", "+55 (11) 98888-7777", { email: "ana@test.local", tags: "VIP, Atacado; vip" }),
    row("", "5511988886666"),
    row("Bia", "call me"),
    row("Caio", "551188885555", { email: "no address" }),
    row("Ana again", "5511988887777"),
    row("Dora", "5511000000000"),
  ]);
  expect(outcomes.map(({ outcome, why }) => [outcome, why])).toEqual([
    ["created", null],
    ["ignored", "name"],
    ["ignored", "number"],
    ["created", "email"],
    ["ignored", "exists"],
    ["ignored", "number"],
  ]);
  expect(await listed(user)).toMatchObject([
    {
      name: "Ana Lima",
      number: "5511988887777",
      email: "ana@test.local",
      tags: [{ name: "Atacado" }, { name: "VIP" }],
    },
    { name: "Caio", number: "5511988885555", email: "" },
  ]);
  expect(await user.call(contacts.profile, { params: { number: "551188885555" } })).toMatchObject({
    contactId: outcomes[3]!.contactId,
  });
});

test("a known contact stays as it is unless the person who imports wants it updated", async () => {
  const user = await someone();
  const { id } = await user.call(contacts.create, {
    body: { name: "Ana", number: "5511988887777", email: "a@b.test" },
  });
  expect(await bring(user, [row("Ana Lima", "551188887777")])).toEqual([
    { outcome: "ignored", why: "exists", contactId: id },
  ]);
  expect(await listed(user)).toMatchObject([{ name: "Ana" }]);
  expect(await bring(user, [row("Ana Lima", "5511988887777", { tags: "Cliente" })], true)).toMatchObject([
    { outcome: "updated", contactId: id },
  ]);
  expect(await listed(user)).toMatchObject([{ name: "Ana Lima", email: "a@b.test", tags: [{ name: "Cliente" }] }]);
});

test("a row belongs to the contact that has its phone as an identity", async () => {
  const user = await someone();
  const { id } = await user.call(contacts.create, { body: { name: "LID", number: "" } });
  await withTenant(
    { companyId: user.companyId },
    (tx) => tx`insert into app.contact_identities (kind, value, contact_id) values ('phone', '5511988887777', ${id})`,
  );
  expect(await bring(user, [row("Ana", "5511988887777")])).toMatchObject([{ outcome: "ignored", contactId: id }]);
});

test("the same file makes each contact once when it is imported twice, at once or one after the other", async () => {
  const user = await someone();
  const rows = Array.from({ length: 60 }, (_, n) => row(`Pessoa ${n}`, `55119${80000000 + n}`, { tags: "Feira" }));
  await Promise.all([bring(user, rows), bring(user, rows.toReversed()), bring(user, rows)]);
  await bring(user, rows);
  expect(await user.call(contacts.list, { query: {} })).toMatchObject({ count: 60 });
  const [tags] = await withTenant(
    { companyId: user.companyId },
    (tx) => tx<{ n: number }[]>`select count(*)::int as n from app.tags where company_id = ${user.companyId}`,
  );
  expect(tags).toEqual({ n: 1 });
});

test("a batch is imported once and answered as before when it is sent again under its key", async () => {
  const user = await someone();
  const send = () =>
    user.call(contacts.importMany, { body: { rows: [row("Ana", "5511988887777")] } }, { "idempotency-key": "file:0" });
  expect(await send()).toEqual(await send());
});

test("the import takes one contact at a time; validateContact asks the default connection", async () => {
  const user = await someone();
  const one = (body: Record<string, unknown>) =>
    user.call(contacts.importOne, { body: { name: "Ana", number: "5511988887777", ...body } });
  expect(await one({ tags: "VIP", validateContact: "false" })).toMatchObject({ outcome: "created" });
  expect(await one({ validateContact: "true" })).toMatchObject({ outcome: "ignored", why: "exists" });
  await expect(one({ number: "5511988886666", validateContact: "true" })).rejects.toMatchObject({
    code: "ERR_NO_WAPP_FOUND",
  });
  await expect(one({ number: "5511977776666", tags: [987654321] })).rejects.toMatchObject({ code: "ERR_NO_TAG_FOUND" });
  expect((await listed(user)).length).toBe(1);
});
