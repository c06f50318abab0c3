import { createContext, type KeyboardEvent, type ReactNode, use, useId } from "react";
import { cn } from "./cn.ts";

interface Tab {
  value: string;
  label: ReactNode;
  /** A count or a dot behind the label. */
  badge?: ReactNode;
  hidden?: boolean;
}
interface Props {
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  label: string;
  /** The tabs share the width of a phone, where all fit beside each other. */
  narrow?: boolean;
  className?: string;
  /** `TabPanel`s. */
  children?: ReactNode;
}
const Current = createContext({ id: "", value: "" });

function move(e: KeyboardEvent<HTMLElement>) {
  const tabs = [...e.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const now = tabs.indexOf(document.activeElement as HTMLElement);
  const by: Record<string, number> = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 };
  const next = by[e.key];
  if (next === undefined) return;
  e.preventDefault();
  const tab = tabs.at(next % tabs.length);
  tab?.focus();
  tab?.click();
}

/** Tabs: arrows move between them, Tab goes on into the panel. */
export function Tabs({ tabs, value, onChange, label, narrow, className, children }: Props) {
  const id = useId();
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={cn("flex overflow-x-auto border-b border-line", !narrow && "gap-1")}
      >
        {tabs.filter((tab) => !tab.hidden).map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-selected={tab.value === value}
            aria-controls={children ? `${id}-${tab.value}` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={cn(
              "-mb-px flex min-w-11 shrink-0 items-center justify-center border-b-2 font-500 focus-visible:-outline-offset-2",
              narrow ? "h-12 grow justify-center gap-1 px-1.5 text-meta" : "h-control gap-2 px-2.5 text-body",
              tab.value === value ? "border-primary-fg text-fg" : "border-transparent text-fg-muted hover:text-fg",
            )}
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <Current value={{ id, value }}>{children}</Current>
    </div>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const current = use(Current);
  const shown = current.value === value;
  return (
    <div
      role="tabpanel"
      id={`${current.id}-${value}`}
      aria-labelledby={`${current.id}-${value}-tab`}
      hidden={!shown}
      className={shown ? className : undefined}
    >
      {shown && children}
    </div>
  );
}
