// A file of contacts as rows of text. Files come from anywhere: each is looked at before a parser sees it, and what cannot be taken
// is refused with a reason that the screen has words for.
import { read, type WorkBook } from "@e965/xlsx";
import { IMPORT_MAX } from "../limits.ts";
import { decodeText, readCsv } from "./csv.ts";
import { counter } from "./sheet-count.ts";
import { checkZip } from "./zip-check.ts";

export const refusals = ["empty", "page", "locked", "bomb", "tooMany", "tooBig", "oldBig", "broken"] as const;
export type Refusal = typeof refusals[number];
const MAX_ENTRIES = 2000;
/** What a parser may be given: beyond it takes seconds and hundreds of megabytes, whatever is in it. */
const MOST = { rows: IMPORT_MAX.rows + 1, cells: 800_000, wide: 1000, texts: 400_000, others: 1_000_000 };
/** Of Excel 97's files a few bytes are a cell, and nothing of it is packed. */
const MAX_OLE = 8 * 1024 * 1024;
const MAX_CELL = 1000;
const MAX_SHEETS = 20;

const begins = (bytes: Uint8Array, signs: readonly number[]) => signs.every((sign, at) => bytes[at] === sign);
const limits = { entries: MAX_ENTRIES, unpacked: IMPORT_MAX.unpacked, ratio: IMPORT_MAX.ratio };
const isZip = (bytes: Uint8Array) => begins(bytes, [0x50, 0x4b]);
/** The container of Excel 97's files, and of encrypted newer ones. */
const isOle = (bytes: Uint8Array) => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const PAGE = /^\s*(<!doctype|<html|<head|<table|<meta|<\?xml|<script|<body|mime-version:)/i;

/** The rows of the first sheet that has some, as text; throws an Error whose message is a `Refusal`. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  if (bytes.length === 0) throw new Error("empty");
  if (bytes.length > IMPORT_MAX.bytes) throw new Error("tooBig");
  if (isOle(bytes) && bytes.length > MAX_OLE) throw new Error("oldBig");
  const rows = isZip(bytes) ? await ofExcel(bytes) : isOle(bytes) ? ofBook(bytes) : ofText(bytes);
  if (rows.length > IMPORT_MAX.rows + 1) throw new Error("tooMany");
  const filled = rows.map((row) => row.slice(0, IMPORT_MAX.columns).map(plain)).filter((row) => row.some(Boolean));
  if (filled.length === 0) throw new Error("empty");
  return filled;
}

async function ofExcel(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  // Every part: which of them is a sheet or the styles is for the file to say.
  const names = await checkZip(bytes, limits, () => counter(MOST));
  if (!names.includes("xl/workbook.xml")) throw new Error("broken");
  return ofBook(bytes);
}

function ofText(bytes: Uint8Array): string[][] {
  const text = decodeText(bytes).replace(/^\ufeff/, "");
  if (PAGE.test(text)) throw new Error("page");
  // deno-lint-ignore no-control-regex
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text.slice(0, 20_000))) throw new Error("broken");
  return readCsv(text, { rows: IMPORT_MAX.rows + 2, columns: IMPORT_MAX.columns, characters: MAX_CELL });
}

interface Cell {
  t?: string;
  v?: unknown;
  w?: string;
}
function ofBook(bytes: Uint8Array): string[][] {
  for (let sheet = 0; sheet < MAX_SHEETS; sheet++) {
    const book = parsed(bytes, sheet);
    const name = book.SheetNames[sheet];
    if (name === undefined) return [];
    // Never by the area that a sheet claims to have: it may claim all there is.
    const cells = (book.Sheets[name] as { "!data"?: (Cell | undefined)[][] } | undefined)?.["!data"] ?? [];
    const rows = Array.from(
      cells,
      (row) => Array.from((row ?? []).slice(0, IMPORT_MAX.columns), (cell) => cell ? textOf(cell) : ""),
    );
    if (rows.some((row) => row.some(Boolean))) return rows;
  }
  return [];
}
function parsed(bytes: Uint8Array, sheet: number): WorkBook {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      sheets: sheet,
      sheetRows: IMPORT_MAX.rows + 2,
      cellFormula: false,
      cellHTML: false,
      bookVBA: false,
      bookDeps: false,
    });
  } catch (error) {
    throw new Error(/password|encrypt/i.test(String(error)) ? "locked" : "broken");
  }
}
/** A formula's cell is what it was when the file was saved. A number is written out: `5.51E+12` is nobody's phone. */
function textOf({ t, v, w }: Cell): string {
  if (v === undefined || v === null || t === "e" || t === "z") return "";
  if (t === "n") return Number.isInteger(v) ? (v as number).toFixed(0) : w ?? String(v);
  return t === "d" || t === "b" ? w ?? String(v) : String(v);
}
/** One line, and without the sign that our own export puts before what looks like a formula. */
const plain = (text: string): string =>
  // deno-lint-ignore no-control-regex
  text.slice(0, MAX_CELL).replace(/[\u0000-\u001f\u007f]+/g, " ").trim().replace(/^'(?=[=+\-@])/, "").toWellFormed();
