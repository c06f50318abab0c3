import { useTranslation } from "react-i18next";
import { formatDay } from "../../../core/format.ts";

const line = "flex items-center justify-center px-5 pt-5 pb-2 text-[12px] leading-5";

/** A day's heading. */
export function DayLine({ at }: { at: string }) {
  return (
    <div className={line}>
      <time dateTime={at} className="rounded-full bg-raised px-3 text-fg-muted ring-1 ring-line">{formatDay(at)}</time>
    </div>
  );
}

/** Where another ticket of the same contact begins. */
export function TicketLine({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation("messages");
  return (
    <div className={`${line} gap-3 text-fg-subtle`}>
      <span aria-hidden className="h-px flex-1 bg-line" />
      {t("thread.ticket", { id: ticketId })}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}

/** Where one stopped reading. */
export function UnreadLine() {
  const { t } = useTranslation("messages");
  return (
    <div className={`${line} gap-3 font-600 text-primary-fg`}>
      <span aria-hidden className="h-px flex-1 bg-primary/40" />
      {t("thread.unread")}
      <span aria-hidden className="h-px flex-1 bg-primary/40" />
    </div>
  );
}
