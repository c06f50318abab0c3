import type { LucideIcon } from "lucide-react";

/** The icon that the menu shows for a screen, as large as a drawing and with lines as thin: 24 units lie in 80 px. */
export function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden strokeWidth={0.7} className="size-28 p-4 text-fg-subtle" />;
}
