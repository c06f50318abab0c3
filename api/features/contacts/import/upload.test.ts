// POST /contacts/upload: a file of contacts in one call.
import { utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { someone } from "../../../core/testing/api.ts";
import { contacts } from "../contract.ts";

const workbook = (rows: unknown[][]) => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows), "Contatos");
  return new Uint8Array(write(made, { type: "array", bookType: "xlsx" }) as ArrayBuffer);
};
const file = (content: BlobPart, name = "contatos.xlsx") => [new File([content], name)];

test("rows of a workbook become contacts, each with its outcome in their order", async () => {
  const admin = await someone();
  await admin.call(contacts.create, { body: { name: "Ana", number: "5511988887777" } });
  const rows = [
    ["Nome", "Telefone", "E-mail", "Tags"],
    ["Ana Lima", 5511988887777, "ana@x.test", "VIP"],
    ["Bia", "12"],
    [
      "Caio",
      "(11) 97777-6666",
      "",
      "VIP, Novo",
    ],
    ["", "5511966665555"],
  ];
  const first = await admin.call(contacts.upload, { files: file(workbook(rows)), body: { country: "55" } });
  expect(first.map(({ outcome, why }) => [outcome, why])).toEqual([
    ["ignored", "exists"],
    ["ignored", "number"],
    ["created", null],
    ["ignored", "name"],
  ]);
  const second = await admin.call(contacts.upload, {
    files: file(workbook(rows)),
    body: { country: "55", update: "true" },
  });
  expect(second.map(({ outcome }) => outcome)).toEqual(["updated", "ignored", "updated", "ignored"]);
  const { contacts: all } = await admin.call(contacts.list, { query: {} });
  expect(all.map(({ name, tags }) => [name, tags.map((tag) => tag.name).sort()])).toEqual([
    ["Ana Lima", ["VIP"]],
    ["Caio", ["Novo", "VIP"]],
  ]);
});

test("an unreadable file is refused with the reason, and none of its rows is stored", async () => {
  const admin = await someone();
  const why = (content: BlobPart, name?: string) =>
    admin.call(contacts.upload, { files: file(content, name) }).then(
      () => "taken",
      (error) => [error.status, error.body.details[0].message],
    );
  expect(await why("<html><table><tr><td>Ana</td></tr></table>", "contatos.xls")).toEqual([400, "page"]);
  expect(await why(new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]), "contatos.xlsx")).toEqual([400, "broken"]);
  expect(await why(`nome;numero\n${"Ana;5511988887777\n".repeat(50_001)}`, "contatos.csv")).toEqual([400, "tooMany"]);
  expect(await why("a;b\nAna;5511988887777", "contatos.csv")).toEqual([400, "columns"]);
  await expect(admin.call(contacts.upload, {})).rejects.toMatchObject({ status: 400 });
  expect((await admin.call(contacts.list, { query: {} })).count).toBe(0);
});
