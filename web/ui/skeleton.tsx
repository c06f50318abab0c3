import { type ReactNode, useEffect, useState } from "react";
import { cn } from "./cn.ts";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block animate-pulse rounded-control bg-pressed", className)} />;
}

/** Shows its content only after 150 ms, so that it does not flash when data loads faster. */
export function Late({ after = 150, children }: { after?: number; children: ReactNode }) {
  const [show, setShow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShow(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return show ? children : null;
}
