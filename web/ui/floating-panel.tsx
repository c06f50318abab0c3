import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from "react";
import { cn } from "./cn.ts";
import { type Align, placeAt, type Side } from "./floating.ts";
import { useLayer } from "./layers.ts";

interface Props extends Omit<ComponentProps<"div">, "ref"> {
  /** The panel's anchor: an element, or a point of the window. */
  anchor: RefObject<HTMLElement | null> | { x: number; y: number };
  side?: Side;
  align?: Align;
  gap?: number;
  /** At least as wide as its anchor. */
  fit?: boolean;
  onClose: () => void;
}

const focusable =
  'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex]:not([tabindex="-1"])';

/** An open panel in the top layer. Closes by Escape, by Back, by a press elsewhere and when the focus leaves; gives the focus back. */
export function FloatingPanel(props: Props) {
  const { anchor, side = "bottom", align = "end", gap = 4, fit, onClose, className, ...rest } = props;
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayer(onClose);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const before = document.activeElement as HTMLElement | null;
    const held = "current" in anchor ? anchor.current : null;
    const box = () =>
      "current" in anchor ? anchor.current?.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0);
    const place = () => {
      const at = box();
      if (at) placeAt(element, at, { side, align, gap });
    };
    const press = (e: PointerEvent) => {
      const target = e.target as Node;
      if (!element.contains(target) && !held?.contains(target)) close.current();
    };
    const key = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      // Runs before any dialog around hears the key, so that only the innermost layer closes.
      e.preventDefault();
      e.stopPropagation();
      close.current();
    };
    element.showPopover();
    place();
    (element.querySelector<HTMLElement>("[data-autofocus]") ?? element.querySelector<HTMLElement>(focusable) ?? element)
      .focus();
    const size = new ResizeObserver(place);
    size.observe(element);
    addEventListener("resize", place);
    addEventListener("scroll", place, true);
    addEventListener("pointerdown", press, true);
    addEventListener("keydown", key, true);
    return () => {
      size.disconnect();
      removeEventListener("resize", place);
      removeEventListener("scroll", place, true);
      removeEventListener("pointerdown", press, true);
      removeEventListener("keydown", key, true);
      if (element.contains(document.activeElement)) (held ?? before)?.focus();
    };
  }, []);
  return (
    <div
      ref={panel}
      popover="manual"
      tabIndex={-1}
      data-fit={fit ? "anchor" : undefined}
      onBlur={(e) => {
        const next = e.relatedTarget as Node | null;
        if (next && !e.currentTarget.contains(next)) onClose();
      }}
      className={cn(
        "fixed m-0 overflow-y-auto rounded-card border border-line bg-raised text-fg shadow-float outline-none animate-fade",
        className,
      )}
      {...rest}
    />
  );
}
