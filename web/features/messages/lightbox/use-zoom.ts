import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { clampScale, closeScale, scrolled, type Size, STEP, wheeled, wholeScale } from "./zoom.ts";

interface Point {
  x: number;
  y: number;
}
export interface Zoom {
  view: (element: HTMLDivElement | null) => void;
  /** The size to show the picture at; undefined until its own is known. */
  size: Size | undefined;
  /** True while it is larger than whole. */
  close: boolean;
  onSize: (own: Size) => void;
  /** From whole to readable and back, around a point of the window. */
  toggle: (at?: Point) => void;
  /** Uses a key that makes it larger, smaller, whole, or moves it; false for others. */
  onKey: (key: string) => boolean;
  onPointerDown: (e: PointerEvent) => void;
  onPointerMove: (e: PointerEvent) => void;
}
const MOVE_PX = 80;
const keys: Record<string, Point> = {
  ArrowUp: { x: 0, y: -MOVE_PX },
  ArrowDown: { x: 0, y: MOVE_PX },
  ArrowLeft: { x: -MOVE_PX, y: 0 },
  ArrowRight: { x: MOVE_PX, y: 0 },
};
const between = ([a, b]: readonly Touch[]): { at: Point; far: number } | null =>
  a && b
    ? {
      at: { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 },
      far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    }
    : null;

/** Zoom by wheel, two fingers, double press and keys; scrolled by finger and keys, moved by a mouse. Another `shown` is whole again. */
export function useZoom(shown: number): Zoom {
  const [view, setView] = useState<HTMLDivElement | null>(null);
  const [own, setOwn] = useState<Size>();
  const [room, setRoom] = useState<Size>();
  /** Undefined: whole, also when the window changes. */
  const [wanted, setWanted] = useState<number>();
  const around = useRef<{ at: Point; before: number; from: Point }>(undefined);
  const scale = own && room && (wanted === undefined ? wholeScale(own, room) : clampScale(wanted, own, room));
  useEffect(() => {
    setOwn(undefined);
    setWanted(undefined);
  }, [shown]);
  const now = useRef({ own, room, scale });
  now.current = { own, room, scale };

  /** Goes to a scale, so that a point of the window stays where it is; without one the view's middle. */
  const zoom = (next: (scale: number, own: Size, room: Size) => number, at?: Point) => {
    const { own, room, scale } = now.current;
    if (!own || !room || scale === undefined || !view) return;
    const box = view.getBoundingClientRect();
    const to = clampScale(next(scale, own, room), own, room);
    around.current = {
      at: { x: at ? at.x - box.left : room.width / 2, y: at ? at.y - box.top : room.height / 2 },
      before: scale,
      from: { x: view.scrollLeft, y: view.scrollTop },
    };
    setWanted(to > wholeScale(own, room) * 1.01 ? to : undefined);
  };
  useLayoutEffect(() => {
    if (!around.current || !view || !own || !room || scale === undefined) return;
    const { at, before, from } = around.current;
    around.current = undefined;
    view.scrollTo({
      left: scrolled(at.x, own.width, room.width, from.x, before, scale),
      top: scrolled(at.y, own.height, room.height, from.y, before, scale),
      behavior: "instant",
    });
  }, [scale]);

  useEffect(() => {
    const element = view;
    if (!element) return;
    const measure = () => setRoom({ width: element.offsetWidth, height: element.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    let fingers: ReturnType<typeof between> = null;
    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      // A touch pad tells two fingers as small steps of a wheel with Ctrl.
      const px = (e.deltaMode === 1 ? 16 : 1) * e.deltaY * (e.ctrlKey ? 4 : 1);
      zoom((scale) => wheeled(scale, px), { x: e.clientX, y: e.clientY });
    };
    const touch = (e: TouchEvent) => {
      const next = between([...e.touches]);
      const before = fingers;
      fingers = next;
      if (!next || !before) return;
      e.preventDefault();
      zoom((scale) => scale * next.far / before.far, next.at);
    };
    const end = (e: TouchEvent) => void (fingers = between([...e.touches]));
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("touchmove", touch, { passive: false });
    element.addEventListener("touchstart", end, { passive: true });
    element.addEventListener("touchend", end);
    return () => {
      observer.disconnect();
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("touchmove", touch);
      element.removeEventListener("touchstart", end);
      element.removeEventListener("touchend", end);
    };
  }, [view]);

  const close = wanted !== undefined && own !== undefined;
  const onKey = (key: string): boolean => {
    if (key === "+" || key === "=") zoom((scale) => scale * STEP);
    else if (key === "-") zoom((scale) => scale / STEP);
    else if (key === "0") setWanted(undefined);
    else {
      const by = keys[key] ??
        (key.startsWith("Page") && room && { x: 0, y: room.height * (key === "PageUp" ? -0.9 : 0.9) });
      if (!close || !by || !view) return false;
      const wide = view.scrollWidth > view.clientWidth;
      if (by.x !== 0 && !wide) return false;
      view.scrollBy({ left: by.x, top: by.y });
    }
    return true;
  };
  const onPointerDown = (e: PointerEvent) => {
    if (e.pointerType === "mouse" && e.button === 0 && close) e.currentTarget.setPointerCapture(e.pointerId);
  };
  const onPointerMove = (e: PointerEvent) => {
    if (e.currentTarget.hasPointerCapture(e.pointerId)) view?.scrollBy(-e.movementX, -e.movementY);
  };
  return {
    view: setView,
    size: own && scale ? { width: own.width * scale, height: own.height * scale } : undefined,
    close,
    onSize: setOwn,
    toggle: (at) => close ? setWanted(undefined) : zoom((_scale, own, room) => closeScale(own, room), at),
    onKey,
    onPointerDown,
    onPointerMove,
  };
}
