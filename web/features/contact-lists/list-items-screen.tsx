import {
  CircleCheck,
  CircleHelp,
  CircleX,
  FileSpreadsheet,
  List,
  ListOrdered,
  Pencil,
  Plus,
  RefreshCw,
  Trash2,
  UsersRound,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useParams } from "wouter";
import { contactLists, type ListItem, listItems } from "../../../api/features/contact-lists/contract.ts";
import { href } from "../../core/page/href.ts";
import { useCall, useList, useRead } from "../../core/query.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import type { Column } from "../../patterns/lists/records.tsx";
import { SearchedRecords } from "../../patterns/lists/searched-records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { NotFound } from "../../patterns/pages.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { Sign } from "../../ui/sign.tsx";
import { FillSheet } from "./fill-sheet.tsx";
import { ItemSheet } from "./item-sheet.tsx";
import { UploadSheet } from "./upload-sheet.tsx";
import "./live.ts";

/** Whether somebody is at the number, as far as the provider has been asked. */
function Validity({ item: { isWhatsappValid: valid } }: { item: ListItem }) {
  const { t } = useTranslation("contact-lists");
  const [Icon, label, tone] = valid === null
    ? [CircleHelp, t("valid.unknown"), "text-fg-subtle"]
    : valid
    ? [CircleCheck, t("valid.yes"), "text-success"]
    : [CircleX, t("valid.no"), "text-danger"];
  return (
    <span title={label}>
      <Icon aria-label={label} role="img" className={`size-4 shrink-0 ${tone}`} />
    </span>
  );
}

/** /contact-lists/{contactListId}/contacts */
export function ListItemsScreen() {
  const { t } = useTranslation("contact-lists");
  const id = Number(useParams<{ contactListId: string }>().contactListId);
  const searching = useSearch();
  const { search } = searching;
  const named = useRead(contactLists.show, { params: { id } }, { enabled: id > 0 });
  const list = useList(
    listItems.list,
    { query: { contactListId: id, ...(search && { searchParam: search }) } },
    { enabled: id > 0, keepPrevious: true, keep: false },
  );
  const [sheet, setSheet] = useState<ListItem | "new" | "file" | "fill" | null>(null);
  const remove = useCall(listItems.remove, { refresh: [listItems.list] });
  const check = useCall(listItems.check, { refresh: [listItems.list] });
  if (!(id > 0) || named.error && !named.data) return <NotFound />;

  const ask = async (item: ListItem) => {
    if (!await confirm({ title: t("takeOffTitle", { name: item.name }), action: t("takeOff"), danger: true })) return;
    remove.mutate({ params: { id: item.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: item.name })),
    });
  };
  const columns: Column<ListItem>[] = [
    { head: t("valid.head"), silent: true, cell: (item) => <Validity item={item} />, className: "w-8" },
    {
      head: t("name"),
      cell: (item) => <span className="line-clamp-2 font-500 wrap-anywhere">{item.name}</span>,
      className: "max-w-0 w-2/5",
    },
    {
      head: t("number"),
      cell: (item) => <span className="whitespace-nowrap text-fg-muted tabular-nums">{phoneNumber(item.number)}</span>,
    },
    {
      head: t("email"),
      cell: (item) => <span className="block max-w-72 truncate text-fg-muted">{item.email || "—"}</span>,
    },
  ];
  const add = (
    <Button tone="primary" onClick={() => setSheet("new")}>
      <Plus aria-hidden /> {t("addPerson")}
    </Button>
  );
  const upload = (
    <Button onClick={() => setSheet("file")}>
      <FileSpreadsheet aria-hidden /> {t("upload.do")}
    </Button>
  );
  return (
    <SearchedRecords
      title={named.data?.name ?? t("title")}
      intro={t("itemsIntro")}
      add={
        <>
          <Link href={href("contactLists")} className={buttonStyle({})} aria-label={t("title")}>
            <List aria-hidden /> <span>{t("lists")}</span>
          </Link>
          <Button onClick={() => setSheet("fill")}>
            <UsersRound aria-hidden /> {t("fill.do")}
          </Button>
          {upload}
          {add}
        </>
      }
      search={{ ...searching, label: t("searchPeople") }}
      list={list}
      columns={columns}
      card={(item) => (
        <RecordRow name={item.name} onOpen={() => setSheet(item)}>
          <Validity item={item} />
          <span className="truncate tabular-nums">{phoneNumber(item.number)}</span>
        </RecordRow>
      )}
      actions={(item) => (
        <>
          {item.isWhatsappValid === null && (
            <IconButton
              small
              icon={RefreshCw}
              label={`${t("check")}: ${item.name}`}
              disabled={check.isPending}
              onClick={() => check.mutate({ params: { id: item.id } })}
              className="max-sm:hidden"
            />
          )}
          <IconButton
            small
            icon={Pencil}
            label={`${t("do.edit")}: ${item.name}`}
            onClick={() => setSheet(item)}
            className="max-sm:hidden"
          />
          <IconButton small icon={Trash2} label={`${t("takeOff")}: ${item.name}`} onClick={() => void ask(item)} />
        </>
      )}
      empty={
        <Empty drawing={<Sign icon={ListOrdered} />} title={t("emptyList")} hint={t("emptyListHint")} action={upload} />
      }
    >
      {sheet === "file" && <UploadSheet listId={id} onClose={() => setSheet(null)} />}
      {sheet === "fill" && <FillSheet listId={id} onClose={() => setSheet(null)} />}
      {(sheet === "new" || typeof sheet === "object" && sheet !== null) && (
        <ItemSheet
          key={sheet === "new" ? "new" : sheet.id}
          listId={id}
          item={sheet === "new" ? undefined : sheet}
          onClose={() => setSheet(null)}
        />
      )}
    </SearchedRecords>
  );
}
