import { Check, CheckCheck, Clock } from "lucide-react";
import { cn } from "../../../../ui/cn.ts";

/** The state of our last message, small, with its name. Acks: docs/product/messages.md#state. */
export function ListTick({ ack, name }: { ack: number; name: string }) {
  const Icon = ack === 0 ? Clock : ack === 1 ? Check : CheckCheck;
  return (
    <Icon
      role="img"
      aria-label={name}
      className={cn("size-3.5 shrink-0 self-center", ack >= 3 ? "text-info" : "text-fg-subtle")}
    />
  );
}
