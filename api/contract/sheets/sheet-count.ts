// Rows, cells and texts of a workbook, counted in its bytes while they are unpacked: a parser would make objects of each first.
export interface Counts {
  rows: number;
  /** Of all sheets together, as the parser keeps what a sheet has. */
  cells: number;
  /** In one row. */
  wide: number;
  texts: number;
  /** Elements of any other kind: styles, names, relations. */
  others: number;
}
const OPEN = 0x3c;
const [R, C, S, I] = [0x72, 0x63, 0x73, 0x69];
const CLOSES = 0x2f;
/** What may follow a tag's name; a `<col>` is no `<c>`. */
const ends = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x3e || byte === 0x2f || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Counts one part of a workbook, chunk by chunk; throws "tooMany" for rows, "bomb" for anything else beyond `most`. */
export function counter(most: Counts): (bytes: Uint8Array) => void {
  const found: Counts = { rows: 0, cells: 0, wide: 0, texts: 0, others: 0 };
  /** A tag whose name goes on in the next chunk. */
  let tail = new Uint8Array(0);
  return (chunk) => {
    let bytes = chunk;
    if (tail.length) {
      bytes = new Uint8Array(tail.length + chunk.length);
      bytes.set(tail);
      bytes.set(chunk, tail.length);
    }
    const last = bytes.lastIndexOf(OPEN);
    const until = last >= 0 && last > bytes.length - 5 ? last : bytes.length;
    tail = bytes.slice(until);
    for (let at = bytes.indexOf(OPEN); at >= 0 && at < until; at = bytes.indexOf(OPEN, at + 1)) {
      const name = bytes[at + 1];
      if (name === C && ends(bytes[at + 2])) {
        found.cells++;
        found.wide++;
      } else if (name === R && bytes[at + 2] === 0x6f && bytes[at + 3] === 0x77 && ends(bytes[at + 4])) {
        found.rows++;
        found.wide = 0;
      } else if (name === S && bytes[at + 2] === I && ends(bytes[at + 3])) found.texts++;
      else if (name === CLOSES || ends(bytes[at + 2]) || (name === I && bytes[at + 2] === S)) continue;
      else found.others++;
      if (found.rows > most.rows) throw new Error("tooMany");
      if (
        found.cells > most.cells || found.wide > most.wide || found.texts > most.texts || found.others > most.others
      ) throw new Error("bomb");
    }
  };
}
