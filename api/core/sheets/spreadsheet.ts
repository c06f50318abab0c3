// A workbook of one sheet, written row by row by exceljs: what is in memory is what nobody has read yet.
import { once } from "node:events";
import process from "node:process";
import { PassThrough, Readable } from "node:stream";

/** A cell: text, a number, nothing, or a day and time as the reader's calendar shows it (days since 1900). */
export type Cell = string | number | null | { at: number };
export interface Column {
  head: string;
  /** Characters wide. */
  width: number;
}
/** Characters a cell of a spreadsheet program may hold. */
const CELL_MAX = 32_767;
/** exceljs keeps each style object it has seen: shared ones, or there are as many as cells. */
const PLAIN = {};
const DAY = { numFmt: "dd/mm/yyyy hh:mm" };
/** Rows written before what they became is zipped: their cells, fifty times their text, are gone before the next are made. */
const AT_ONCE = 100;
/** Bytes that may wait for a reader before the next rows are asked for. */
const WAITING_MAX = 256 * 1024;

/** Text that no program takes for a formula: what begins like one gets an apostrophe in front (OWASP, CSV injection). */
export function plainText(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}
/** Characters that XML has no way to write are left out. */
function written(value: Cell): string | number | null {
  if (typeof value !== "string") return typeof value === "object" ? value?.at ?? null : value;
  // deno-lint-ignore no-control-regex
  const legal = value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return plainText(legal.slice(0, CELL_MAX - 1));
}

/** The bytes of a workbook; `rows` come in lots and are asked for only as fast as somebody reads. */
export function spreadsheet(
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): ReadableStream<Uint8Array> {
  const out = new PassThrough({ highWaterMark: WAITING_MAX });
  void write(out, name, columns, rows).catch((error) => out.destroy(error));
  return Readable.toWeb(out) as unknown as ReadableStream<Uint8Array>;
}
/** Large, and few processes ever write one: loaded by the first that does. */
async function exceljs() {
  // A part of it that unpacks files, of which we have none, asks while it loads; the process has no right to know.
  process.umask = () => 0o077;
  return (await import("exceljs")).default;
}
async function write(
  out: PassThrough,
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<void> {
  const ExcelJS = await exceljs();
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet(name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31), {
    views: [{ state: "frozen", ySplit: 1 }],
  });
  sheet.columns = columns.map(({ head, width }) => ({ header: head, width }));
  sheet.getRow(1).font = { bold: true };
  sheet.getRow(1).commit();
  for await (const lot of rows) {
    for (let from = 0; from < lot.length; from += AT_ONCE) {
      for (const cells of lot.slice(from, from + AT_ONCE)) {
        const row = sheet.addRow(cells.map(written));
        for (const [i, value] of cells.entries()) {
          row.getCell(i + 1).style = typeof value === "object" && value !== null ? DAY : PLAIN;
        }
        row.commit();
      }
      // Zipped bytes reach the reader in their own time.
      await new Promise((resolve) => setImmediate(resolve));
      if (out.destroyed) return;
      // A client that went away reads no more: then nothing drains.
      if (out.writableNeedDrain) await Promise.race([once(out, "drain"), once(out, "close")]);
    }
  }
  sheet.commit();
  await book.commit();
}

/** The answer that a browser saves under this name. */
export function spreadsheetAnswer(name: string, bytes: ReadableStream<Uint8Array>): Response {
  return new Response(bytes, {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
