import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";

/** Where a key takes the focus in a list of so many rows; undefined for other keys. */
export function nextIndex(key: string, index: number, total: number): number | undefined {
  if (total === 0) return undefined;
  if (key === "ArrowDown" || key === "j") return Math.min(total - 1, index + 1);
  if (key === "ArrowUp" || key === "k") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  return key === "End" ? total - 1 : undefined;
}

/** One Tab stop for the whole list; arrows, j, k, Home and End move it. The row with the focus is never unmounted. */
export function useRoving(ids: readonly number[], selected: number | undefined) {
  const list = useRef<VirtualizerHandle>(null);
  const [focused, setFocused] = useState<number>();
  const wanted = useRef<number>(undefined);
  const at = (id: number | undefined) => id === undefined ? -1 : ids.indexOf(id);
  const index = Math.max(0, at(focused) >= 0 ? at(focused) : at(selected));
  const active = ids[index];
  const onKeyDown = (e: KeyboardEvent<HTMLElement>) => {
    const { target } = e;
    if (e.altKey || e.ctrlKey || e.metaKey || !(target instanceof HTMLElement) || !target.dataset.row) return;
    const next = nextIndex(e.key, index, ids.length);
    if (next === undefined) return;
    e.preventDefault();
    wanted.current = ids[next];
    setFocused(ids[next]);
    list.current?.scrollToIndex(next, { align: "nearest" });
  };
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  return { list, active, activeIndex: index, onKeyDown, onFocus: useCallback((id: number) => setFocused(id), []) };
}
