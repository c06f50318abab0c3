import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Help, helps } from "../../../api/features/helps/contract.ts";
import { useCall, useList } from "../../core/query.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { HelpSheet } from "./help-sheet.tsx";

/** The videos that the operator offers to everybody. */
export function HelpsPart() {
  const { t } = useTranslation("helps");
  const list = useList(helps.list);
  const [edited, setEdited] = useState<Help | "new" | null>(null);
  const remove = useCall(helps.remove, { refresh: [helps.list] });
  const ask = async (help: Help) => {
    const title = t("confirm.deleteTitle", { name: help.title });
    if (!await confirm({ title, action: t("do.delete"), danger: true })) return;
    remove.mutate({ params: { id: help.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: help.title })),
    });
  };
  const columns: Column<Help>[] = [
    {
      head: t("name"),
      cell: (help) => (
        <button
          type="button"
          onClick={() => setEdited(help)}
          className="line-clamp-2 max-w-full rounded-control text-left font-500 wrap-anywhere hover:underline touch:min-h-11 touch:min-w-11"
        >
          <span dir="auto">{help.title}</span>
        </button>
      ),
      className: "w-1/3 min-w-40",
    },
    {
      head: t("description"),
      cell: (help) => (
        <span dir="auto" className="line-clamp-2 text-fg-muted wrap-anywhere">{help.description || "—"}</span>
      ),
    },
    {
      head: t("video"),
      cell: (help) => <span className="font-mono text-meta text-fg-muted">{help.video}</span>,
      className: "w-36",
    },
  ];
  const add = (
    <Button tone="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-fg-muted">{t("partIntro")}</p>
        {list.records.length > 0 && add}
      </div>
      <Records
        label={t("title")}
        records={list.records}
        columns={columns}
        card={(help) => (
          <RecordRow name={help.title} onOpen={() => setEdited(help)}>
            <span className="truncate">{help.description || help.video}</span>
          </RecordRow>
        )}
        actions={(help) => (
          <>
            <IconButton
              small
              icon={Pencil}
              label={`${t("edit")}: ${help.title}`}
              onClick={() => setEdited(help)}
              className="max-sm:hidden"
            />
            <IconButton
              small
              icon={Trash2}
              label={`${t("do.delete")}: ${help.title}`}
              onClick={() => void ask(help)}
            />
          </>
        )}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<Empty drawing="chat" title={t("empty")} hint={t("partEmptyHint")} action={add} />}
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
      {edited && (
        <HelpSheet
          key={edited === "new" ? "new" : edited.id}
          record={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
