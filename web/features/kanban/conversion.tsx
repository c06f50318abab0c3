import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { kanban } from "../../../api/features/kanban/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { useRead } from "../../core/query.ts";
import { formatMoney, formatNumber } from "../../core/words/format.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { Records } from "../../patterns/lists/records.tsx";
import { Dot } from "../../ui/chip.tsx";
import { Select } from "../../ui/select.tsx";
import { chosenBoard } from "./board.ts";

interface Row {
  id: number;
  name: string;
  color: string;
  /** Whether it is where something ends. */
  ends: boolean;
  came: number;
  wentOn: number;
  valueCents: number;
}
const percent = (part: number, whole: number) => whole > 0 ? `${formatNumber(Math.round(100 * part / whole))} %` : "—";

function Lane({ row }: { row: Row }) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-500">
      <Dot colour={row.color} /> <span dir="auto" className="min-w-0 wrap-anywhere">{row.name}</span>
    </span>
  );
}

/** How many tickets came into each lane of a board in these days, how many went on, and why some were won or lost. */
export function Conversion({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation("kanban");
  const [chosen, setChosen] = useState<number | null>(null);
  const boards = useRead(kanban.boards);
  const board = chosenBoard(boards.data ?? [], chosen);
  const { data: lanes = [] } = useRead(tags.all, { query: { kanban: 1 } });
  const query = { boardId: board?.id, dateStart: from, dateEnd: to };
  const { data, error, refetch } = useRead(kanban.conversion, { query }, { enabled: !!board, keepPrevious: true });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  const nameOf = (id: number) => lanes.find((lane) => lane.id === id);
  const rows: Row[] = (data?.lanes ?? []).map(({ laneId, ...result }) => {
    const { name = "", color = "", outcome = null } = nameOf(laneId) ?? {};
    return { id: laneId, name, color, ends: outcome !== null, ...result };
  });
  const cells = {
    came: (row: Row) => formatNumber(row.came),
    wentOn: (row: Row) => row.ends ? "—" : formatNumber(row.wentOn),
    rate: (row: Row) => row.ends ? "—" : percent(row.wentOn, row.came),
    value: (row: Row) => row.valueCents > 0 ? formatMoney(row.valueCents / 100) : "—",
  };
  const keys = Object.keys(cells) as (keyof typeof cells)[];
  return (
    <div className="space-y-4">
      {boards.data && boards.data.length > 1 && board && (
        <Select
          aria-label={t("board.choose")}
          value={board.id}
          onChange={(e) => setChosen(Number(e.target.value))}
          className="w-60 max-sm:w-full"
        >
          {boards.data.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </Select>
      )}
      <Records
        label={t("conversion.title")}
        records={rows}
        columns={[
          { head: t("conversion.lane"), cell: (row) => <Lane row={row} />, className: "w-1/3 min-w-52" },
          ...keys.map((key) => ({
            head: t(`conversion.${key}`),
            cell: (row: Row) => <span className="tabular-nums">{cells[key](row)}</span>,
          })),
        ]}
        card={(row) => (
          <>
            <Lane row={row} />
            <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1">
              {keys.map((key) => (
                <div key={key} className="flex justify-between gap-2">
                  <dt className="text-meta text-fg-subtle">{t(`conversion.${key}`)}</dt>
                  <dd className="tabular-nums">{cells[key](row)}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        loading={!data}
        error={null}
        onRetry={() => void refetch()}
        empty={<Empty drawing="rows" title={t("conversion.empty")} hint={t("conversion.emptyHint")} />}
      />
      <p className="text-meta text-fg-subtle">{t("conversion.hint")}</p>
      {data && data.reasons.length > 0 && (
        <section aria-label={t("conversion.reasons")}>
          <h2 className="mb-2 text-body font-600">{t("conversion.reasons")}</h2>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {data.reasons.map(({ laneId, reason, count }) => (
              <li key={`${laneId}-${reason}`} className="flex items-center gap-2 px-3 py-2">
                <Dot colour={nameOf(laneId)?.color ?? ""} />
                <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
                <span className="shrink-0 text-meta text-fg-muted tabular-nums">
                  {t("conversion.reason", { count })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
