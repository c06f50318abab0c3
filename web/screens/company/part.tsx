import { type ReactNode, useId } from "react";

/** A section of a company's page. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 space-y-2">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id={id} className="text-lead font-600">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
/** The box in which a section's list or table stands. */
export function Box({ children }: { children: ReactNode }) {
  return <div className="overflow-x-auto rounded-card border border-line bg-surface">{children}</div>;
}
