// Where a company hides numbers, nobody learns one by searching: searches, counts and orders use the masked number.
import { beforeAll, expect, test } from "vitest";
import { maskNumber } from "../../core/http/mask.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tickets } from "../tickets/contract.ts";
import { contacts } from "./contract.ts";

let admin: Person;
let user: Person;
const NUMBERS = ["5511955550101", "5511944440202", "5511933330303"];
beforeAll(async () => {
  admin = await someone({ settings: { enableLGPD: "enabled", lgpdHideNumber: "enabled" } });
  user = await someone({ colleagueOf: admin, flags: { all_tickets: true } });
  await admin.call(contacts.create, { body: { name: "Ana", number: NUMBERS[0]! } });
  // Contacts without a name are shown by their numbers.
  await admin.call(contacts.create, { body: { name: NUMBERS[1]!, number: NUMBERS[1]! } });
  await admin.call(contacts.create, { body: { name: "+55 (11) 93333-0303", number: NUMBERS[2]! } });
});
const found = async (person: Person, searchParam: string) => {
  const { contacts: list, count } = await person.call(contacts.list, { query: { searchParam } });
  return { names: list.map(({ name }) => name), count };
};

test.each(["95555", "5511955550101", "944440202", "333303", "9333", "119"])(
  "a search for %s finds nobody for people who read numbers masked, and the contact for an admin",
  async (needle) => {
    expect((await found(admin, needle)).count).toBeGreaterThan(0);
    expect(await found(user, needle)).toEqual({ names: [], count: 0 });
  },
);

test("a search finds people by their names and by the shown digits of their numbers", async () => {
  expect((await found(user, "ana")).names).toEqual(["Ana"]);
  expect((await found(user, "5511")).count).toBe(3);
  expect((await found(user, "0202")).count).toBe(0);
});

test("contacts without a name are sorted by their masked numbers, not by the numbers themselves", async () => {
  const { contacts: list } = await user.call(contacts.list);
  expect(list.map(({ name }) => name)).toEqual(["5511*******02", "5511*******03", "Ana"]);
  expect((await user.call(contacts.names)).map(({ name }) => name)).toEqual(["5511*******02", "5511*******03", "Ana"]);
  expect((await admin.call(contacts.list)).contacts.map(({ name }) => name)).toEqual([
    "+55 (11) 93333-0303",
    NUMBERS[1],
    "Ana",
  ]);
});

test("the owner of a number is not told to people who read numbers masked", async () => {
  const params = { number: NUMBERS[0]! };
  expect(await admin.call(contacts.profile, { params })).toMatchObject({ urlPicture: null });
  await expect(user.call(contacts.profile, { params })).rejects.toMatchObject({ code: "ERR_NO_CONTACT_FOUND" });
});

test.each([false, true])(
  "a search for tickets does not find a hidden number, searching messages too: %s",
  async (inMessages) => {
    const connectionId = await makeConnection(admin, "facebook");
    const { ticketId, contactId } = await customerWrites(admin, { connectionId, text: "bom dia" });
    const number = `55119${String(contactId).padStart(8, "7")}`;
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.contacts set number = ${number} where id = ${contactId}`,
    );
    const search = async (person: Person, searchParam: string) =>
      (await person.call(tickets.list, { query: { searchParam, searchOnMessages: inMessages ? "true" : "false" } }))
        .tickets
        .map(({ id }) => id);
    expect(await search(admin, number)).toEqual([ticketId]);
    for (const needle of [number, number.slice(4), number.slice(0, 8)]) expect(await search(user, needle)).toEqual([]);
  },
);

test.each(["", "1", "12", "123456", "12345678", "123456789", "5511955550101", "905551112233", "1".repeat(20)])(
  "%s is masked alike by server and database",
  async (number) => {
    const [row] = await withTenant(
      { companyId: admin.companyId },
      (tx) => tx<[{ masked: string }]>`select app.masked(${number}) as masked`,
    );
    expect(row.masked).toBe(maskNumber(number));
  },
);
