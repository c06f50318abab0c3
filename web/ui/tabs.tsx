import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
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
  className?: string;
  /** `TabPanel`s. */
  children?: ReactNode;
}

export function Tabs({ tabs, value, onChange, label, className, children }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.filter((tab) => !tab.hidden).map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-control shrink-0 items-center gap-2 border-b-2 border-transparent px-2.5 text-body font-500 text-fg-muted hover:text-fg data-[state=active]:border-primary-fg data-[state=active]:text-fg focus-visible:outline-offset-[-2px]"
          >
            {tab.label}
            {tab.badge}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return <Radix.Content value={value} className={cn("outline-none", className)}>{children}</Radix.Content>;
}
