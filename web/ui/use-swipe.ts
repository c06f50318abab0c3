import { type TouchEvent, useRef, useState } from "react";
import { counts, EDGE_PX, FAR_PX, intent, pulled } from "./swipe-plan.ts";

type Way = "left" | "right";
interface Wish {
  /** The directions that have an action; the element does not move in others. */
  left: boolean;
  right: boolean;
  onSwipe: (way: Way) => void;
  /** Called when the finger crosses the threshold, there or back. */
  onFar?: (far: boolean) => void;
}
interface Finger {
  x: number;
  y: number;
  on: boolean;
  far: boolean;
  /** The last two places, for the speed. */
  trail: { x: number; at: number }[];
}
const TRAIL_MS = 80;

/** Sideways swiping of one element: its offset, and its event handlers. Scrolling wins over it. */
export function useSwipe({ left, right, onSwipe, onFar }: Wish) {
  const finger = useRef<Finger | null>(null);
  const [by, setBy] = useState(0);
  const stop = () => {
    if (finger.current?.far) onFar?.(false);
    finger.current = null;
    setBy(0);
  };
  const start = (e: TouchEvent) => {
    const touch = e.touches[0];
    if (!touch || e.touches.length > 1) return stop();
    const { clientX: x, clientY: y } = touch;
    if (x < EDGE_PX || x > innerWidth - EDGE_PX) return;
    finger.current = { x, y, on: false, far: false, trail: [{ x, at: e.timeStamp }] };
  };
  const move = (e: TouchEvent) => {
    const touch = e.touches[0];
    const now = finger.current;
    if (!touch || !now) return;
    const [dx, dy] = [touch.clientX - now.x, touch.clientY - now.y];
    if (!now.on) {
      const what = intent(dx, dy);
      if (what === "scroll") finger.current = null;
      if (what !== "swipe") return;
      now.on = true;
    }
    now.trail = [...now.trail.filter(({ at }) => e.timeStamp - at < TRAIL_MS), { x: touch.clientX, at: e.timeStamp }];
    const open = dx > 0 ? right : left;
    const far = open && Math.abs(dx) >= FAR_PX;
    if (far !== now.far) onFar?.(far);
    now.far = far;
    setBy(open ? pulled(dx) : 0);
  };
  const end = (e: TouchEvent) => {
    const now = finger.current;
    const x = e.changedTouches[0]?.clientX;
    if (now?.on && x !== undefined) {
      const first = now.trail[0];
      const speed = first && e.timeStamp > first.at ? (x - first.x) / (e.timeStamp - first.at) : 0;
      const dx = x - now.x;
      const way = dx > 0 ? "right" : "left";
      if ((way === "right" ? right : left) && counts(dx, speed)) onSwipe(way);
    }
    stop();
  };
  return { by, handlers: { onTouchStart: start, onTouchMove: move, onTouchEnd: end, onTouchCancel: stop } };
}
