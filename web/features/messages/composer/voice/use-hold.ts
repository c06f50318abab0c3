import { type PointerEvent, useEffect, useRef, useState } from "react";
import { haptic } from "../../../../core/page/haptics.ts";

/** So far to the left throws away, so far up locks, px. */
const CANCEL_PX = 110;
const LOCK_PX = 80;

interface Deeds {
  onStart: () => void;
  onCancel: () => void;
  onLock: () => void;
  onRelease: () => void;
}
export interface Trail {
  /** How far the finger is to the left, 0–1; 1 cancels when it is let go. */
  cancel: number;
  /** How far it is up, 0–1. */
  lock: number;
}
const still: Trail = { cancel: 0, lock: 0 };

/** Holding a button with a finger: let go to send, slide left to cancel, slide up to lock. */
export function useHold(deeds: Deeds) {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  const latest = useRef(deeds);
  latest.current = deeds;
  const [trail, setTrail] = useState(still);
  const end = () => {
    from.current = null;
    setTrail(still);
  };
  const place = (e: PointerEvent): Trail => {
    const start = from.current;
    if (!start) return still;
    const share = (px: number, whole: number) => Math.min(1, Math.max(0, px / whole));
    const [left, up] = [start.x - e.clientX, start.y - e.clientY];
    return left > up ? { cancel: share(left, CANCEL_PX), lock: 0 } : { cancel: 0, lock: share(up, LOCK_PX) };
  };
  useEffect(() => () => void (from.current = null), []);
  return {
    trail,
    handlers: {
      onPointerDown: (e: PointerEvent<HTMLElement>) => {
        if (e.pointerType !== "touch" || from.current) return;
        from.current = { id: e.pointerId, x: e.clientX, y: e.clientY };
        e.currentTarget.setPointerCapture(e.pointerId);
        latest.current.onStart();
      },
      onPointerMove: (e: PointerEvent<HTMLElement>) => {
        if (from.current?.id !== e.pointerId) return;
        const next = place(e);
        if (next.cancel === 1 && trail.cancel < 1) haptic("threshold");
        setTrail(next);
        if (next.lock < 1) return;
        haptic("threshold");
        end();
        latest.current.onLock();
      },
      onPointerUp: (e: PointerEvent<HTMLElement>) => {
        if (from.current?.id !== e.pointerId) return;
        const { cancel } = place(e);
        end();
        if (cancel === 1) latest.current.onCancel();
        else latest.current.onRelease();
      },
      // The system took the finger: the person decides later.
      onPointerCancel: (e: PointerEvent<HTMLElement>) => {
        if (from.current?.id !== e.pointerId) return;
        end();
        latest.current.onLock();
      },
    },
  };
}
