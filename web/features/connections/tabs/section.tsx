import { type ReactNode, useId } from "react";

/** A group of fields of one subject. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3 border-t border-line pt-4">
      <div>
        <h3 id={id} className="font-600">{title}</h3>
        {hint && <p className="text-meta text-fg-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
