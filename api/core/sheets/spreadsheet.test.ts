// What others wrote is text in a workbook, never a formula (proof S19). Read back by another library than ours.
import { Buffer } from "node:buffer";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { type Cell, spreadsheet } from "./spreadsheet.ts";

async function readBack(lots: readonly (readonly Cell[])[][], name = "Folha"): Promise<ExcelJS.Worksheet> {
  async function* rows() {
    yield* lots;
  }
  const columns = ["texto", "número", "dia"].map((head) => ({ head, width: 12 }));
  const bytes = await new Response(spreadsheet(name, columns, rows())).arrayBuffer();
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(Buffer.from(bytes) as unknown as ExcelJS.Buffer);
  return book.worksheets[0]!;
}

const formulas = ["=", "+", "-", "@", "\t", "\r", "\n", "\0", " =", "\0=", "\t\r=", "＝", "＋", "－", "＠"].flatMap((
  sign,
) => [
  `${sign}1+1`,
  `${sign}HYPERLINK("http://a.test";"b")`,
  `${sign}cmd|' /C calc'!A0`,
  sign,
]);

test("a text that begins like a formula is a text, whatever it begins with", async () => {
  const sheet = await readBack([formulas.map((text) => [text])]);
  for (const [n, text] of formulas.entries()) {
    const cell = sheet.getCell(n + 2, 1);
    const bare = text.replaceAll("\0", "");
    if (bare === "") continue;
    expect([text, cell.type, cell.formula]).toEqual([text, ExcelJS.ValueType.String, undefined]);
    expect(String(cell.value).startsWith("'") || !/^[\s=+\-@＝＋－＠]/.test(bare), JSON.stringify(text)).toBe(true);
  }
});

test("texts come back as they were written, numbers and days as such", async () => {
  const texts = [
    "a <b> & \"c\" 'd'",
    "José 🌱 ção",
    "  spaces  ",
    "two\nlines",
    "\ud800 half",
    "]]>&#0;",
  ];
  const sheet = await readBack([
    texts.slice(0, 3).map((text) => [text, 1.5, { at: 46000.25 }]),
    [],
    texts.slice(3).map((text) => [text, null, null]),
  ]);
  const back = texts.map((_, n) => String(sheet.getCell(n + 2, 1).value));
  expect(back.map((text) => text.replace("_x005F_", "_"))).toEqual(texts.map((text) => text.toWellFormed()));
  expect(sheet.getCell("B2").value).toBe(1.5);
  expect((sheet.getCell("C2").value as Date).toISOString()).toBe("2025-12-09T06:00:00.000Z");
  expect(sheet.getCell("C6").value).toBeNull();
  expect(sheet.getRow(1).getCell(2).value).toBe("número");
});

test("a sheet has a name that programs take", async () => {
  expect((await readBack([], `a/b[c]:*?${"x".repeat(40)}&`)).name).toBe(`a b c    ${"x".repeat(22)}`);
});

test("rows are asked for as fast as somebody reads, and no more when nobody does", async () => {
  let made = 0;
  async function* endless() {
    for (;;) {
      made++;
      yield Array.from({ length: 1000 }, () => [crypto.randomUUID() + crypto.randomUUID(), 1, null]);
      if (made > 200) throw new Error("nobody asked for these");
    }
  }
  const reader = spreadsheet("Folha", [{ head: "a", width: 9 }], endless()).getReader();
  for (let n = 0; n < 20; n++) await reader.read();
  const still = () => new Promise((resolve) => setTimeout(resolve, 100));
  let before = 0;
  for (; before !== made; await still()) before = made;
  expect(made).toBeLessThan(50);
  await reader.cancel();
  await still();
  // The lot it was waiting to write is its last.
  expect(made).toBeLessThanOrEqual(before + 1);
});
