import { type ReactNode, useId } from "react";

/** One kind of factor: what it is, how it stands, and what can be done. */
export function Part({ title, text, action, children }: {
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-55 flex-1">
          <h2 id={id} className="text-lead font-600">{title}</h2>
          <p className="mt-1 text-fg-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
