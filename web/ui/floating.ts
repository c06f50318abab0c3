// Places a floating panel: beside its anchor, flipped when there is no room, never outside of the window. Panels use the
// platform's top layer (`popover`), so nothing clips them and a modal dialog around them keeps them alive.
export type Side = "top" | "bottom" | "left" | "right";
export type Align = "start" | "center" | "end";
const EDGE = 8;

interface Wish {
  side: Side;
  align: Align;
  gap: number;
}
type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom" | "width" | "height">;

const opposite: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, Math.max(low, high)));

function room(side: Side, anchor: Box, gap: number): number {
  if (side === "top") return anchor.top - gap - EDGE;
  if (side === "bottom") return innerHeight - anchor.bottom - gap - EDGE;
  if (side === "left") return anchor.left - gap - EDGE;
  return innerWidth - anchor.right - gap - EDGE;
}

/** Places a panel that is shown already. Sets its position and the height it may have. */
export function placeAt(panel: HTMLElement, anchor: Box, { side, align, gap }: Wish): void {
  panel.style.maxHeight = "";
  panel.style.minWidth = panel.dataset.fit === "anchor" ? `${anchor.width}px` : "";
  const { offsetWidth: width, offsetHeight: height } = panel;
  const upright = side === "top" || side === "bottom";
  const needed = upright ? height : width;
  const fits = room(side, anchor, gap) >= needed || room(side, anchor, gap) >= room(opposite[side], anchor, gap);
  const at = fits ? side : opposite[side];
  const along = upright
    ? align === "start"
      ? anchor.left
      : align === "end"
      ? anchor.right - width
      : anchor.left + (anchor.width - width) / 2
    : align === "start"
    ? anchor.top
    : align === "end"
    ? anchor.bottom - height
    : anchor.top + (anchor.height - height) / 2;
  const limit = upright ? Math.max(120, room(at, anchor, gap)) : innerHeight - 2 * EDGE;
  const tall = Math.min(height, limit);
  const left = upright ? along : at === "left" ? anchor.left - gap - width : anchor.right + gap;
  const top = !upright ? along : at === "top" ? anchor.top - gap - tall : anchor.bottom + gap;
  panel.style.left = `${clamp(left, EDGE, innerWidth - width - EDGE)}px`;
  panel.style.top = `${clamp(top, EDGE, innerHeight - tall - EDGE)}px`;
  panel.style.maxHeight = `${limit}px`;
}
