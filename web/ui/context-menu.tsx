import { ContextMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cn } from "./cn.ts";
import { menuDanger, menuItem, menuLine, menuPanel } from "./menu-style.ts";

/** The menu of a right click or a long press. What it offers must also hang on a button. */
export function ContextMenu({ target, children }: { target: ReactElement; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{target}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content collisionPadding={8} className={menuPanel}>{children}</Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function ContextItem({ danger, className, ...props }: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return <Radix.Item className={cn(menuItem, danger && menuDanger, className)} {...props} />;
}
export function ContextLine() {
  return <Radix.Separator className={menuLine} />;
}
