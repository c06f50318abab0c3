import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input dir="auto" className={cn("field h-control", className)} {...props} />;
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return <textarea dir="auto" rows={rows} className={cn("field resize-y py-1.5", className)} {...props} />;
}
