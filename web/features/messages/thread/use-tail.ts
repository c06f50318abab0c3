import { useMemo } from "react";
import type { Row } from "./rows.ts";

/** What a row takes, px, more or less: what fills the screen with such rows is enough for the first frame. */
const ROW_PX = 64;
/** What stands above the unread line where the view begins. */
const ABOVE_UNREAD = 2;

interface Tail {
  shown: readonly Row[];
  /** These are all. */
  whole: boolean;
  /** Which of them stand there before anything is measured. */
  first: readonly number[] | undefined;
}
const between = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/**
 * What to draw in the first frame: a screenful, at the end or where the unread line is. The list would wait for its own size
 * otherwise, and draw after a layout of nothing. At the end the rows above come a frame later.
 */
export function useTail(rows: readonly Row[], painted: boolean): Tail {
  return useMemo(() => {
    if (painted) return { shown: rows, whole: true, first: undefined };
    const count = Math.min(rows.length, Math.ceil(globalThis.innerHeight / ROW_PX));
    const unread = rows.findIndex((row) => row.kind === "unread");
    if (unread < 0) return { shown: rows.slice(-count), whole: count === rows.length, first: between(0, count) };
    const from = Math.max(0, Math.min(unread - ABOVE_UNREAD, rows.length - count));
    return { shown: rows, whole: true, first: between(from, from + count) };
  }, [rows, painted]);
}
