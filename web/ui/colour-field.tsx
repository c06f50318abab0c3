import type { Ref } from "react";
import { cn } from "./cn.ts";

export const swatches = [
  "#2563eb",
  "#0891b2",
  "#0d9488",
  "#16a34a",
  "#65a30d",
  "#ca8a04",
  "#ea580c",
  "#dc2626",
  "#e11d48",
  "#c026d3",
  "#7c3aed",
  "#4f46e5",
  "#475569",
  "#78716c",
  "#92400e",
  "#166534",
];
interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Names the swatches for screen readers; the colour is appended. */
  swatchLabel: string;
  id?: string;
  ref?: Ref<HTMLInputElement>;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}

/** The system's colour picker, the code beside it, and sixteen swatches. */
export function ColourField({ value, onChange, swatchLabel, ref, ...control }: Props) {
  return (
    <div className="space-y-2">
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={swatchLabel}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : "#888888"}
          onChange={(e) => onChange(e.target.value)}
          className="h-control w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1 text-lead"
        />
        <input
          ref={ref}
          className="field h-control font-mono"
          value={value}
          onChange={(e) => onChange(e.target.value)}
          maxLength={9}
          {...control}
        />
      </div>
      <div className="flex flex-wrap gap-1.5">
        {swatches.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={`${swatchLabel} ${colour}`}
            aria-pressed={colour === value.toLowerCase()}
            style={{ backgroundColor: colour }}
            onClick={() => onChange(colour)}
            className={cn(
              "size-6 rounded-full touch:size-11",
              colour === value.toLowerCase() && "ring-2 ring-fg ring-offset-2 ring-offset-raised",
            )}
          />
        ))}
      </div>
    </div>
  );
}
