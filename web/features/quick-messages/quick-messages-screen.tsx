import { Eye, Lock, Paperclip, Pencil, Plus, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { mayChange, type QuickMessage, quickMessages } from "../../../api/features/quick-messages/contract.ts";
import { useMe } from "../../core/who/me.ts";
import { useCall, useList } from "../../core/query.ts";
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
import { QuickMessageSheet } from "./quick-message-sheet.tsx";
import { sharingOf } from "./sharing.ts";

const signs = { own: Lock, readable: Eye, all: Users };

/** Who uses it, and whether it is offered. */
function Sharing({ record }: { record: QuickMessage }) {
  const { t } = useTranslation("quick-messages");
  const sharing = sharingOf(record);
  const Sign = signs[sharing];
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-fg-muted">
      <span className="flex items-center gap-1.5">
        <Sign aria-hidden className="size-4 shrink-0" />
        {t(`sharing.${sharing}`)}
      </span>
      {!record.status && <Badge tone="neutral">{t("off")}</Badge>}
    </span>
  );
}
/** The same as a sign, where it is not plainly for all. */
function OnPhone({ record }: { record: QuickMessage }) {
  const { t } = useTranslation("quick-messages");
  const sharing = sharingOf(record);
  const Sign = signs[sharing];
  return (
    <>
      {sharing !== "all" && <Sign aria-label={t(`sharing.${sharing}`)} className="size-4 shrink-0" />}
      {!record.status && <Badge tone="neutral">{t("off")}</Badge>}
    </>
  );
}
function File({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-meta text-fg-muted">
      <Paperclip aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  );
}

/** /quick-messages */
export function QuickMessagesScreen() {
  const { t } = useTranslation("quick-messages");
  const me = useMe();
  const searching = useSearch();
  const { search } = searching;
  const query = search ? { searchParam: search } : {};
  const list = useList(quickMessages.list, { query }, { keepPrevious: true, keep: search === "" });
  const [edited, setEdited] = useState<QuickMessage | "new" | null>(null);
  const remove = useCall(quickMessages.remove, { refresh: [quickMessages.list, quickMessages.all] });

  const ask = async (record: QuickMessage) => {
    const title = t("confirm.deleteTitle", { name: `/${record.shortcode}` });
    if (!await confirm({ title, action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: record.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: `/${record.shortcode}` })),
    });
  };
  const code = (record: QuickMessage) => (
    <button
      type="button"
      onClick={() => setEdited(record)}
      className="line-clamp-2 max-w-full rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
    >
      /{record.shortcode}
    </button>
  );
  const columns: Column<QuickMessage>[] = [
    { head: t("shortcode"), cell: code, className: "w-1/5 min-w-36" },
    {
      head: t("message"),
      cell: (record) => <span className="line-clamp-2 text-fg-muted wrap-anywhere">{record.message || "—"}</span>,
    },
    {
      head: t("file"),
      cell: (record) => record.isMedia ? <File name={record.mediaName} /> : <span className="text-fg-subtle">—</span>,
      className: "w-44 max-w-44",
    },
    { head: t("who"), cell: (record) => <Sharing record={record} />, className: "w-52" },
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
        <RecordRow name={`/${record.shortcode}`} onOpen={() => setEdited(record)}>
          <OnPhone record={record} />
          {record.isMedia && <Paperclip aria-label={record.mediaName ?? t("file")} className="size-4 shrink-0" />}
          <span className="truncate">{record.message || record.mediaName}</span>
        </RecordRow>
      )}
      actions={(record) =>
        mayChange(record, me.id)
          ? (
            <>
              <IconButton
                small
                icon={Pencil}
                label={`${t("edit")}: /${record.shortcode}`}
                onClick={() => setEdited(record)}
                className="max-sm:hidden"
              />
              <IconButton
                small
                icon={Trash2}
                label={`${t("do.delete")}: /${record.shortcode}`}
                onClick={() => void ask(record)}
              />
            </>
          )
          : (
            <IconButton
              small
              icon={Eye}
              label={`${t("look")}: /${record.shortcode}`}
              onClick={() => setEdited(record)}
            />
          )}
      empty={<Empty drawing="bolt" title={t("empty")} hint={t("emptyHint")} action={add} />}
      noMatchHint={t("noMatchHint")}
    >
      {edited && (
        <QuickMessageSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SearchedRecords>
  );
}
