import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

interface Props extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

/** On or off, at once. The label is on the left so that a column of switches lines up. */
export function Switch({ label, hint, className, ...props }: Props) {
  const id = useId();
  return (
    <label
      className={cn(
        "flex min-h-8 cursor-pointer items-center justify-between gap-4 text-body touch:min-h-11",
        className,
      )}
    >
      <span className="min-w-0">
        {label}
        {hint && <span id={id} className="block text-meta text-fg-subtle">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-describedby={hint ? id : undefined}
        className="relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-white before:transition-transform checked:bg-primary checked:before:translate-x-4 dark:checked:before:bg-on-primary disabled:opacity-50"
        {...props}
      />
    </label>
  );
}
