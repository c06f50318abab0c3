import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, type Ref, useRef, useState } from "react";
import type { Align, Side } from "./floating.ts";
import { MenuPanel } from "./menu-panel.tsx";

export interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?: (e: MouseEvent<HTMLButtonElement>) => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}
interface Props {
  /** A button; it gets its click and its state from here. */
  trigger: ReactElement<TriggerProps>;
  align?: Align;
  side?: Side;
  className?: string;
  /** `MenuItem`, `MenuChoice`, `MenuLabel`, `MenuLine`. */
  children: ReactNode;
}

/** A menu that hangs on its button. */
export function DropdownMenu({ trigger, align = "end", side = "bottom", className, children }: Props) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        onClick: (e) => {
          trigger.props.onClick?.(e);
          setOpen(!open);
        },
      })}
      {open && (
        <MenuPanel
          anchor={anchor}
          side={side}
          align={align}
          onClose={() => setOpen(false)}
          className={className}
        >
          {children}
        </MenuPanel>
      )}
    </>
  );
}
