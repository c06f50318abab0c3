import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { cn } from "../../ui/cn.ts";
import type { TriggerProps } from "../../ui/dropdown-menu.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";

/** The look of a line of the menu, link or button. */
export const railLine =
  "relative flex h-10 low:h-9 w-full items-center gap-3 rounded-control px-2.5 text-left text-body font-500 transition-colors touch:h-11";

interface Props extends TriggerProps {
  icon: LucideIcon;
  label: string;
  /** With its name beside the icon. */
  words: boolean;
  /** The keys that do the same, shown with the name. */
  caps?: string[][];
  /** At the end of the line: the keys, a number. */
  end?: ReactNode;
  /** On the icon while there are no words. */
  mark?: ReactNode;
  /** With the mark beside words, too. */
  marked?: boolean;
  /** The screen that is shown is among those that it leads to. */
  current?: boolean;
  "aria-pressed"?: boolean;
}

/** A button among the menu's lines. */
export function RailButton({ icon: Icon, label, words, caps, end, mark, marked, current, ref, ...props }: Props) {
  const button = (
    <button
      ref={ref as Ref<HTMLButtonElement>}
      type="button"
      aria-label={label}
      className={cn(
        railLine,
        current
          ? "bg-primary-soft text-primary-fg"
          : "text-fg-muted hover:bg-hover hover:text-fg aria-expanded:bg-hover",
      )}
      {...props}
    >
      <span className="relative shrink-0">
        <Icon aria-hidden className="size-5" />
        {(marked || !words) && mark}
      </span>
      {words && <span className="min-w-0 flex-1 truncate">{label}</span>}
      {words && end}
    </button>
  );
  return words ? button : <Tooltip text={label} caps={caps} side="right">{button}</Tooltip>;
}
