import { ArrowLeft, Download, Megaphone } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link, useParams } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { campaigns, type Shipping, type ShippingState } from "../../../../api/features/campaigns/contract.ts";
import { saveFile } from "../../../core/files/save-file.ts";
import { href } from "../../../core/page/href.ts";
import { toastError, useList, useRead } from "../../../core/query.ts";
import { fetchFile } from "../../../core/who/api.ts";
import { formatMoment } from "../../../core/words/format.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { Empty } from "../../../patterns/lists/empty.tsx";
import { ListPage } from "../../../patterns/lists/list-page.tsx";
import { RecordRow } from "../../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../../patterns/lists/records.tsx";
import { useSearch } from "../../../patterns/lists/use-search.ts";
import { NotFound } from "../../../patterns/pages.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { Sign } from "../../../ui/sign.tsx";
import { State } from "../state.tsx";
import { type Chosen, Figures } from "./figures.tsx";
import { useReason } from "./reason.ts";

const tones: Partial<Record<ShippingState, "success" | "danger" | "warning" | "info" | "primary">> = {
  ...{ sent: "info", delivered: "info", read: "primary", answered: "success" } as const,
  ...{ failed: "danger", skipped: "warning", optedout: "warning" } as const,
};
/** What the report shows of the end is read once more after this, ms: the last ticks come in. */
const END_MS = 5_000;

/** /campaign/{campaignId}/report */
export function ReportScreen() {
  const { t } = useTranslation("campaigns");
  const id = Number(useParams<{ campaignId: string }>().campaignId);
  const params = { id };
  const searching = useSearch();
  const [chosen, setChosen] = useState<Chosen>(null);
  const reasonOf = useReason();
  const { data: campaign, error } = useRead(campaigns.show, { params }, { enabled: id > 0 });
  const report = useRead(campaigns.report, { params }, { enabled: id > 0, keep: false });
  const narrowed = chosen === "saidYes" ? { confirmed: "true" as const } : chosen ? { status: chosen } : {};
  const query = { ...narrowed, ...(searching.search && { searchParam: searching.search }) };
  const list = useList(campaigns.shipping, { params, query }, { enabled: id > 0, keepPrevious: true, keep: false });
  useEffect(() => {
    if (campaign?.status !== "FINALIZADA") return;
    const timer = setTimeout(() => {
      void report.refetch();
      void list.refetch();
    }, END_MS);
    return () => clearTimeout(timer);
  }, [campaign?.status]);
  if (!(id > 0) || error && !campaign) return <NotFound />;
  const save = async () => {
    try {
      saveFile(await fetchFile(campaigns.export, { params, query: narrowed }), `campanha_${id}.xlsx`);
    } catch (problem) {
      toastError(problem);
    }
  };
  const stateOf = (row: Shipping) => (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[row.status] ?? "neutral"}>{t(`shipping.${row.status}`)}</Badge>
      {row.reason && <span className="text-meta text-fg-muted">{reasonOf(row.reason)}</span>}
    </span>
  );
  const answerOf = (row: Shipping): ReactNode => {
    if (!row.answer) return <span className="text-fg-subtle">—</span>;
    const words = <span dir="auto" className="line-clamp-2 wrap-anywhere">{row.answer}</span>;
    if (!row.ticketUuid) return words;
    return (
      <Link href={href("ticket", { uuid: row.ticketUuid })} className="rounded-control hover:underline">{words}</Link>
    );
  };
  const columns: Column<Shipping>[] = [
    {
      head: t("person"),
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-500">{row.name}</span>
          <span className="block text-meta text-fg-muted tabular-nums">{phoneNumber(row.number)}</span>
        </span>
      ),
      className: "max-w-0 w-1/4",
    },
    { head: t("state"), cell: stateOf },
    { head: t("deliveredAt"), cell: (row) => <When at={row.deliveredAt} /> },
    { head: t("askedAt"), cell: (row) => <When at={row.confirmationRequestedAt} /> },
    { head: t("answer"), cell: answerOf, className: "w-1/4" },
  ];
  return (
    <ListPage
      title={campaign?.name ?? t("report.title")}
      intro={t("report.intro")}
      actions={
        <>
          <Link href={href("campaigns")} className={buttonStyle({})} aria-label={t("title")}>
            <ArrowLeft aria-hidden /> <span>{t("title")}</span>
          </Link>
          <Button onClick={() => void save()}>
            <Download aria-hidden /> {t("report.export")}
          </Button>
        </>
      }
      search={{ value: searching.typed, onChange: searching.setTyped, label: t("report.search") }}
    >
      {campaign && <State campaign={campaign} />}
      {report.data && <Figures report={report.data} chosen={chosen} onChoose={setChosen} />}
      <Records
        label={t("report.people")}
        records={list.records}
        columns={columns}
        card={(row) => (
          <RecordRow
            name={row.name || phoneNumber(row.number)}
            onOpen={row.ticketUuid ? () => navigate(href("ticket", { uuid: row.ticketUuid! })) : undefined}
          >
            {stateOf(row)}
            {row.answer && <span dir="auto" className="truncate">{row.answer}</span>}
          </RecordRow>
        )}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <Empty
            drawing={<Sign icon={Megaphone} />}
            title={t("report.empty")}
            // Where the list is narrowed, nobody of those is there.
            hint={chosen === null && !searching.search && t("report.emptyHint")}
          />
        }
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
    </ListPage>
  );
}

function When({ at }: { at: string | null }) {
  return <span className="whitespace-nowrap text-fg-muted tabular-nums">{at ? formatMoment(at) : "—"}</span>;
}
