import { BellOff, MessageSquareX, Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type OptOut, optOuts } from "../../../api/features/opt-outs/contract.ts";
import { useCall, useList } from "../../core/query.ts";
import { formatDate } from "../../core/words/format.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
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
import { OptOutSheet } from "./opt-out-sheet.tsx";
import { WordsSheet } from "./words-sheet.tsx";
import "./live.ts";

function Why({ record }: { record: OptOut }) {
  const { t } = useTranslation("opt-outs");
  if (record.why === "word") {
    return <span className="line-clamp-2 wrap-anywhere">{t("word", { said: record.said })}</span>;
  }
  if (record.why === "provider") return <span className="line-clamp-2">{t("provider")}</span>;
  const by = record.user ? t("hand", { name: record.user.name }) : t("handGone");
  return <span className="line-clamp-2 wrap-anywhere">{record.said ? `${record.said} · ${by}` : by}</span>;
}

/** /opt-outs */
export function OptOutsScreen() {
  const { t } = useTranslation("opt-outs");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(optOuts.list, { query: search ? { searchParam: search } : {} }, {
    keepPrevious: true,
    keep: search === "",
  });
  const [sheet, setSheet] = useState<"add" | "words" | null>(null);
  const remove = useCall(optOuts.remove, { refresh: [optOuts.list] });
  const nameOf = (record: OptOut) => record.name || phoneNumber(record.number);

  const undo = async (record: OptOut) => {
    const name = nameOf(record);
    if (!await confirm({ title: t("undoTitle", { name }), text: t("undoText"), action: t("undo") })) return;
    remove.mutate({ params: { id: record.id } }, { onSuccess: () => toast.success(t("undone", { name })) });
  };
  const columns: Column<OptOut>[] = [
    {
      head: t("person"),
      cell: (record) => (
        <span className="block min-w-0">
          <span className="block truncate font-500">{record.name || t("unnamed")}</span>
          <span className="block text-meta text-fg-muted tabular-nums">{phoneNumber(record.number)}</span>
        </span>
      ),
      className: "max-w-0 w-1/3",
    },
    {
      head: t("why"),
      cell: (record) => (
        <span className="text-fg-muted">
          <Why record={record} />
        </span>
      ),
    },
    {
      head: t("since"),
      cell: (record) => <span className="text-fg-muted tabular-nums">{formatDate(record.createdAt)}</span>,
      className: "w-32",
    },
  ];
  const add = (
    <Button tone="primary" onClick={() => setSheet("add")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  return (
    <SearchedRecords
      title={t("title")}
      intro={t("intro")}
      add={
        <>
          <Button onClick={() => setSheet("words")}>
            <MessageSquareX aria-hidden /> {t("wordsDo")}
          </Button>
          {add}
        </>
      }
      search={{ ...searching, label: t("search") }}
      list={list}
      columns={columns}
      card={(record) => (
        <RecordRow name={nameOf(record)} onOpen={() => void undo(record)}>
          <Why record={record} />
        </RecordRow>
      )}
      actions={(record) => (
        <IconButton
          small
          icon={Undo2}
          label={`${t("undo")}: ${nameOf(record)}`}
          onClick={() => void undo(record)}
        />
      )}
      empty={<Empty drawing={<Sign icon={BellOff} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {sheet === "add" && <OptOutSheet onClose={() => setSheet(null)} />}
      {sheet === "words" && <WordsSheet onClose={() => setSheet(null)} />}
    </SearchedRecords>
  );
}
