import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";

interface Props {
  text: string;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement;
}

/** A name that appears on hover and on focus. Needs `TooltipProvider` at the root. */
export function Tooltip({ text, side = "bottom", children }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-70 max-w-70 rounded-control bg-fg px-2 py-1 text-meta text-surface animate-fade pointer-events-none wrap-anywhere"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const TooltipProvider = Radix.Provider;
