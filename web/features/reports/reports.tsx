import { Download, ExternalLink, History, ListFilter } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { PAGE_SIZE, REPORT_FILE, type ReportRow, reports } from "../../../api/features/reports/contract.ts";
import { fetchFile } from "../../core/who/api.ts";
import { href } from "../../core/page/href.ts";
import { language } from "../../core/words/i18n/i18n.ts";
import { useMe } from "../../core/who/me.ts";
import { toastError, useRead } from "../../core/query.ts";
import { saveFile } from "../../core/files/save-file.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Records } from "../../patterns/lists/records.tsx";
import { usePhone } from "../../patterns/use-phone.ts";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { cn } from "../../ui/cn.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { ReportCard, useReportColumns } from "./cells.tsx";
import { FilterForm } from "./filter-form.tsx";
import { asQuery, countFilters, type Filters, initialFilters } from "./filters.ts";
import { Pager } from "./pager.tsx";

interface Props {
  /** The dialog of what happened to a ticket; it belongs to the tickets. */
  log: (row: ReportRow, onClose: () => void) => ReactNode;
}

/** The report of tickets: filters, a page of rows, and all of them as a workbook. */
export function Reports({ log }: Props) {
  const { t } = useTranslation("reports");
  const { company } = useMe();
  const phone = usePhone();
  const [filters, setFilters] = useState<Filters>(() => initialFilters(company.timezone));
  const [place, setPlace] = useState({ page: 1, size: PAGE_SIZE as number });
  const [filtering, setFiltering] = useState(false);
  const [logged, setLogged] = useState<ReportRow | null>(null);
  const [exporting, setExporting] = useState(false);
  const query = { ...asQuery(filters), page: place.page, pageSize: place.size };
  const { data, error, isPending, isFetching, refetch } = useRead(reports.list, { query }, {
    keepPrevious: true,
    keep: false,
  });
  const columns = useReportColumns();
  const total = data?.totalTickets.total ?? 0;
  const apply = (next: Filters) => {
    setFilters(next);
    setPlace({ ...place, page: 1 });
    setFiltering(false);
    void refetch();
  };
  const save = async () => {
    setExporting(true);
    try {
      saveFile(await fetchFile(reports.export, { query: { ...asQuery(filters), language: language() } }), REPORT_FILE);
    } catch (failure) {
      toastError(failure);
    } finally {
      setExporting(false);
    }
  };
  const set = countFilters(filters);
  const form = <FilterForm value={filters} onApply={apply} />;
  return (
    <ListPage
      title={t("title")}
      count={data ? total : undefined}
      intro={t("intro")}
      wide
      actions={
        <>
          {phone && (
            <Button onClick={() => setFiltering(true)}>
              <ListFilter aria-hidden /> {set ? t("filter.some", { count: set }) : t("filter.title")}
            </Button>
          )}
          <Button busy={exporting} disabled={total === 0} onClick={() => void save()}>
            {!exporting && <Download aria-hidden />} {t("export")}
          </Button>
        </>
      }
    >
      {!phone && form}
      {phone && (
        <Sheet
          side="bottom"
          open={filtering}
          onOpenChange={setFiltering}
          title={t("filter.title")}
          closeLabel={t("do.close")}
        >
          {form}
        </Sheet>
      )}
      <div aria-busy={isFetching} className={cn("transition-opacity", isFetching && data && "opacity-60")}>
        <Records
          label={t("title")}
          records={data?.tickets ?? []}
          keyOf={(row) => row.roundId}
          columns={columns}
          card={(row) => <ReportCard row={row} />}
          actions={(row) => (
            <>
              <IconButton small icon={History} label={t("action.log", { id: row.id })} onClick={() => setLogged(row)} />
              <Link
                href={href("ticket", { uuid: row.uuid })}
                aria-label={t("action.open", { id: row.id })}
                title={t("action.open", { id: row.id })}
                className={cn(buttonStyle({ tone: "quiet", size: "small" }), "w-7 px-0! touch:w-11")}
              >
                <ExternalLink aria-hidden />
              </Link>
            </>
          )}
          loading={isPending}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <Empty
              drawing="search"
              title={t("empty")}
              hint={t("emptyHint")}
              action={set > 0 && (
                <Button onClick={() => apply(initialFilters(company.timezone))}>{t("filter.clear")}</Button>
              )}
            />
          }
        />
      </div>
      {total > 0 && (
        <Pager
          {...place}
          total={total}
          onPage={(page) => setPlace({ ...place, page })}
          onSize={(size) => setPlace({ page: 1, size })}
        />
      )}
      {logged && log(logged, () => setLogged(null))}
    </ListPage>
  );
}
