import { Network } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type CompanyLines, overview } from "../../../api/features/overview/contract.ts";
import { useList } from "../../core/query.ts";
import { formatNumber } from "../../core/words/format.ts";
import { useFresh } from "../../features/overview/use-fresh.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Badge } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { LinesDialog } from "./lines-dialog.tsx";

const sums = ["connected", "disconnected", "total"] as const;
const tones = { connected: "text-success", disconnected: "text-danger", total: "" } as const;

/** /allConnections: how many connections of each company are connected. */
export function AllConnectionsScreen() {
  const { t } = useTranslation("overview");
  const searching = useSearch();
  const { search } = searching;
  const query = search ? { searchParam: search } : {};
  const list = useList(overview.companies, { query }, { keepPrevious: true, keep: false });
  const [opened, setOpened] = useState<CompanyLines | null>(null);
  useFresh(list.refetch);
  const totals = list.pages?.[0]?.totals;
  const name = (company: CompanyLines) => (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <button
        type="button"
        onClick={() => setOpened(company)}
        className="line-clamp-2 min-w-0 rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
      >
        <span dir="auto">{company.name}</span>
      </button>
      {!company.status && <Badge>{t("off")}</Badge>}
    </span>
  );
  const columns: Column<CompanyLines>[] = [
    { head: t("company"), cell: name },
    ...sums.map((sum) => ({
      head: t(sum),
      cell: (company: CompanyLines) => (
        <span className={cn("tabular-nums", company[sum] > 0 ? tones[sum] : "text-fg-subtle")}>
          {formatNumber(company[sum])}
        </span>
      ),
      className: "w-32 text-right",
    })),
  ];
  return (
    <SearchedRecords
      title={t("title")}
      intro={t("intro")}
      add={null}
      search={{ ...searching, label: t("search") }}
      list={list}
      columns={columns}
      card={(company) => (
        <RecordRow name={company.name} onOpen={() => setOpened(company)}>
          {sums.map((sum) => (
            <span key={sum} className={company[sum] > 0 ? tones[sum] : undefined}>
              {t(sum)} {formatNumber(company[sum])}
            </span>
          ))}
        </RecordRow>
      )}
      actions={(company) => (
        <IconButton
          small
          icon={Network}
          label={t("open", { name: company.name })}
          onClick={() => setOpened(company)}
          className="max-sm:hidden"
        />
      )}
      empty={<Empty drawing="plug" title={t("empty")} hint={t("emptyHint")} />}
      before={totals && (
        <dl aria-label={t("totals")} className="grid grid-cols-3 gap-2 sm:max-w-120 sm:gap-3">
          {sums.map((sum) => (
            <div key={sum} className="min-w-0 rounded-card border border-line bg-surface px-2 py-2 sm:px-4">
              <dt className="text-meta text-fg-muted wrap-anywhere">{t(sum)}</dt>
              <dd className={cn("text-title font-600 tabular-nums", totals[sum] > 0 && tones[sum])}>
                {formatNumber(totals[sum])}
              </dd>
            </div>
          ))}
        </dl>
      )}
    >
      {opened && <LinesDialog company={opened} onChange={() => void list.refetch()} onClose={() => setOpened(null)} />}
    </SearchedRecords>
  );
}
