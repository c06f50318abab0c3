import type { ReactNode } from "react";

interface Props {
  /** Whose words they are, as a sign. */
  sign: ReactNode;
  text: string;
  /** Words cut on screen, whole. */
  whole: string;
  /** What can be done with them. */
  children: ReactNode;
}

/** A quiet line above the box: words that wait to be taken into it. Nothing moves until the person says so. */
export function DraftLine({ sign, text, whole, children }: Props) {
  return (
    <div
      role="status"
      data-elsewhere
      // The cursor stays in the box: leaving it would already be an answer.
      onMouseDown={(e) => e.preventDefault()}
      className="mx-3 mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-meta animate-rise"
    >
      {sign}
      <p className="min-w-0 flex-1 basis-48 line-clamp-2 text-fg-muted wrap-anywhere" title={whole}>{text}</p>
      <span className="ml-auto flex flex-wrap gap-2 touch:[&_button]:px-4">{children}</span>
    </div>
  );
}
