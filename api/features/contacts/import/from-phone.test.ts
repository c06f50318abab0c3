// POST /contacts/import and /contacts/import/chats: the people a connected phone knows.
import { afterEach, expect, test } from "vitest";
import { fakeChannel, type FakeLine, openSession } from "../../../core/testing/session.ts";
import { makeConnection, someone, testApp } from "../../../core/testing/api.ts";
import { contacts } from "../contract.ts";

const book = Array.from({ length: 2100 }, (_, n) => ({ number: `5511${988_000_000 + n}`, name: `Pessoa ${n}` }));
const chats = [{ number: "5511977776666" }, { number: book[0]!.number, name: "Outro nome" }];
const plugin = fakeChannel("phoning", { abilities: { book: true } }, {
  people: (of) => Promise.resolve(of === "book" ? book : chats),
});
await testApp(new Map([["phoning", plugin], ["free", fakeChannel("free")]]));
const open: FakeLine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((line) => line.close()));
});

test("the address book and the chats of a phone become contacts; known contacts stay as they are", async () => {
  const admin = await someone();
  const whatsappId = await makeConnection(admin, "phoning");
  open.push(await openSession(admin, whatsappId, plugin));
  await admin.call(contacts.create, { body: { name: "Ana", number: book[0]!.number } });
  expect(await admin.call(contacts.importBook, { body: { whatsappId } })).toEqual({ created: 2099, ignored: 1 });
  expect(await admin.call(contacts.importChats, { body: { whatsappId } })).toEqual({ created: 1, ignored: 1 });
  const named = async (searchParam: string) =>
    (await admin.call(contacts.list, { query: { searchParam } })).contacts.map(({ name }) => name);
  expect(await named(book[0]!.number)).toEqual(["Ana"]);
  expect(await named("5511977776666")).toEqual(["+5511977776666"]);
}, 60_000);

test("the import asks only a connected phone whose channel knows people", async () => {
  const admin = await someone();
  const free = await makeConnection(admin, "free");
  const whatsappId = await makeConnection(admin, "phoning");
  const refused = (id?: number) =>
    admin.call(contacts.importBook, { body: { whatsappId: id } }).then(() => "taken", (error) => error.code);
  expect(await refused(free)).toBe("ERR_NOT_SUPPORTED_BY_CHANNEL");
  expect(await refused(8_000_000_000_001)).toBe("ERR_NO_WAPP_FOUND");
  const line = await openSession(admin, whatsappId, plugin);
  await line.host.status("DISCONNECTED");
  expect(await refused(whatsappId)).toBe("ERR_WAPP_NOT_INITIALIZED");
  await line.close();
});
