import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { TriangleAlert } from "lucide-react";
import { queues } from "../../../../api/features/queues/contract.ts";
import { daysAgo, formatDate, formatDay, formatMoment, formatTime } from "../../../core/words/format.ts";
import { useRead } from "../../../core/query.ts";
import type { GapRow } from "./gap-rows.ts";
import type { LogRow } from "./log-rows.ts";

const line = "flex items-center justify-center px-5 pt-5 pb-2 text-small";

/** A day's heading. */
export function DayLine({ at }: { at: string }) {
  return (
    <div className={line}>
      <time dateTime={at} className="rounded-full bg-raised px-3 text-fg-muted ring-1 ring-line">{formatDay(at)}</time>
    </div>
  );
}

/** What happened to the ticket here. */
export function LogLine({ row }: { row: LogRow }) {
  const { t } = useTranslation("messages");
  return (
    <p role="note" className="px-5 pt-2 text-center text-small text-fg-subtle">
      {t(`log.${row.text}`, { user: row.user || t("log.nobody"), queue: row.queue })}{" "}
      <time dateTime={row.at} className="tabular-nums">{formatTime(row.at)}</time>
    </p>
  );
}

/** Where another ticket of the same contact begins: which, in which queue, since when. */
export function TicketLine({ ticketId, queueId, at }: { ticketId: number; queueId: number | null; at: string }) {
  const { t } = useTranslation("messages");
  const { data: all } = useRead(queues.list);
  const queue = all?.find((one) => one.id === queueId)?.name;
  return (
    <div className={`${line} gap-3 text-fg-subtle`}>
      <span aria-hidden className="h-px flex-1 bg-line" />
      {queue
        ? t("thread.ticketOf", { id: ticketId, queue, date: formatDate(at) })
        : `${t("thread.ticket", { id: ticketId })} · ${formatDate(at)}`}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  );
}

/** When the connection was away: a warning where something may be missing, a quiet word where it came afterwards. */
export function GapLine({ row }: { row: GapRow }) {
  const { t } = useTranslation("messages");
  // The day it began stands above.
  const to = daysAgo(row.from, row.to) === 0 ? formatTime(row.to) : formatMoment(row.to);
  const span = { from: formatTime(row.from), to };
  if (row.recovered > 0) {
    return (
      <p role="note" className={`${line} text-center text-fg-subtle`}>
        {t("thread.recovered", { ...span, count: row.recovered })}
      </p>
    );
  }
  return (
    <div className={line}>
      <p
        role="note"
        className="flex max-w-136 items-start gap-2 rounded-card bg-warning-soft px-3 py-1.5 text-warning ring-1 ring-warning/20"
      >
        <TriangleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
        <span className="text-pretty">{t("thread.gap", { ...span, count: row.times })}</span>
      </p>
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
