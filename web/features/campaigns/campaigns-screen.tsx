import {
  ChartColumn,
  CircleStop,
  EllipsisVertical,
  Eye,
  Megaphone,
  Pencil,
  Play,
  Plus,
  RotateCcw,
  Settings,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { type Campaign, campaigns } from "../../../api/features/campaigns/contract.ts";
import { href } from "../../core/page/href.ts";
import { useCall, useList } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem, MenuLine } from "../../ui/menu-panel.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { CampaignSheet } from "./editor/campaign-sheet.tsx";
import { PreviewSheet } from "./preview-sheet.tsx";
import { mayChange, State } from "./state.tsx";
import "./live.ts";

const reportOf = ({ id }: Campaign) => href("campaignReport", { campaignId: id });
const Muted = ({ children }: { children: string | null | undefined }) => (
  <span className="block max-w-44 truncate text-fg-muted tabular-nums">{children || "—"}</span>
);

/** /campaigns */
export function CampaignsScreen() {
  const { t } = useTranslation("campaigns");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(campaigns.list, { query: search ? { searchParam: search.toLowerCase() } : {} }, {
    keepPrevious: true,
    keep: search === "",
  });
  const [edited, setEdited] = useState<Campaign | "new" | null>(null);
  const [previewed, setPreviewed] = useState<Campaign | null>(null);
  const refresh = { refresh: [campaigns.list] };
  const cancel = useCall(campaigns.cancel, { ...refresh, onSuccess: () => toast.success(t("cancelled")) });
  const restart = useCall(campaigns.restart, { ...refresh, onSuccess: () => toast.success(t("restarted")) });
  const remove = useCall(campaigns.remove, refresh);

  const askCancel = async ({ id, name }: Campaign) => {
    const sure = await confirm({
      title: t("cancelTitle", { name }),
      text: t("cancelText"),
      action: t("cancel"),
      danger: true,
    });
    if (sure) cancel.mutate({ params: { id } });
  };
  const askRemove = async ({ id, name }: Campaign) => {
    const sure = await confirm({
      title: t("confirm.deleteTitle", { name }),
      text: t("removeText"),
      action: t("do.delete"),
      danger: true,
    });
    if (sure) remove.mutate({ params: { id } }, { onSuccess: () => toast.success(t("state.deleted", { name })) });
  };
  const columns: Column<Campaign>[] = [
    {
      head: t("name"),
      cell: (record) => (
        <button
          type="button"
          onClick={() => setEdited(record)}
          className="line-clamp-2 max-w-full rounded-control text-left font-500 wrap-anywhere hover:underline"
        >
          {record.name}
        </button>
      ),
      className: "max-w-0 w-1/5 min-w-36",
    },
    { head: t("state"), cell: (record) => <State campaign={record} /> },
    { head: t("list"), cell: (record) => <Muted>{record.contactList?.name ?? record.tagList?.name}</Muted> },
    { head: t("connection"), cell: (record) => <Muted>{record.whatsapps.map(({ name }) => name).join(", ")}</Muted> },
    {
      head: t("scheduledAt"),
      cell: (record) => <Muted>{record.scheduledAt && formatMoment(record.scheduledAt)}</Muted>,
    },
    {
      head: t("completedAt"),
      cell: (record) => <Muted>{record.completedAt && formatMoment(record.completedAt)}</Muted>,
    },
    { head: t("confirmation"), cell: (record) => <Muted>{t(record.confirmation ? "on" : "off")}</Muted> },
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  const starts = ({ status }: Campaign) => status === "INATIVA" || status === "PROGRAMADA";
  const actions = (record: Campaign) => (
    <>
      {starts(record) && (
        <IconButton
          small
          icon={Play}
          label={`${t("start")}: ${record.name}`}
          onClick={() => setPreviewed(record)}
        />
      )}
      {record.status === "EM_ANDAMENTO" && (
        <IconButton
          small
          icon={CircleStop}
          label={`${t("cancel")}: ${record.name}`}
          onClick={() => void askCancel(record)}
        />
      )}
      {record.status === "CANCELADA" && (
        <IconButton
          small
          icon={RotateCcw}
          label={`${t("restart")}: ${record.name}`}
          onClick={() => restart.mutate({ params: { id: record.id } })}
        />
      )}
      <IconButton
        small
        icon={ChartColumn}
        label={`${t("report.title")}: ${record.name}`}
        onClick={() => navigate(reportOf(record))}
        className="max-sm:hidden"
      />
      <DropdownMenu
        trigger={<IconButton small icon={EllipsisVertical} tip="none" label={`${t("do.more")}: ${record.name}`} />}
      >
        <MenuItem onSelect={() => setEdited(record)}>
          {mayChange(record) ? <Pencil aria-hidden /> : <Eye aria-hidden />}
          {t(mayChange(record) ? "do.edit" : "look")}
        </MenuItem>
        <MenuItem onSelect={() => navigate(reportOf(record))}>
          <ChartColumn aria-hidden /> {t("report.title")}
        </MenuItem>
        {record.status === "PROGRAMADA" && (
          <MenuItem onSelect={() => void askCancel(record)}>
            <CircleStop aria-hidden /> {t("cancel")}
          </MenuItem>
        )}
        {record.status !== "EM_ANDAMENTO" && (
          <>
            <MenuLine />
            <MenuItem danger onSelect={() => void askRemove(record)}>
              <Trash2 aria-hidden /> {t("do.delete")}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
    </>
  );
  return (
    <SearchedRecords
      title={t("title")}
      intro={t("intro")}
      add={
        <>
          <Link href={href("campaignSettings")} className={buttonStyle({})} aria-label={t("settings.title")}>
            <Settings aria-hidden /> <span>{t("settings.short")}</span>
          </Link>
          {add}
        </>
      }
      search={{ ...searching, label: t("search") }}
      list={list}
      columns={columns}
      card={(record) => (
        <RecordRow name={record.name} onOpen={() => setEdited(record)}>
          <State campaign={record} />
          <span className="truncate">{record.contactList?.name ?? record.tagList?.name}</span>
        </RecordRow>
      )}
      actions={actions}
      empty={<Empty drawing={<Sign icon={Megaphone} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <CampaignSheet
          key={edited === "new" ? "new" : edited.id}
          campaign={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {previewed && <PreviewSheet campaign={previewed} onClose={() => setPreviewed(null)} />}
    </SearchedRecords>
  );
}
