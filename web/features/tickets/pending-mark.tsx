import { Clock, ClockAlert } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { usePendingMark } from "./use-wanted.ts";

/** A small clock where something waits to be sent, a red one where something was refused. */
export function PendingMark({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation("tickets");
  const mark = usePendingMark(ticketId);
  if (mark === "refused") {
    return (
      <ClockAlert role="img" aria-label={t("pending.refused")} className="size-3.5 shrink-0 self-center text-danger" />
    );
  }
  if (mark === "waiting") {
    return (
      <Clock role="img" aria-label={t("pending.waiting")} className="size-3.5 shrink-0 self-center text-fg-subtle" />
    );
  }
  return null;
}
