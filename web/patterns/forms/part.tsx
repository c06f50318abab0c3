import { type ReactNode, useId } from "react";
import { cn } from "../../ui/cn.ts";

/** A part of a page of settings: its heading, what it is, and what can be done. */
export function Part({ title, text, action, className, children }: {
  title: string;
  text?: string;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("rounded-card border border-line bg-surface p-4 sm:p-5", className)}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-55 flex-1">
          <h2 id={id} className="text-lead font-600">{title}</h2>
          {text && <p className="mt-1 text-fg-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
