import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export function Table({ className, ...props }: ComponentProps<"table">) {
  return <table className={cn("w-full border-collapse text-body", className)} {...props} />;
}
export function Th({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "sticky top-0 z-10 h-9 border-b border-line bg-surface px-3 text-left text-meta font-500 text-fg-subtle whitespace-nowrap",
        className,
      )}
      {...props}
    />
  );
}
export function Tr({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("group border-b border-line last:border-0 hover:bg-hover", className)} {...props} />;
}
export function Td({ className, ...props }: ComponentProps<"td">) {
  return <td className={cn("h-12 px-3 py-1.5 align-middle", className)} {...props} />;
}
