import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { asShown, settle, type ShownTicket } from "./settle.ts";

const REST_MS = 3000;

/**
 * The rows to show: the fresh ones, except while the pointer moves over the list or the list is scrolled away from its top.
 * Then the order stays, and `held` counts what waits. `letGo` shows it now.
 */
export function useSettled(fresh: readonly Ticket[], list: string, area: RefObject<HTMLElement | null>) {
  const [still, setStill] = useState(true);
  const shown = useRef<{ list: string; rows: readonly ShownTicket[] }>({ list, rows: [] });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    const rest = () => setStill(element.scrollTop <= 2);
    const stir = (e: Event) => {
      if (e instanceof PointerEvent && e.pointerType !== "mouse") return;
      setStill(false);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    const leave = () => {
      clearTimeout(timer);
      rest();
    };
    element.addEventListener("pointermove", stir);
    element.addEventListener("scroll", stir);
    element.addEventListener("pointerleave", leave);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("pointermove", stir);
      element.removeEventListener("scroll", stir);
      element.removeEventListener("pointerleave", leave);
    };
  }, [area, list]);
  const holding = !still && shown.current.list === list && shown.current.rows.length > 0;
  const settled = useMemo(() => {
    const next = holding ? settle(shown.current.rows, fresh) : { rows: asShown(fresh), held: 0, moved: false };
    return next.moved ? next : { ...next, rows: asShown(fresh) };
  }, [holding, fresh, list]);
  shown.current = { list, rows: settled.rows };
  const letGo = useCallback(() => {
    shown.current = { list, rows: [] };
    area.current?.scrollTo({ top: 0 });
    setStill(true);
  }, [area, list]);
  return { ...settled, letGo };
}
