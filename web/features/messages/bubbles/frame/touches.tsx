import { Reply } from "lucide-react";
import { type HTMLAttributes, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { haptic } from "../../../../core/page/haptics.ts";
import { cn } from "../../../../ui/cn.ts";
import { useSwipe } from "../../../../ui/use-swipe.ts";

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Pushed to the right by a finger. Also in the menu. */
  onReply?: () => void;
  /** Tapped twice. Also in the menu. */
  onDoubleTap?: () => void;
  children: ReactNode;
}
const TWICE_MS = 300;
const NEAR_PX = 30;

/** What a finger does with a bubble. */
export function BubbleTouches({ onReply, onDoubleTap, className, children, ...props }: Props) {
  const last = useRef({ at: -Infinity, x: 0, y: 0 });
  const [far, setFar] = useState(false);
  const { by, handlers } = useSwipe({
    left: false,
    right: onReply !== undefined,
    onFar: (now) => {
      if (now) haptic("threshold");
      setFar(now);
    },
    onSwipe: () => onReply?.(),
  });
  const tap = (e: PointerEvent<HTMLElement>) => {
    if (!onDoubleTap || e.pointerType !== "touch") return;
    const target = e.target as Element;
    if (!target.closest("[data-message]") || target.closest("button, a, input, video")) return;
    const { at, x, y } = last.current;
    const twice = e.timeStamp - at < TWICE_MS && Math.hypot(e.clientX - x, e.clientY - y) < NEAR_PX;
    last.current = { at: twice ? -Infinity : e.timeStamp, x: e.clientX, y: e.clientY };
    if (!twice) return;
    haptic("longPress");
    onDoubleTap();
  };
  return (
    <div data-bubble className={cn("relative touch-pan-y", className)} onPointerUp={tap} {...handlers} {...props}>
      {by > 0 && (
        <span
          aria-hidden
          className={cn(
            "absolute top-1/2 left-3 grid size-8 -translate-y-1/2 place-items-center rounded-full bg-raised text-fg-muted transition-transform duration-150",
            far && "scale-125 text-primary-fg",
          )}
          style={{ opacity: Math.min(1, by / 60) }}
        >
          <Reply className="size-4" />
        </span>
      )}
      <div
        className={cn(
          "flex w-full min-w-0 [justify-content:inherit]",
          by === 0 && "transition-transform duration-150 ease-out",
        )}
        style={by === 0 ? undefined : { transform: `translateX(${by}px)` }}
      >
        {children}
      </div>
    </div>
  );
}
