import { FolderOpen, Paperclip, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type FileList, fileLists } from "../../../api/features/file-lists/contract.ts";
import { toastError, useCall, useList } from "../../core/query.ts";
import { ApiError } from "../../core/who/api.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { FileListSheet } from "./file-list-sheet.tsx";
import "./live.ts";

const countFiles = ({ options }: FileList) => options.filter(({ path }) => path !== null).length;

/** /files */
export function FileListsScreen() {
  const { t } = useTranslation("file-lists");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(fileLists.list, { query: search ? { searchParam: search } : {} }, { keepPrevious: true });
  const [edited, setEdited] = useState<FileList | "new" | null>(null);
  const remove = useCall(fileLists.remove, { refresh: [fileLists.list], silent: true });

  const ask = async (record: FileList) => {
    const title = t("confirm.deleteTitle", { name: record.name });
    if (!await confirm({ title, text: t("removeText"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: record.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: record.name })),
      onError: (error) => {
        const places = error instanceof ApiError && Array.isArray(error.body.places) ? error.body.places : [];
        if (places.length) toast.error(t("inUse", { places: places.join(", ") }));
        else toastError(error);
      },
    });
  };
  const name = (record: FileList) => (
    <button
      type="button"
      onClick={() => setEdited(record)}
      className="line-clamp-2 max-w-full rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
    >
      <span dir="auto">{record.name}</span>
    </button>
  );
  const count = (record: FileList) => (
    <span className="flex items-center gap-1.5 text-meta text-fg-muted tabular-nums">
      <Paperclip aria-hidden className="size-4 shrink-0" />
      {t("count", { count: countFiles(record) })}
    </span>
  );
  const columns: Column<FileList>[] = [
    { head: t("name"), cell: name, className: "w-1/4 min-w-40" },
    {
      head: t("message"),
      cell: (record) => <span dir="auto" className="line-clamp-2 text-fg-muted wrap-anywhere">{record.message}</span>,
    },
    { head: t("files"), cell: count, className: "w-40" },
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
        <RecordRow name={record.name} onOpen={() => setEdited(record)}>
          {count(record)}
          <span className="truncate">{record.message}</span>
        </RecordRow>
      )}
      actions={(record) => (
        <>
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
      empty={<Empty drawing={<Sign icon={FolderOpen} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <FileListSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SearchedRecords>
  );
}
