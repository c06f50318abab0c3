import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { Spinner } from "./spinner.tsx";

/** The look of a button, also for links. */
export const buttonStyle = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control text-body font-500 whitespace-nowrap select-none transition-colors disabled:opacity-55 aria-disabled:opacity-55 disabled:pointer-events-none [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        primary: "bg-primary text-on-primary hover:brightness-95 active:brightness-90",
        plain: "border border-line-strong/60 bg-surface text-fg hover:bg-hover active:bg-pressed",
        quiet: "text-fg-muted hover:bg-hover hover:text-fg active:bg-pressed",
        danger: "bg-danger-fill text-white hover:brightness-95 active:brightness-90",
        dangerQuiet: "text-danger hover:bg-danger-soft",
      },
      size: { normal: "h-control px-3", small: "h-7 px-2 text-meta touch:h-11", wide: "h-control w-full px-3" },
    },
    defaultVariants: { tone: "plain", size: "normal" },
  },
);

interface Props extends ComponentProps<"button">, VariantProps<typeof buttonStyle> {
  /** Shows a spinner and takes no more clicks. */
  busy?: boolean;
}

export function Button({ tone, size, busy, disabled, className, children, type = "button", ...props }: Props) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cn(buttonStyle({ tone, size }), className)}
      {...props}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
