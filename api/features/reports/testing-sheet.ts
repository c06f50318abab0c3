// Reads a workbook of one sheet back, for tests, with another library than the one that wrote it.
import { read, utils } from "@e965/xlsx";

type Cell = string | number;
export interface Sheet {
  head: Cell[];
  rows: Cell[][];
}

/** The cells of the answer's only sheet: text and numbers, "" for nothing. */
export async function readSheet(answer: Response): Promise<Sheet> {
  const book = read(new Uint8Array(await answer.arrayBuffer()));
  const rows = utils.sheet_to_json<Cell[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: true, defval: "" });
  return { head: rows[0] ?? [], rows: rows.slice(1) };
}
