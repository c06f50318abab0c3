import { type ReactNode, useId } from "react";

/** A part of the sheet, under its name. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-line py-4 first:pt-0 last:border-0">
      <h3 id={id} className="font-600">{title}</h3>
      {hint && <p className="mt-0.5 text-meta text-fg-muted">{hint}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}
