import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, useRef, useState } from "react";
import { MenuPanel } from "./menu-panel.tsx";

const LONG_PRESS_MS = 500;
const MOVED_PX = 10;

/** The menu of a right click or a long press. What it offers must also hang on a button. */
export function ContextMenu(
  { target, children }: { target: ReactElement<HTMLAttributes<HTMLElement>>; children: ReactNode },
) {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  return (
    <>
      {cloneElement(target, {
        onContextMenu: (e) => {
          e.preventDefault();
          stop();
          setPoint({ x: e.clientX, y: e.clientY });
        },
        // iOS has no context-menu event.
        onPointerDown: (e) => {
          target.props.onPointerDown?.(e);
          if (e.pointerType !== "touch") return;
          const { clientX: x, clientY: y } = e;
          press.current = { timer: setTimeout(() => setPoint({ x, y }), LONG_PRESS_MS), x, y };
        },
        onPointerMove: (e) => {
          target.props.onPointerMove?.(e);
          const start = press.current;
          if (start && Math.hypot(e.clientX - start.x, e.clientY - start.y) > MOVED_PX) stop();
        },
        onPointerUp: (e) => {
          target.props.onPointerUp?.(e);
          stop();
        },
        onPointerCancel: stop,
        onClickCapture: (e) => {
          // The press that opened the menu must not also open the row.
          if (point) {
            e.preventDefault();
            e.stopPropagation();
          }
        },
      })}
      {point && <MenuPanel anchor={point} align="start" onClose={() => setPoint(null)}>{children}</MenuPanel>}
    </>
  );
}
