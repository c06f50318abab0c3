import { useMemo } from "react";
import type { Row } from "./rows.ts";

/** What a row takes, px, more or less: what fills the screen with such rows is enough for the first frame. */
const ROW_PX = 64;

/**
 * The newest rows first, all of them a frame later: a conversation that opens at its end shows it without having drawn its
 * beginning. Answers the rows to draw, whether these are all, and in the first frame which of them stand there before anything
 * is measured: the list would wait for its own size otherwise, and draw them after a layout of nothing.
 */
export function useTail(rows: Row[], painted: boolean): { shown: Row[]; whole: boolean; first: number[] | undefined } {
  const count = Math.ceil(globalThis.innerHeight / ROW_PX);
  const atEnd = !painted && !rows.some((row) => row.kind === "unread");
  const shown = useMemo(() => atEnd && rows.length > count ? rows.slice(-count) : rows, [atEnd, rows, count]);
  return { shown, whole: shown === rows, first: atEnd ? [...shown.keys()] : undefined };
}
