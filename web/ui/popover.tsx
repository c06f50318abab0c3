import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from "react";
import { cn } from "./cn.ts";
import type { TriggerProps } from "./dropdown-menu.tsx";
import type { Align, Side } from "./floating.ts";
import { FloatingPanel } from "./floating-panel.tsx";

interface Props {
  /** A button; it gets its click and its state from here. */
  trigger: ReactElement<TriggerProps>;
  label: string;
  align?: Align;
  side?: Side;
  /** At least as wide as the trigger. */
  fit?: boolean;
  /** Set when the caller opens and closes it. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A small panel that hangs on its button. */
export function Popover(
  { trigger, label, align = "end", side = "bottom", fit, open, onOpenChange, className, children }: Props,
) {
  const [own, setOwn] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const shown = open ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        "aria-haspopup": "dialog",
        "aria-expanded": shown,
        onClick: (e) => {
          trigger.props.onClick?.(e);
          change(!shown);
        },
      })}
      {shown && (
        <FloatingPanel
          role="dialog"
          aria-label={label}
          anchor={anchor}
          side={side}
          align={align}
          fit={fit}
          onClose={() => change(false)}
          className={cn("max-w-[calc(100vw-16px)] p-3", className)}
        >
          {children}
        </FloatingPanel>
      )}
    </>
  );
}
