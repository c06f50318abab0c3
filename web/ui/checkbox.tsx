import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

interface Props extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...props }: Props) {
  return (
    <label
      className={cn(
        "flex min-h-6 cursor-pointer items-start gap-2.5 text-body touch:min-h-11 touch:items-center",
        className,
      )}
    >
      <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center touch:mt-0 touch:size-5">
        <input
          type="checkbox"
          className="peer size-full cursor-pointer appearance-none rounded-[4px] border border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary disabled:opacity-50"
          {...props}
        />
        <Check
          aria-hidden
          className="pointer-events-none absolute size-3 text-on-primary opacity-0 stroke-[3] peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-meta text-fg-subtle">{hint}</span>}
      </span>
    </label>
  );
}
