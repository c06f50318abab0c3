// The common part of dropdown and context menus: the panel, its keys, and its items.
import { Check, type LucideIcon } from "lucide-react";
import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use } from "react";
import { cn } from "./cn.ts";
import { FloatingPanel } from "./floating-panel.tsx";

const CloseMenu = createContext<() => void>(() => {});
const item =
  "flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-left text-body outline-none select-none hover:bg-hover focus:bg-hover disabled:pointer-events-none disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";

type PanelProps = Pick<
  ComponentProps<typeof FloatingPanel>,
  "anchor" | "side" | "align" | "onClose" | "className" | "children"
>;

/** Arrows, Home, End and first letters move; Tab leaves. */
function move(e: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...e.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const go = (index: number) => {
    e.preventDefault();
    items.at(index % items.length)?.focus();
  };
  if (e.key === "ArrowDown") go(now + 1);
  else if (e.key === "ArrowUp") go(now <= 0 ? -1 : now - 1);
  else if (e.key === "Home") go(0);
  else if (e.key === "End") go(-1);
  else if (e.key === "Tab") close();
  else if (e.key.length === 1 && /\S/.test(e.key)) {
    const letter = e.key.toLocaleLowerCase();
    const order = [...items.slice(now + 1), ...items.slice(0, now + 1)];
    order.find((entry) => entry.textContent?.trim().toLocaleLowerCase().startsWith(letter))?.focus();
  }
}

/** An open menu. */
export function MenuPanel({ onClose, className, children, ...props }: PanelProps) {
  return (
    <FloatingPanel
      role="menu"
      onClose={onClose}
      onKeyDown={(e) => move(e, onClose)}
      className={cn("z-60 max-w-80 min-w-48 p-1", className)}
      {...props}
    >
      <CloseMenu value={onClose}>{children}</CloseMenu>
    </FloatingPanel>
  );
}

interface ItemProps extends Omit<ComponentProps<"button">, "onSelect"> {
  onSelect?: () => void;
  danger?: boolean;
}
export function MenuItem({ onSelect, danger, className, ...props }: ItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onPointerMove={(e) => e.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        // Closed first, so that the focus is back on the trigger before a dialog remembers where it was.
        close();
        setTimeout(() => onSelect?.());
      }}
      className={cn(
        item,
        danger ? "text-danger hover:bg-danger-soft focus:bg-danger-soft" : "text-fg [&_svg]:text-fg-subtle",
        className,
      )}
      {...props}
    />
  );
}

interface ChoiceProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Keeps the menu open, for several choices in a row. */
  keepOpen?: boolean;
  disabled?: boolean;
  /** The icon, where the entries beside it have one too. */
  icon?: LucideIcon;
  children: ReactNode;
}
export function MenuChoice({ checked, onCheckedChange, keepOpen, disabled, icon: Icon, children }: ChoiceProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      disabled={disabled}
      onPointerMove={(e) => e.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        if (!keepOpen) close();
        onCheckedChange(!checked);
      }}
      className={cn(item, "text-fg")}
    >
      {Icon && <Icon aria-hidden className="text-fg-subtle" />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {checked && <Check aria-hidden className="text-primary-fg" />}
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 text-meta text-fg-subtle">{children}</div>;
}
export function MenuLine() {
  return <div role="separator" className="mx-1 my-1 h-px bg-line" />;
}
