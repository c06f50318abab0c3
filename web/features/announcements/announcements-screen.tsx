import { Image, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Announcement, announcements } from "../../../api/features/announcements/contract.ts";
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
import { AnnouncementSheet } from "./announcement-sheet.tsx";
import { priorityOf, tones } from "./priority.ts";

/** /announcements: what the operator tells everybody. */
export function AnnouncementsScreen() {
  const { t } = useTranslation("announcements");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(announcements.list, { query: search ? { searchParam: search } : {} }, { keepPrevious: true });
  const [edited, setEdited] = useState<Announcement | "new" | null>(null);
  const remove = useCall(announcements.remove, { refresh: [announcements.list] });

  const ask = async (record: Announcement) => {
    const title = t("confirm.deleteTitle", { name: record.title });
    if (!await confirm({ title, text: t("removeText"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: record.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: record.title })),
    });
  };
  const priority = (record: Announcement) => (
    <Badge tone={tones[priorityOf(record)]}>{t(`priority.${priorityOf(record)}`)}</Badge>
  );
  const status = (record: Announcement) => (
    <Badge tone={record.status ? "success" : "neutral"}>{t(record.status ? "active" : "inactive")}</Badge>
  );
  const columns: Column<Announcement>[] = [
    {
      head: t("name"),
      cell: (record) => (
        <button
          type="button"
          onClick={() => setEdited(record)}
          className="max-w-full rounded-control text-left touch:min-h-11 touch:min-w-11"
        >
          <span dir="auto" className="line-clamp-1 font-500 wrap-anywhere hover:underline">{record.title}</span>
          <span dir="auto" className="line-clamp-1 text-meta text-fg-muted wrap-anywhere">{record.text}</span>
        </button>
      ),
    },
    { head: t("priorityName"), cell: priority, className: "w-32" },
    {
      head: t("image"),
      cell: (record) =>
        record.mediaPath
          ? (
            <a
              href={record.mediaPath}
              target="_blank"
              rel="noreferrer"
              className="flex min-w-0 items-center gap-1.5 text-meta text-fg-muted hover:underline"
            >
              <Image aria-hidden className="size-4 shrink-0" />
              <span className="truncate">{record.mediaName}</span>
            </a>
          )
          : <span className="text-fg-subtle">—</span>,
      className: "w-44 max-w-44",
    },
    { head: t("status"), cell: status, className: "w-32" },
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
        <RecordRow name={record.title} onOpen={() => setEdited(record)}>
          {priority(record)}
          {!record.status && status(record)}
          {record.mediaPath && <Image aria-label={record.mediaName} className="size-4 shrink-0" />}
          <span className="truncate">{record.text}</span>
        </RecordRow>
      )}
      actions={(record) => (
        <>
          <IconButton
            small
            icon={Pencil}
            label={`${t("edit")}: ${record.title}`}
            onClick={() => setEdited(record)}
            className="max-sm:hidden"
          />
          <IconButton
            small
            icon={Trash2}
            label={`${t("do.delete")}: ${record.title}`}
            onClick={() => void ask(record)}
          />
        </>
      )}
      empty={<Empty drawing="chat" title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <AnnouncementSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SearchedRecords>
  );
}
