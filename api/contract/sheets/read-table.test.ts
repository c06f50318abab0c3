// Hostile files, made here: each is refused with its reason, and what a formula or a page would do is never done.
import { utils, write } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { IMPORT_MAX } from "../limits.ts";
import { spreadsheet } from "../../core/sheets/spreadsheet.ts";
import { contactsOf, guess, hasHead, problemOf } from "./columns.ts";
import { readTable } from "./read-table.ts";
import { zip } from "./testing-zip.ts";

const COLUMNS = ["nome", "numero"].map((head) => ({ head, width: 20 }));

type Bytes = Uint8Array<ArrayBuffer>;
const text = (words: string) => new TextEncoder().encode(words) as Bytes;
const book = (rows: unknown[][], bookType: "xlsx" | "biff8" = "xlsx") => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows), "Contatos");
  return new Uint8Array(write(made, { type: "array", bookType }) as ArrayBuffer) as Bytes;
};

const refused = (bytes: Bytes) => readTable(bytes).then(() => "read", (error: Error) => error.message);

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** A workbook of one sheet, written by hand. */
function workbook(sheet: string, strings?: string, more: { name: string; data: Uint8Array }[] = []): Bytes {
  const part = (name: string, words: string) => ({ name, data: text(words) });
  const links = (...all: [string, string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${
      all.map(([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
        .join("")
    }</Relationships>`;
  const override = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}" ContentType="${TYPES}.${kind}+xml"/>`;
  return zip([
    part(
      "[Content_Types].xml",
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${
        override("workbook.xml", "sheet.main") + override("worksheets/sheet1.xml", "worksheet") +
        override("sharedStrings.xml", "sharedStrings")
      }</Types>`,
    ),
    part("_rels/.rels", links(["officeDocument", "xl/workbook.xml"])),
    part(
      "xl/_rels/workbook.xml.rels",
      links(["worksheet", "worksheets/sheet1.xml"], ["sharedStrings", "sharedStrings.xml"]),
    ),
    part(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part("xl/worksheets/sheet1.xml", `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`),
    part("xl/sharedStrings.xml", `<sst xmlns="${MAIN}">${strings ?? ""}</sst>`),
    ...more,
  ]);
}

describe("is refused", () => {
  test("a file without anything in it", async () => {
    expect(await refused(text(""))).toBe("empty");
    expect(await refused(text("\n\n ; ;\n"))).toBe("empty");
    expect(await refused(book([[]]))).toBe("empty");
  });
  test.each(["<html><table><tr><td>Ana</td></tr></table>", "  <!DOCTYPE html>", "<?xml version='1.0'?><Workbook/>"])(
    "a page that calls itself .xls: %s",
    async (page) => expect(await refused(text(page))).toBe("page"),
  );
  test("a small file that is huge when unpacked, whatever it says of itself", async () => {
    const data = new Uint8Array(IMPORT_MAX.unpacked + 1);
    expect(await refused(zip([{ name: "xl/workbook.xml", data }]))).toBe("bomb");
    expect(await refused(zip([{ name: "xl/workbook.xml", data, claims: 10 }]))).toBe("bomb");
  });
  test("many parts that are too much together, and more parts than a workbook has", async () => {
    const data = new Uint8Array(IMPORT_MAX.unpacked / 4);
    const parts = Array.from({ length: 5 }, (_, n) => ({ name: `part${n}`, data }));
    expect(await refused(zip(parts))).toBe("bomb");
    const crumbs = Array.from({ length: 2001 }, (_, n) => ({ name: `${n}`, data: text("x") }));
    expect(await refused(zip(crumbs))).toBe("bomb");
  });
  test("sheets, texts and styles beyond measure, whatever the part is called that holds them", async () => {
    const wide = (tag: string) => text(tag.repeat(1_000_002));
    for (
      const [name, tag] of [["xl/styles.xml", "<xf/>"], ["xl/media/a.png", '<c r="A1"/>'], [
        "xl/b.xml",
        "<si/>",
      ]] as const
    ) {
      expect([name, await refused(workbook("<sheetData/>", "", [{ name, data: wide(tag) }]))]).toEqual([name, "bomb"]);
    }
  });
  test("another kind of ZIP, a cut one, and bytes that mean nothing", async () => {
    expect(await refused(zip([{ name: "word/document.xml", data: text("x") }]))).toBe("broken");
    expect(await refused(book([["a"]]).slice(0, 400))).toBe("broken");
    expect(await refused(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]))).toBe("broken");
    expect(await refused(new Uint8Array([1, 0, 2, 0, 3]))).toBe("broken");
  });
  test("the reader refuses columns, cells and shared texts without end before a parser sees them", async () => {
    const rows = (count: number, cells: string) => `<sheetData>${`<row>${cells}</row>`.repeat(count)}</sheetData>`;
    const some = Array.from({ length: 900 }, (_, n) => `<c><v>${n * 7919}</v></c>`).join("");
    expect(await refused(workbook(rows(1, "<c/>".repeat(16_384))))).toBe("bomb");
    expect(await refused(workbook(rows(1000, some)))).toBe("bomb");
    expect(await refused(workbook(rows(1, ""), "<si><t>a</t></si>".repeat(400_001)))).toBe("bomb");
  });
  test("more than a hundredfold when unpacked, though below the limit of bytes", async () => {
    const data = new Uint8Array(20 * 1024 * 1024);
    expect(await refused(workbook("<sheetData/>", "", [{ name: "xl/media/image1.bmp", data }]))).toBe("bomb");
  });
  test("parts that climb out, or are there twice, or a second directory behind the first", async () => {
    for (const name of ["../../etc/cron.d/x", "xl/../../x", "/etc/passwd", "..\\..\\x", "C:\\x", "xl/workbook.xml"]) {
      expect([name, await refused(workbook("", "", [{ name, data: text("x") }]))]).toEqual([name, "broken"]);
    }
    const twoEnds = workbook("");
    new DataView(twoEnds.buffer).setUint16(twoEnds.length - 2, 21, true);
    const behind = new Uint8Array([...twoEnds, 0x50, 0x4b, 5, 6, ...new Array(17).fill(0)]);
    expect(await refused(behind as Bytes)).toBe("broken");
  });
  test("a program that calls itself a sheet, and a sheet of the old kind that is too large", async () => {
    expect(await refused(text("MZ\u0090\u0000\u0003\u0000\u0000\u0000This program cannot be run in DOS mode."))).toBe(
      "broken",
    );
    const old = new Uint8Array(9 * 1024 * 1024);
    old.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await refused(old as Bytes)).toBe("oldBig");
  });
  test("a million rows, as text and as Excel", async () => {
    expect(await refused(text("Ana;5511988887777\n".repeat(1_000_000)))).toBe("tooMany");
    const rows = Array.from({ length: 60_000 }, (_, n) => `<row><c><v>${n * 7919}</v></c></row>`).join("");
    expect(await refused(workbook(`<sheetData>${rows}</sheetData>`))).toBe("tooMany");
  });
});

describe("is read", () => {
  const rows = [["Nome", "Telefone"], ["José Ávila", 5511988887777], ["Ana", "+55 11 97777-6666"]];
  const wanted = [["Nome", "Telefone"], ["José Ávila", "5511988887777"], ["Ana", "+55 11 97777-6666"]];
  test.each(["xlsx", "biff8"] as const)("a workbook (%s), numbers written out", async (kind) => {
    expect(await readTable(book(rows, kind))).toEqual(wanted);
  });
  test("text with semicolons, commas or tabs, in UTF-8, UTF-16 and what Windows writes", async () => {
    for (const between of [";", ",", "\t"]) {
      const words = wanted.map((row) => row.join(between)).join("\r\n");
      expect(await readTable(text(`\ufeff${words}`))).toEqual(wanted);
    }
    const words = wanted.map((row) => row.join(";")).join("\n");
    expect(await readTable(Uint8Array.from(words, (sign) => sign.charCodeAt(0)) as Bytes)).toEqual(wanted);
    const wide = new Uint8Array(Uint16Array.from(`\ufeff${words}`, (sign) => sign.charCodeAt(0)).buffer);
    expect(await readTable(wide as Bytes)).toEqual(wanted);
  });
  test("quotes around what holds the sign between columns", async () => {
    expect(await readTable(text('"Lima, Ana","say ""hi""\nthere"\nBia,2'))).toEqual([
      ["Lima, Ana", 'say "hi" there'],
      ["Bia", "2"],
    ]);
  });
  test("a formula as the value it had, and one in text as its words", async () => {
    const made = utils.book_new();
    const sheet = utils.aoa_to_sheet([["Nome"], ["x"]]);
    sheet.A2 = { t: "s", v: "Ana", f: 'HYPERLINK("http://bad.test","Ana")' };
    utils.book_append_sheet(made, sheet, "A");
    expect(await readTable(new Uint8Array(write(made, { type: "array", bookType: "xlsx" })) as Bytes)).toEqual([
      ["Nome"],
      ["Ana"],
    ]);
    expect(await readTable(text("=1+1;2"))).toEqual([["=1+1", "2"]]);
  });
  test("a sheet that claims to be as large as there is", async () => {
    const made = workbook(
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ana</t></is></c><c r="XFD1"><v>1</v></c></row></sheetData>',
    );
    expect((await readTable(made))[0]?.[0]).toBe("Ana");
  });
  test("entities are no more than their names: nothing is expanded, nothing is fetched", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${
      "&a;".repeat(1000)
    }"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const cell = (name: string) => `<c t="inlineStr"><is><t>&${name};x</t></is></c>`;
    const made = workbook(`<sheetData><row>${cell("b")}${cell("f")}</row></sheetData>`, bomb);
    for (const word of (await readTable(made)).flat()) expect(word).toMatch(/^(&[bf];)?x$/);
  });
  test("a line of nothing but columns, and a cell without end, as far as they count", async () => {
    const [row] = await readTable(text(`Ana${";x".repeat(2_000_000)}`));
    expect(row).toHaveLength(IMPORT_MAX.columns);
    expect((await readTable(text(`"${"a".repeat(5_000_000)}"`)))[0]![0]).toHaveLength(1000);
  });
  test("the reader reads an export again, with the names that looked like formulas", async () => {
    const page = async function* () {
      yield await Promise.resolve([["=SUM(1)", "5511988887777"]]);
    };
    const made = await new Response(spreadsheet("Contatos", COLUMNS, page())).arrayBuffer();
    expect(await readTable(new Uint8Array(made))).toEqual([["nome", "numero"], ["=SUM(1)", "5511988887777"]]);
  });
});

test("columns are guessed by their heads in four languages, and rows become contacts with whole numbers", () => {
  expect(guess(["Nome", "WhatsApp", "E-mail", "Etiquetas", "CPF"])).toEqual(["name", "number", "email", "tags", ""]);
  expect(guess(["Ad Soyad", "Telefon", "E-posta"])).toEqual(["name", "number", "email"]);
  const rows = [["Nome", "Telefone"], ["Ana", "(11) 98888-7777"], ["Bia", "12"], ["", "5511977776666"]];
  expect(hasHead(rows)).toBe(true);
  expect(hasHead(rows.slice(1))).toBe(false);
  const made = contactsOf(rows, ["name", "number"], true, "55");
  expect(made[0]).toEqual({ line: 2, name: "Ana", number: "5511988887777", email: "", tags: "" });
  expect(made.map(problemOf)).toEqual([null, "number", "name"]);
});
