import { utils, write } from "@e965/xlsx";
import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { contactLists, listItems } from "./contract.ts";
import { sort } from "./upload.ts";

const workbook = (rows: unknown[][], bookType: "xlsx" | "xls") => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows), "Contatos");
  return new Uint8Array(write(made, { type: "array", bookType }) as ArrayBuffer);
};
const file = (content: BlobPart, name: string) => [new File([content], name)];
async function list(admin: Person): Promise<number> {
  return (await admin.call(contactLists.create, { body: { name: "Importada" } })).id;
}
const people = async (admin: Person, contactListId: number) =>
  (await admin.call(listItems.list, { query: { contactListId } })).contacts.map((
    one,
  ) => [one.name, one.number, one.email]);

const ROWS = [
  ["Nome", "Celular", "E-mail"],
  ["José da Conceição", "(11) 8765-4321", "ze@x.test"],
  ["", "5511987654322"],
  ["Maria", "sem número"],
  ["أحمد", "+90 532 123 45 67", "torto@"],
  ["=HYPERLINK(1)", 5511987654329, ""],
  [],
  ["Zé", "5511987654321", ""],
];
const OUTCOME = {
  created: 3,
  updated: 0,
  duplicate: 1,
  invalid: [
    { row: 3, why: "name", name: "", number: "5511987654322" },
    { row: 4, why: "number", name: "Maria", number: "sem número" },
    { row: 5, why: "email", name: "أحمد", number: "905321234567" },
  ],
  list: { contactsCount: 3 },
};

test.each(["xlsx", "xls"] as const)(
  "an %s file fills a list: each row has its outcome, the last of two with one number counts, and sending it again makes nobody twice",
  async (bookType) => {
    const admin = await someone();
    const id = await list(admin);
    const send = () =>
      admin.call(contactLists.upload, {
        params: { id },
        body: { country: "55" },
        files: file(workbook(ROWS, bookType), `lista.${bookType}`),
      });
    expect(await send()).toMatchObject(OUTCOME);
    expect(await people(admin, id)).toEqual(expect.arrayContaining([
      ["=HYPERLINK(1)", "5511987654329", ""],
      ["أحمد", "905321234567", ""],
      ["Zé", "5511987654321", "ze@x.test"],
    ]));
    expect(await send()).toMatchObject({ ...OUTCOME, created: 0, updated: 3 });
    const trail = await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`select action from app.audit order by id`,
    );
    expect(trail.map(({ action }) => action).slice(1)).toEqual(Array(2).fill("POST /contact-lists/{id}/upload"));
  },
);

test("columns that no head names are as the person says, and unknown ones are refused before anything is stored", async () => {
  const admin = await someone();
  const id = await list(admin);
  const csv = file("a1;Ana;x;11987654321\nb2;Bia;y;11987654322\n", "lista.csv");
  const send = (body: object) =>
    admin.call(contactLists.upload, { params: { id }, body: { country: "55", ...body }, files: csv });
  const read = await admin.call(contactLists.columns, { body: {}, files: csv });
  expect(read).toMatchObject({ rows: 2, head: false });
  expect(read.columns.map(({ samples }) => samples[0])).toEqual(["a1", "Ana", "x", "11987654321"]);
  for (const columns of [undefined, '["","name"]', '["name","name","","number"]', "não é json", '["password"]']) {
    await expect(send({ columns })).rejects.toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  }
  expect(await people(admin, id)).toEqual([]);
  expect(await send({ columns: '["","name","","number"]' })).toMatchObject({ created: 2, invalid: [] });
});

test("a file with too many rows, and one for another company's list, change nothing", async () => {
  const admin = await someone();
  const id = await list(admin);
  const many = file(`nome;numero\n${"Ana;5511987654321\n".repeat(50_001)}`, "lista.csv");
  await expect(admin.call(contactLists.upload, { params: { id }, body: {}, files: many })).rejects.toMatchObject({
    status: 400,
    body: { details: [{ message: "tooMany" }] },
  });
  const other = await someone();
  const small = file("nome;numero\nAna;5511987654321\n", "lista.csv");
  await expect(other.call(contactLists.upload, { params: { id }, body: {}, files: small })).rejects.toMatchObject({
    status: 404,
  });
  expect(await people(admin, id)).toEqual([]);
});

test("rows of letters, of header lines in an address, of numbers too long and of one number in ten spellings each have their outcome", () => {
  const row = (line: number, name: string, number: string, email = "") => ({ line, name, number, email, tags: "" });
  const spellings = [
    ...["5511987654321", "+55 11 98765-4321", "(55) 11 98765 4321", "55-11-98765-4321", "55.11.98765.4321"],
    ...["+55(11)987654321", " 5511987654321 ", "551187654321", "+55 11 8765-4321", "55 (11) 8765 4321"],
  ];
  const sorted = sort([
    ...spellings.map((number, at) => row(at + 2, `Ana ${at}`, number)),
    row(20, "Letras", "cinco cinco onze"),
    row(21, "Longo", "9".repeat(40)),
    row(22, "Ane\nxo", "5511987654322", "a@b.co\nBcc: todos@x.test"),
    row(23, "\u0000\u0007", "5511987654323"),
  ] as never);
  expect([...sorted.people.values()]).toEqual([
    { name: "Ana 9", number: "5511987654321", email: "" },
    { name: "Ane xo", number: "5511987654322", email: "" },
  ]);
  expect(sorted.duplicate).toBe(9);
  expect(sorted.invalid.map((one) => [one.row, one.why])).toEqual([
    [20, "number"],
    [21, "number"],
    [22, "email"],
    [23, "name"],
  ]);
});
