import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, useRef, useState } from "react";
import { MenuPanel } from "./menu-panel.tsx";

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;

interface Props {
  target: ReactElement<HTMLAttributes<HTMLElement>>;
  /** Called when a long press opened the menu, for a short vibration. */
  onLongPress?: () => void;
  children: ReactNode;
}

/** The menu of a right click or a long press. Each of its actions must also have a button. */
export function ContextMenu({ target, onLongPress, children }: Props) {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const touching = useRef(false);
  /** The finger that is down has opened the menu: ignore its release. */
  const opened = useRef(false);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  const open = (x: number, y: number) => {
    stop();
    opened.current = touching.current;
    // Removes the system's selection under the finger.
    if (touching.current) getSelection()?.removeAllRanges();
    setPoint({ x, y });
  };
  return (
    <>
      {cloneElement(target, {
        onContextMenu: (e) => {
          e.preventDefault();
          if (opened.current) return;
          if (touching.current) onLongPress?.();
          open(e.clientX, e.clientY);
        },
        // iOS has no context-menu event.
        onPointerDown: (e) => {
          target.props.onPointerDown?.(e);
          touching.current = e.pointerType === "touch";
          opened.current = false;
          if (!touching.current) return;
          stop();
          const { clientX: x, clientY: y } = e;
          const timer = setTimeout(() => {
            onLongPress?.();
            open(x, y);
          }, LONG_PRESS_MS);
          press.current = { timer, x, y };
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
        // Prevents the browser's mouse events after the touch: they would take the focus out of the menu, and open the row.
        onTouchEnd: (e) => {
          target.props.onTouchEnd?.(e);
          if (opened.current && e.cancelable) e.preventDefault();
        },
        onClickCapture: (e) => {
          if (!opened.current) return;
          opened.current = false;
          e.preventDefault();
          e.stopPropagation();
        },
      })}
      {point && <MenuPanel anchor={point} align="start" onClose={() => setPoint(null)}>{children}</MenuPanel>}
    </>
  );
}
