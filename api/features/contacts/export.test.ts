import * as XLSX from "@e965/xlsx";
import { expect, test } from "vitest";
import { someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { compareNames } from "../../contract/words/name-order.ts";
import { contacts } from "./contract.ts";

const sheetOf = async (answer: Response) => {
  const book = XLSX.read(new Uint8Array(await answer.arrayBuffer()));
  return XLSX.utils.sheet_to_json<Record<string, string>>(book.Sheets.Contatos!);
};

test("all contacts are in backup_contatos.xlsx, and no cell is a formula", async () => {
  const admin = await someone();
  await admin.call(contacts.create, { body: { name: "=HYPERLINK(1)", number: "5511988887777", email: "a@b.test" } });
  await admin.call(contacts.create, { body: { name: 'José <Ávila> & "Cia" 🌱' } });
  await admin.call(contacts.create, { body: { name: "@SUM(1)" } });
  const answer = await admin.fetch("/api/contacts/export");
  expect(answer.headers.get("content-disposition")).toContain("backup_contatos.xlsx");
  const rows = await sheetOf(answer);
  expect(rows.map((row) => row.nome)).toEqual(["'=HYPERLINK(1)", "'@SUM(1)", 'José <Ávila> & "Cia" 🌱']);
  expect(rows[0]).toMatchObject({ numero: "5511988887777", email: "a@b.test", ativo: "sim" });
});

test("the workbook holds each of thousands of contacts once, in the order of names", async () => {
  const admin = await someone();
  await withTenant(
    { companyId: admin.companyId },
    (tx) =>
      tx`insert into app.contacts (name, number)
        select (array['Érica ', 'erica ', 'Pessoa ', 'Ângela ', '🌹 ', 'Óscar '])[n % 6 + 1] || (n % 70), (551190000000 + n)::text
        from generate_series(1, 2300) n`,
  );
  const rows = await sheetOf(await admin.fetch("/api/contacts/export"));
  expect(rows.length).toBe(2300);
  expect(new Set(rows.map((row) => row.numero)).size).toBe(2300);
  const names = rows.map((row) => row.nome!);
  expect(names).toEqual(names.toSorted(compareNames));
});

test("only people who may delete contacts export all of them", async () => {
  const user = await someone({ colleagueOf: await someone() });
  expect((await user.fetch("/api/contacts/export")).status).toBe(403);
});
