import { X } from "lucide-react";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { cn } from "./cn.ts";
import { mix, readable } from "./colour.ts";

interface Props {
  /** A queue's, tag's or person's own colour, `#rrggbb`. */
  colour: string;
  children: ReactNode;
  className?: string;
  onRemove?: () => void;
  removeLabel?: string;
}

/** A soft chip in a queue's, tag's or person's colour, with words that stay readable in both themes. */
export function Chip({ colour, children, className, onRemove, removeLabel }: Props) {
  const style = useMemo(() => {
    const light = mix(colour, "#ffffff", 0.88);
    const dark = mix(colour, "#191e25", 0.76);
    return {
      "--chip-bg": light,
      "--chip-fg": readable(colour, light),
      "--chip-bg-dark": dark,
      "--chip-fg-dark": readable(colour, dark),
    } as CSSProperties;
  }, [colour]);
  return (
    <span
      style={style}
      className={cn(
        "inline-flex h-5 max-w-40 items-center gap-1 rounded-[5px] bg-(--chip-bg) px-1.5 text-small leading-none font-500 text-(--chip-fg) dark:bg-(--chip-bg-dark) dark:text-(--chip-fg-dark)",
        className,
      )}
    >
      <span className="truncate leading-5">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="hit relative -mr-1 grid size-5 place-items-center"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

/** A dot in a queue's, tag's or person's colour. */
export function Dot({ colour, className }: { colour: string; className?: string }) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: colour }}
      className={cn("inline-block size-2.5 shrink-0 rounded-full", className)}
    />
  );
}
