import { Check, CheckCheck, CircleHelp, Clock, ClockAlert } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { cn } from "../../../ui/cn.ts";
import type { Tick } from "./tick.ts";

const icons = {
  clock: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  played: CheckCheck,
  failed: ClockAlert,
  uncertain: CircleHelp,
};
const tones: Partial<Record<Tick, string>> = {
  read: "text-info",
  played: "text-info",
  failed: "text-danger",
  uncertain: "text-warning",
};

/** The sign of a sent message, with its name for who does not see it. */
export function Ticks({ tick }: { tick: Tick }) {
  const { t } = useTranslation("messages");
  const Icon = icons[tick];
  return <Icon role="img" aria-label={t(`tick.${tick}`)} className={cn("size-4", tones[tick] ?? "text-fg-subtle")} />;
}
