import { ShieldAlert } from "lucide-react";

/** What somebody should know before they rely on a channel. */
export function RiskNotice({ text }: { text: string }) {
  return (
    <p className="flex gap-2 rounded-card bg-warning-soft p-3 text-meta text-warning">
      <ShieldAlert aria-hidden className="size-4 shrink-0 translate-y-px" />
      <span>{text}</span>
    </p>
  );
}
