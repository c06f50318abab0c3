import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { Tooltip } from "./tooltip.tsx";

interface Props extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  icon: LucideIcon;
  /** The name, read aloud and shown on hover. */
  label: string;
  tip?: "top" | "bottom" | "left" | "right" | "none";
  /** The keys that do the same, shown with the name. */
  caps?: string[][];
  /** A dot at the corner for news. */
  dot?: boolean;
  /** A smaller sign, for buttons of a row. */
  small?: boolean;
}

/** A button that is only an icon, with its name as a tooltip. */
export function IconButton(
  { icon: Icon, label, tip = "bottom", caps, dot, small, className, type = "button", ...props }: Props,
) {
  const button = (
    <button
      type={type}
      aria-label={label}
      className={cn(
        "relative grid size-control shrink-0 place-items-center rounded-control text-fg-muted transition-colors hover:bg-hover hover:text-fg active:bg-pressed disabled:pointer-events-none disabled:opacity-50 aria-pressed:bg-primary-soft aria-pressed:text-primary-fg",
        className,
      )}
      {...props}
    >
      <Icon aria-hidden className={small ? "size-4" : "size-5"} />
      {dot && (
        <span
          aria-hidden
          className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger-fill ring-2 ring-surface"
        />
      )}
    </button>
  );
  return tip === "none" ? button : <Tooltip text={label} caps={caps} side={tip}>{button}</Tooltip>;
}
