import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type Tone = "neutral" | "primary" | "success" | "warning" | "danger" | "info" | "note";
const tones: Record<Tone, string> = {
  neutral: "bg-hover text-fg-muted",
  primary: "bg-primary-soft text-primary-fg",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
  note: "bg-note-soft text-note",
};

/** A state in a word. */
export function Badge(
  { tone = "neutral", className, children }: { tone?: Tone; className?: string; children: ReactNode },
) {
  return (
    <span
      className={cn(
        "inline-flex h-5 max-w-full items-center gap-1 rounded-full px-2 text-small leading-none font-500 whitespace-nowrap [&_svg]:size-3",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A count of unread messages or waiting tickets. Nothing at zero. */
export function Count(
  { value, max = 999, loud, className }: { value: number; max?: number; loud?: boolean; className?: string },
) {
  if (value <= 0) return null;
  return (
    <span
      className={cn(
        "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-small leading-none font-600 tabular-nums",
        loud ? "bg-primary text-on-primary" : "bg-hover text-fg-muted",
        className,
      )}
    >
      {value > max ? `${max}+` : value}
    </span>
  );
}
