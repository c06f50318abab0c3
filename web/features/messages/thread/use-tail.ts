import { useMemo } from "react";
import type { Row } from "./rows.ts";

/** What a row takes, px, more or less: what fills the screen with such rows is enough for the first frame. */
const ROW_PX = 64;

interface Tail {
  shown: Row[];
  /** These are all. */
  whole: boolean;
  /** Places of those that stand there before the list is measured. */
  first: number[] | undefined;
}

/**
 * The newest rows first, all of them a frame later: a conversation that opens at its end shows it without having drawn its
 * beginning or measured anything.
 */
export function useTail(rows: Row[], painted: boolean): Tail {
  return useMemo(() => {
    if (painted || rows.some((row) => row.kind === "unread")) return { shown: rows, whole: true, first: undefined };
    const count = Math.ceil(globalThis.innerHeight / ROW_PX);
    const shown = rows.length > count ? rows.slice(-count) : rows;
    return { shown, whole: shown === rows, first: [...shown.keys()] };
  }, [rows, painted]);
}
