import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import type { Attendant } from "../../../api/features/dashboard/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { Rating } from "../../patterns/rating.tsx";
import { Records } from "../../patterns/lists/records.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { minutesText } from "../../core/words/minutes.ts";

type Row = z.output<typeof Attendant>;

function Name({ row }: { row: Row }) {
  const { t } = useTranslation("dashboard");
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={row.name} colour={row.color} size="small" />
      <span className="min-w-0">
        <span dir="auto" className="line-clamp-2 font-500 wrap-anywhere">{row.name}</span>
        <span className={row.online ? "block text-meta text-success" : "block text-meta text-fg-subtle"}>
          {t(row.online ? "online" : "offline")}
        </span>
      </span>
    </span>
  );
}

/** Everybody with their rounds of the range. */
export function Attendants({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation("dashboard");
  const cells = {
    tickets: (row: Row) => formatNumber(row.tickets),
    avgWaitTime: (row: Row) => row.tickets ? minutesText(row.avgWaitTime) : "—",
    avgSupportTime: (row: Row) => row.tickets ? minutesText(row.avgSupportTime) : "—",
    rating: (row: Row) => row.countRating ? <Rating value={row.rating} /> : "—",
    countRating: (row: Row) => formatNumber(row.countRating),
  };
  const keys = Object.keys(cells) as (keyof typeof cells)[];
  return (
    <Records
      label={t("tab.attendants")}
      records={rows}
      columns={[
        { head: t("figure.name"), cell: (row) => <Name row={row} />, className: "w-1/3 min-w-52" },
        ...keys.map((key) => ({
          head: t(`figure.${key}`),
          cell: (row: Row) => <span className="tabular-nums">{cells[key](row)}</span>,
        })),
      ]}
      card={(row) => (
        <>
          <Name row={row} />
          <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1">
            {keys.map((key) => (
              <div key={key} className="flex justify-between gap-2">
                <dt className="text-meta text-fg-subtle">{t(`figure.${key}`)}</dt>
                <dd className="tabular-nums">{cells[key](row)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      loading={false}
      error={null}
      onRetry={() => {}}
      empty={<Empty drawing="people" title={t("empty.title")} hint={t("empty.hint")} />}
    />
  );
}
