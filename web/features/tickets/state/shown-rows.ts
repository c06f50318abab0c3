// The rows on screen, for keys that go from one ticket to the next.

interface Rows {
  ids: readonly number[];
  /** The open ticket's, if it is among them. */
  selected: number | undefined;
  /** Gives a row the focus and brings it into view. */
  focus: (id: number) => void;
}
let rows: Rows | null = null;
/** The list tells what it shows; the answered function ends it. */
export function showRows(now: Rows): () => void {
  rows = now;
  return () => {
    if (rows === now) rows = null;
  };
}
export const rowsShown = (): Rows | null => rows;

/** The row that lies so many further than `from`; the first where nothing was chosen yet; undefined at the ends. */
export function further(ids: readonly number[], from: number | undefined, by: 1 | -1): number | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from);
  return at < 0 ? ids[0] : ids[at + by];
}
