import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The system's own slider, in the company's colour. Give it a name with `aria-label`. */
export function Slider({ className, ...props }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input type="range" className={cn("h-6 w-full cursor-pointer accent-primary touch:h-11", className)} {...props} />
  );
}
