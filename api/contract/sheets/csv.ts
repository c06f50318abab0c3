// Text with columns: comma, semicolon or tab between them, quotes around what holds one of these (RFC 4180).
const BETWEEN = [";", ",", "\t"] as const;

/** The text of a file: UTF-8, else UTF-16 where it begins so, else what Windows writes. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The sign between the columns: the one that the first lines hold most of, outside of quotes. */
function separator(text: string): string {
  const start = text.slice(0, 20_000).replace(/"[^"]*"/g, "");
  const counts = BETWEEN.map((sign) => start.split(sign).length);
  return BETWEEN[counts.indexOf(Math.max(...counts))]!;
}

export interface Most {
  rows: number;
  columns: number;
  /** Of a cell. */
  characters: number;
}

/** Rows of cells, no more of anything than `most`. Nothing in a cell is a formula. */
export function readCsv(text: string, most: Most): string[][] {
  const between = separator(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const add = (sign: string) => {
    if (cell.length < most.characters) cell += sign;
  };
  const endCell = () => {
    if (row.length < most.columns) row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < most.rows; at++) {
    const sign = text[at]!;
    if (quoted) {
      if (sign !== '"') add(sign);
      else if (text[at + 1] === '"') add(text[at++]!);
      else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === between) endCell();
    else if (sign === "\n") endRow();
    else if (sign !== "\r") add(sign);
  }
  if (rows.length < most.rows && (cell !== "" || row.length > 0)) endRow();
  return rows;
}
