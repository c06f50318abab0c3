// The meaning of a sideways finger, as pure functions of its place; `use-swipe.ts` listens.

/** So far, or so fast (px per ms) past a third of it, counts. */
export const FAR_PX = 88;
const FLING = 0.5;
const FLING_PX = FAR_PX / 3;
/** A finger decides within this whether it scrolls or swipes. */
const START_PX = 12;
/** The system's own back gesture begins this near to the edge. */
export const EDGE_PX = 24;
/** Beyond the threshold the row follows more and more slowly. */
const MAX_PX = 140;

/** Up and down is scrolling, for good; sideways is a swipe; undecided after a small movement. */
export function intent(dx: number, dy: number): "scroll" | "swipe" | null {
  if (Math.abs(dy) > START_PX && Math.abs(dy) >= Math.abs(dx)) return "scroll";
  if (Math.abs(dx) > START_PX && Math.abs(dx) > Math.abs(dy) * 1.2) return "swipe";
  return Math.hypot(dx, dy) > START_PX * 3 ? "scroll" : null;
}

/** The row's offset when the finger has gone `dx`. */
export function pulled(dx: number): number {
  const far = Math.abs(dx);
  return Math.sign(dx) * (far <= FAR_PX ? far : Math.min(MAX_PX, FAR_PX + (far - FAR_PX) * 0.5));
}

/** Whether the release triggers the action: far enough and not on the way back, or flung. `speed` in px per ms, signed. */
export function counts(dx: number, speed: number): boolean {
  const back = Math.sign(speed) === -Math.sign(dx) && Math.abs(speed) > FLING;
  if (back) return false;
  return Math.abs(dx) >= FAR_PX || (Math.abs(dx) >= FLING_PX && Math.abs(speed) >= FLING);
}
