import { Pencil, Plus, Sparkles, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Prompt, prompts } from "../../../api/features/prompts/contract.ts";
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
import { Chip } from "../../ui/chip.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { PromptSheet } from "./prompt-sheet.tsx";
import "./live.ts";

/** /prompts */
export function PromptsScreen() {
  const { t } = useTranslation("prompts");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(prompts.list, { query: search ? { searchParam: search } : {} }, { keepPrevious: true });
  const [edited, setEdited] = useState<Prompt | "new" | null>(null);
  const remove = useCall(prompts.remove, { refresh: [prompts.list] });

  const ask = async (record: Prompt) => {
    const title = t("confirm.deleteTitle", { name: record.name });
    if (!await confirm({ title, text: t("removeText"), action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: record.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: record.name })),
    });
  };
  const paused = ({ pausedUntil }: Prompt) =>
    pausedUntil && (
      <span title={t("pausedHint")}>
        <Badge tone="danger">{t("paused", { time: formatMoment(pausedUntil) })}</Badge>
      </span>
    );
  const queue = (record: Prompt) =>
    record.queue
      ? <Chip colour={record.queue.color}>{record.queue.name}</Chip>
      : <span className="text-fg-subtle">—</span>;
  const columns: Column<Prompt>[] = [
    {
      head: t("name"),
      cell: (record) => (
        <span className="flex min-w-0 items-center gap-3">
          <button
            type="button"
            onClick={() => setEdited(record)}
            className="line-clamp-2 min-w-0 rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
          >
            <span dir="auto">{record.name}</span>
          </button>
          {paused(record)}
        </span>
      ),
    },
    { head: t("queue"), cell: queue, className: "w-52" },
    {
      head: t("maxTokens"),
      cell: ({ maxTokens }) => <span className="text-fg-muted tabular-nums">{maxTokens}</span>,
      className: "w-36",
    },
    {
      head: t("today"),
      cell: ({ usedToday }) => (
        <span className="text-fg-muted tabular-nums">
          {t("uses", { count: usedToday.calls })}
          {usedToday.cost && ` · ${usedToday.cost}`}
        </span>
      ),
      className: "w-40",
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
      card={(record) => (
        <RecordRow name={record.name} onOpen={() => setEdited(record)}>
          {paused(record)}
          {queue(record)}
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
      empty={<Empty drawing={<Sign icon={Sparkles} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <PromptSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SearchedRecords>
  );
}
