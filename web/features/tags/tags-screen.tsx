import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Tag, tags } from "../../../api/features/tags/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { useCall, useList } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { TagSheet } from "./tag-sheet.tsx";

/** /tags */
export function TagsScreen() {
  const { t } = useTranslation("tags");
  const searching = useSearch();
  const { search } = searching;
  const query = search ? { searchParam: search } : {};
  const list = useList(tags.list, { query }, { keepPrevious: true, keep: search === "" });
  const [edited, setEdited] = useState<Tag | "new" | null>(null);
  const remove = useCall(tags.remove, { refresh: [tags.list, tags.all] });

  const ask = async (tag: Tag) => {
    const sure = await confirm({
      title: t("confirm.deleteTitle", { name: tag.name }),
      text: t("remove", { count: tag.contacts }),
      action: t("do.delete"),
      danger: true,
    });
    if (!sure) return;
    remove.mutate({ params: { id: tag.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: tag.name })),
    });
  };
  const chip = (tag: Tag) => (
    <button
      type="button"
      onClick={() => setEdited(tag)}
      className="hit relative flex max-w-full items-center rounded-control text-left touch:min-w-11"
    >
      <Chip colour={tag.color} className="h-6! max-w-full! text-meta!">{tag.name}</Chip>
    </button>
  );
  const columns: Column<Tag>[] = [
    { head: t("name"), cell: chip, className: "max-w-0 w-2/3" },
    {
      head: t("contacts"),
      cell: (tag) => <span className="text-fg-muted tabular-nums">{formatNumber(tag.contacts)}</span>,
      className: "w-32",
    },
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
      card={(tag) => (
        <RecordRow name={<Chip colour={tag.color}>{tag.name}</Chip>} onOpen={() => setEdited(tag)}>
          {t("onContacts", { count: tag.contacts })}
        </RecordRow>
      )}
      actions={(tag) => (
        <>
          <IconButton
            small
            icon={Pencil}
            label={`${t("edit")}: ${tag.name}`}
            onClick={() => setEdited(tag)}
            className="max-sm:hidden"
          />
          <IconButton small icon={Trash2} label={`${t("do.delete")}: ${tag.name}`} onClick={() => void ask(tag)} />
        </>
      )}
      empty={<Empty drawing="label" title={t("empty")} hint={t("emptyHint")} action={add} />}
      noMatchHint={t("noMatchHint")}
    >
      {edited && (
        <TagSheet
          key={edited === "new" ? "new" : edited.id}
          tag={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SearchedRecords>
  );
}
