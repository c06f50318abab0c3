import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { ReportRow } from "../../../api/features/reports/contract.ts";
import { formatMoment } from "../../core/words/format.ts";
import { minutesText } from "../../core/words/minutes.ts";
import { plain } from "../../core/words/plain.ts";
import { previewOf } from "../../core/words/preview.ts";
import { Rating } from "../../patterns/rating.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Chip } from "../../ui/chip.tsx";

const tones = {
  open: "success",
  pending: "warning",
  group: "info",
  closed: "neutral",
  nps: "note",
  lgpd: "note",
} as const;

/** Where a ticket stands, in a word. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation("reports");
  const tone = tones[status as keyof typeof tones] ?? "neutral";
  return <Badge tone={tone}>{status in tones ? t(`status.${status}`) : status}</Badge>;
}
/** What was said last as a list shows it: without marks, files by what they are. */
const lastLine = ({ lastMessage }: ReportRow) => plain(previewOf(lastMessage ?? ""), false);
function Queue({ row }: { row: ReportRow }) {
  return row.queueName && row.queueColor ? <Chip colour={row.queueColor}>{row.queueName}</Chip> : <None />;
}
const None = () => <span className="text-fg-subtle">—</span>;
function When({ at }: { at: string | null }) {
  return at ? <time dateTime={at} className="tabular-nums">{formatMoment(at)}</time> : <None />;
}

/** The columns of the report; actions are the table's own. */
export function useReportColumns(): Column<ReportRow>[] {
  const { t } = useTranslation("reports");
  const clamp = (text: string | null) => text ? <span className="line-clamp-2 wrap-anywhere">{text}</span> : <None />;
  return [
    {
      head: t("col.id"),
      cell: (row) => <span className="text-fg-muted tabular-nums">{row.id}</span>,
      className: "w-16",
    },
    { head: t("col.connection"), cell: (row) => clamp(row.whatsappName), className: "min-w-24 max-w-36" },
    {
      head: t("col.contact"),
      cell: (row) => <span dir="auto" className="line-clamp-2 font-500 wrap-anywhere">{row.contactName}</span>,
      className: "min-w-30 max-w-48",
    },
    { head: t("col.user"), cell: (row) => clamp(row.userName), className: "min-w-22 max-w-36" },
    { head: t("col.queue"), cell: (row) => <Queue row={row} />, className: "max-w-32" },
    { head: t("col.status"), cell: (row) => <StatusBadge status={row.status} /> },
    {
      head: t("col.lastMessage"),
      cell: (row) => <span dir="auto" className="line-clamp-2 text-fg-muted wrap-anywhere">{lastLine(row) || "—"}
      </span>,
      className: "w-1/6",
    },
    { head: t("col.opened"), cell: (row) => <When at={row.createdAt} />, className: "w-18" },
    { head: t("col.closed"), cell: (row) => <When at={row.closedAt} />, className: "w-18" },
    {
      head: t("col.supportTime"),
      cell: (row) =>
        row.supportTime === null
          ? <None />
          : <span className="whitespace-nowrap tabular-nums">{minutesText(row.supportTime)}</span>,
    },
    {
      head: t("col.nps"),
      cell: (row) => row.NPS === null ? <None /> : <Rating value={row.NPS} />,
    },
  ];
}

/** The same on a phone. */
export function ReportCard({ row }: { row: ReportRow }) {
  const { t } = useTranslation("reports");
  return (
    <div className="space-y-1.5">
      <p className="flex items-baseline gap-2">
        <span dir="auto" className="line-clamp-2 min-w-0 font-600 wrap-anywhere">{row.contactName}</span>
        <span className="shrink-0 text-meta text-fg-subtle tabular-nums">#{row.id}</span>
      </p>
      {row.lastMessage && <p dir="auto" className="line-clamp-1 text-fg-muted wrap-anywhere">{lastLine(row)}</p>}
      <p className="flex flex-wrap items-center gap-1.5">
        <StatusBadge status={row.status} />
        {row.queueName && <Queue row={row} />}
        {row.NPS !== null && <Rating value={row.NPS} className="text-meta" />}
      </p>
      <p className="text-meta text-fg-subtle">
        {[row.userName, row.whatsappName].filter(Boolean).join(" · ")}
      </p>
      <dl className="flex flex-wrap gap-x-3 text-meta">
        {([
          ["opened", <When key="o" at={row.createdAt} />],
          ["closed", row.closedAt && <When key="c" at={row.closedAt} />],
          ["supportTime", row.supportTime !== null && minutesText(row.supportTime)],
        ] as const).filter(([, value]) => value).map(([key, value]) => (
          <div key={key} className="flex gap-1">
            <dt className="text-fg-subtle">{t(`col.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
