import { type PointerEvent, useRef } from "react";

const CLOSE_AFTER_PX = 90;

/** The handle by which a person pulls a sheet away from the bottom of a phone. */
export function Handle({ onClose }: { onClose: () => void }) {
  const start = useRef<number | null>(null);
  const sheet = (e: PointerEvent<HTMLElement>) => e.currentTarget.closest<HTMLElement>("[data-sheet]");
  const move = (e: PointerEvent<HTMLElement>) => {
    const by = start.current === null ? 0 : Math.max(0, e.clientY - start.current);
    const element = sheet(e);
    // None at rest: a translated sheet would hold its toasts inside of itself.
    if (element) element.style.translate = by ? `0 ${by}px` : "";
    return by;
  };
  const end = (e: PointerEvent<HTMLElement>) => {
    const far = move(e) > CLOSE_AFTER_PX;
    start.current = null;
    if (far) onClose();
    else move(e);
  };
  return (
    <div
      aria-hidden
      className="flex h-5 shrink-0 touch-none items-center justify-center sm:hidden"
      onPointerDown={(e) => {
        start.current = e.clientY;
        e.currentTarget.setPointerCapture(e.pointerId);
      }}
      onPointerMove={(e) => start.current !== null && move(e)}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong/50" />
    </div>
  );
}
