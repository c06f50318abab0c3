import { cn } from "./cn.ts";

/** Keys as they are printed, stroke by stroke: pressed together, or one after the other. */
export function Caps({ caps, className }: { caps: string[][]; className?: string }) {
  return (
    <span className={cn("inline-flex shrink-0 items-center gap-1.5", className)}>
      {caps.map((stroke, index) => (
        <span key={index} className="inline-flex gap-0.5">
          {stroke.map((cap) => (
            <kbd
              key={cap}
              className="grid h-5 min-w-5 place-items-center rounded-[4px] border border-current/30 px-1 font-sans text-small leading-none font-500"
            >
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
