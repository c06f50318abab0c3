import { type RefObject, useEffect, useRef, useState } from "react";
import { haptic } from "../../core/page/haptics.ts";
import { queryClient } from "../../core/answers/query-client.ts";

/** Pulled so far it fetches, px on screen; the finger goes twice as far. */
const FAR_PX = 64;
const MAX_PX = 96;
const START_PX = 8;
/** The sign stays this long at least, ms, so that people notice it. */
const SHOWN_MS = 500;

/** Fetches the answers on screen again. Files do not change. */
async function refresh() {
  const wait = new Promise((done) => setTimeout(done, SHOWN_MS));
  await Promise.all([
    wait,
    queryClient.refetchQueries({ type: "active", predicate: ({ queryKey }) => queryKey[0] !== "media" }),
  ]);
}

/** Pulling a list down at its top fetches it again. `by` px it is pulled, `busy` while it fetches. */
export function usePull(area: RefObject<HTMLElement | null>) {
  const [by, setBy] = useState(0);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let from: { x: number; y: number; on: boolean } | null = null;
    let pulled = 0;
    const show = (px: number) => {
      if (px >= FAR_PX && pulled < FAR_PX) haptic("threshold");
      pulled = px;
      setBy(px);
    };
    const start = (e: TouchEvent) => {
      const touch = e.touches[0];
      from = touch && e.touches.length === 1 && element.scrollTop <= 0 && !running.current
        ? { x: touch.clientX, y: touch.clientY, on: false }
        : null;
    };
    const move = (e: TouchEvent) => {
      const touch = e.touches[0];
      if (!from || !touch) return;
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
      if (!from.on && (dy < 0 || Math.abs(dx) > Math.max(START_PX, dy))) from = null;
      else if (from.on || dy > START_PX) {
        from.on = true;
        // The list stays where it is; the system's own pulling too.
        if (e.cancelable) e.preventDefault();
        show(Math.min(MAX_PX, Math.max(0, (dy - START_PX) / 2)));
      }
    };
    const end = () => {
      const far = from?.on === true && pulled >= FAR_PX;
      from = null;
      show(0);
      if (!far) return;
      running.current = true;
      setBusy(true);
      void refresh().catch(() => undefined).finally(() => {
        running.current = false;
        setBusy(false);
      });
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", end);
    };
  }, [area]);
  return { by, busy, share: Math.min(1, by / FAR_PX) };
}
