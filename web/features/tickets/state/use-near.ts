import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef } from "react";

/** Rows that are likely opened next. */
const TOP = 8;
/** A pointer that rests this long on a row means it, ms. */
const REST_MS = 80;

const rowOf = (e: PointerEvent | FocusEvent) =>
  Number((e.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row ?? 0);

/**
 * Tells of rows that are about to be opened: those at the top and the neighbours of the open one when idle, the pressed one,
 * the one a pointer rests on or a key has reached.
 */
export function useNear(ids: readonly number[], open: number | undefined, onNear: (id: number) => void) {
  const at = open === undefined ? -1 : ids.indexOf(open);
  const beside = at < 0 ? [] : [ids[at + 1], ids[at - 1]];
  const top = [...beside, ...ids.slice(0, TOP)].filter((id) => id !== undefined).join();
  useEffect(() => {
    if (!top) return;
    const tell = () => top.split(",").forEach((id) => onNear(Number(id)));
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(tell, 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(tell, { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, [top, onNear]);
  const resting = useRef<{ id: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => () => clearTimeout(resting.current?.timer), []);
  return useMemo(() => ({
    onFocus: (e: FocusEvent) => {
      const id = rowOf(e);
      if (id) onNear(id);
    },
    onPointerDown: (e: PointerEvent) => {
      const id = rowOf(e);
      if (id) onNear(id);
    },
    onPointerOver: (e: PointerEvent) => {
      const id = rowOf(e);
      if (id === resting.current?.id) return;
      clearTimeout(resting.current?.timer);
      resting.current = id ? { id, timer: setTimeout(() => onNear(id), REST_MS) } : undefined;
    },
  }), [onNear]);
}
