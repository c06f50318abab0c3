// Drawings of one line for screens that are empty or broken. They take the colour of the text around them.
import { cn } from "./cn.ts";

const lines = {
  inbox: "M14 62h24l6 10h32l6-10h24M14 62l14-34h64l14 34v30H14V62M44 44h32",
  people:
    "M44 50a14 14 0 1 0 0-28 14 14 0 0 0 0 28ZM18 92c0-17 11-28 26-28s26 11 26 28M82 54a11 11 0 1 0-5-21M84 66c11 2 18 11 18 26",
  plug: "M14 60h22m0-18v36h16a18 18 0 0 0 0-36H36M106 60H88m0-18v36H78M70 52h12M70 68h12",
  rows: "M18 30h84M18 52h60M18 74h84M18 96h40",
  search: "M54 82a28 28 0 1 0 0-56 28 28 0 0 0 0 56ZM74 74l26 26",
  cloud: "M38 88a20 20 0 0 1-2-40 26 26 0 0 1 50-4 22 22 0 0 1 0 44M48 76l24 24M72 76 48 100",
  lock: "M34 56h52v40H34V56M44 56V42a16 16 0 0 1 32 0v14M60 72v10",
  road: "M22 96 46 24M98 96 74 24M60 30v10M60 54v12M60 80v14",
  chat: "M20 28h80v52H62L40 98V80H20V28M38 48h44M38 62h28",
  check: "M60 104a44 44 0 1 0 0-88 44 44 0 0 0 0 88ZM40 62l14 14 28-32",
  bolt: "M66 16 30 68h28l-6 36 38-54H62l4-34Z",
  label: "M24 26h40l36 36-38 38-38-38V26ZM44 46h.1",
  receipt: "M34 18h52v84l-9-7-8 7-9-7-9 7-8-7-9 7V18M46 40h28M46 56h28M46 72h16",
} as const;
export type DrawingName = keyof typeof lines;

export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 120 120"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn("size-28 text-fg-subtle", className)}
    >
      <path d={lines[name]} />
    </svg>
  );
}
