import { History, Pencil, Plus, Trash2, Workflow } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { integrations, type QueueIntegration } from "../../../api/features/integrations/contract.ts";
import { useCall, useList } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { CallsSheet } from "./calls-sheet.tsx";
import { IntegrationSheet } from "./integration-sheet.tsx";
import { typeNames, TypeSign } from "./type-sign.tsx";
import "./live.ts";

/** /queue-integration */
export function IntegrationsScreen() {
  const { t } = useTranslation("integrations");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(integrations.list, { query: search ? { searchParam: search } : {} }, { keepPrevious: true });
  const [edited, setEdited] = useState<QueueIntegration | "new" | null>(null);
  const [logged, setLogged] = useState<QueueIntegration | null>(null);
  const remove = useCall(integrations.remove, { refresh: [integrations.list] });

  const ask = async (record: QueueIntegration) => {
    const title = t("confirm.deleteTitle", { name: record.name });
    if (!await confirm({ title, text: t("removeText"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: record.id } }, {
      onSuccess: ({ places }) => {
        toast.success(t("state.deleted", { name: record.name }));
        if (places.length) toast.info(t("removedFrom", { places: places.join(", ") }));
      },
    });
  };
  const paused = ({ pausedUntil }: QueueIntegration) =>
    pausedUntil && (
      <span title={t("pausedHint")}>
        <Badge tone="danger">{t("paused", { time: formatMoment(pausedUntil) })}</Badge>
      </span>
    );
  const name = (record: QueueIntegration) => (
    <span className="flex min-w-0 items-center gap-3">
      <TypeSign type={record.type} />
      <button
        type="button"
        onClick={() => setEdited(record)}
        className="line-clamp-2 min-w-0 rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
      >
        <span dir="auto">{record.name}</span>
      </button>
      {paused(record)}
    </span>
  );
  const columns: Column<QueueIntegration>[] = [
    { head: t("name"), cell: name },
    {
      head: t("type"),
      cell: ({ type }) => <span className="text-fg-muted">{typeNames[type]}</span>,
      className: "w-36",
    },
    { head: t("id"), cell: ({ id }) => <span className="text-fg-muted tabular-nums">{id}</span>, className: "w-24" },
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  return (
    <SearchedRecords
      title={t("title")}
      intro={t("intro")}
      add={add}
      search={{ ...searching, label: t("search") }}
      list={list}
      columns={columns}
      card={(record) => (
        <RecordRow
          sign={<TypeSign type={record.type} />}
          name={record.name}
          onOpen={() => setEdited(record)}
        >
          {paused(record)}
          <span className="truncate">{typeNames[record.type]}</span>
        </RecordRow>
      )}
      actions={(record) => (
        <>
          <IconButton small icon={History} label={`${t("calls")}: ${record.name}`} onClick={() => setLogged(record)} />
          <IconButton
            small
            icon={Pencil}
            label={`${t("edit")}: ${record.name}`}
            onClick={() => setEdited(record)}
            className="max-sm:hidden"
          />
          <IconButton
            small
            icon={Trash2}
            label={`${t("do.delete")}: ${record.name}`}
            onClick={() => void ask(record)}
          />
        </>
      )}
      empty={<Empty drawing={<Sign icon={Workflow} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <IntegrationSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {logged && <CallsSheet record={logged} onClose={() => setLogged(null)} />}
    </SearchedRecords>
  );
}
