// While a card is dragged near the edge of what scrolls, it scrolls on: the lane below the pointer, and the board beside it.
const EDGE_PX = 72;
/** With one event of the drag, which come some twenty times a second. */
const STEP_PX = 36;

/** How far to scroll, px, for a pointer at `at` over what reaches from `start` to `end`; faster the nearer to the edge. */
export function edgeStep(start: number, end: number, at: number): number {
  const edge = Math.min(EDGE_PX, (end - start) / 3);
  const near = (distance: number) => Math.max(0, Math.min(1, (edge - distance) / edge));
  return Math.round(STEP_PX * (near(end - at) - near(at - start)));
}

/** Scrolls an element that is `way` scrollable, where the pointer is near its edge. */
export function scrollAtEdge(
  element: Element,
  way: "across" | "down",
  pointer: { clientX: number; clientY: number },
): void {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (way === "across") element.scrollLeft += edgeStep(left, right, pointer.clientX);
  else element.scrollTop += edgeStep(top, bottom, pointer.clientY);
}
