import { cloneElement, type ReactElement, type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

interface Control {
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}
interface Props {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  className?: string;
  children: ReactElement<Control>;
}

/** A label, its control, and its error in words. */
export function Field({ label, hint, error, required, className, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cn("min-w-0 space-y-1", className)}>
      <label htmlFor={id} className="block text-meta font-500 text-fg-muted">
        {label}
        {required && <span aria-hidden className="text-danger">*</span>}
      </label>
      {cloneElement(children, { id, "aria-invalid": error ? true : undefined, "aria-describedby": described })}
      {hint && <p id={`${id}-hint`} className="text-meta text-fg-subtle">{hint}</p>}
      {error && <p id={`${id}-error`} role="alert" className="text-meta text-danger">{error}</p>}
    </div>
  );
}
