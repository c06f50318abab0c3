import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { keepFocus } from "../../../core/page/last-input.ts";
import { showRows } from "./shown-rows.ts";

/** Where a key takes the focus in a list of so many rows; undefined for other keys. */
export function nextIndex(key: string, index: number, total: number): number | undefined {
  if (total === 0) return undefined;
  if (key === "ArrowDown") return Math.min(total - 1, index + 1);
  if (key === "ArrowUp") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  return key === "End" ? total - 1 : undefined;
}

/** One Tab stop for the whole list; arrows, Home and End move it, j and k from anywhere. The row with the focus is never unmounted. */
export function useRoving(ids: readonly number[], selected: number | undefined) {
  const list = useRef<VirtualizerHandle>(null);
  const [focused, setFocused] = useState<number>();
  const wanted = useRef<number>(undefined);
  const at = (id: number | undefined) => id === undefined ? -1 : ids.indexOf(id);
  const index = Math.max(0, at(focused) >= 0 ? at(focused) : at(selected));
  const active = ids[index];
  const focus = (id: number) => {
    wanted.current = id;
    setFocused(id);
    list.current?.scrollToIndex(ids.indexOf(id), { align: "nearest" });
  };
  useEffect(() => showRows({ ids, selected, focus }));
  const onKeyDown = (e: KeyboardEvent<HTMLElement>) => {
    const { target } = e;
    if (e.altKey || e.ctrlKey || e.metaKey || !(target instanceof HTMLElement) || !target.dataset.row) return;
    const next = nextIndex(e.key, index, ids.length);
    if (next === undefined) return;
    e.preventDefault();
    const id = ids[next];
    if (id !== undefined) focus(id);
  };
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });
  const there = at(focused) >= 0;
  useEffect(() => there ? keepFocus : undefined, [there]);
  return { list, active, activeIndex: index, onKeyDown, onFocus: useCallback((id: number) => setFocused(id), []) };
}
