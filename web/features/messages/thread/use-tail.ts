import { hasPlace } from "../../../core/page/place.ts";
import { usePainted } from "../../../patterns/use-painted.ts";
import type { Row } from "./rows.ts";

/** What a row takes, px, more or less: what fills the screen with such rows is enough for the first frame. */
const ROW_PX = 64;

/**
 * The newest rows first, all of them a frame later: a conversation that opens at its end shows it without having drawn its
 * beginning or measured anything. Answers the rows to draw, and whether these are all.
 */
export function useTail(name: string, rows: Row[]): { shown: Row[]; whole: boolean } {
  const painted = usePainted(() => hasPlace(name));
  const count = Math.ceil(globalThis.innerHeight / ROW_PX);
  const some = !painted && rows.length > count && !rows.some((row) => row.kind === "unread");
  return { shown: some ? rows.slice(-count) : rows, whole: !some };
}
