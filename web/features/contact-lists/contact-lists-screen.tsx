import { ListOrdered, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { type ContactList, contactLists } from "../../../api/features/contact-lists/contract.ts";
import { href } from "../../core/page/href.ts";
import { useCall, useList } from "../../core/query.ts";
import { formatNumber } from "../../core/words/format.ts";
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
import { ContactListSheet } from "./contact-list-sheet.tsx";
import "./live.ts";

const peopleOf = (list: ContactList) => href("contactListItems", { contactListId: list.id });

/** /contact-lists */
export function ContactListsScreen() {
  const { t } = useTranslation("contact-lists");
  const searching = useSearch();
  const { search } = searching;
  const list = useList(contactLists.list, { query: search ? { searchParam: search } : {} }, {
    keepPrevious: true,
    keep: search === "",
  });
  const [edited, setEdited] = useState<ContactList | "new" | null>(null);
  const remove = useCall(contactLists.remove, { refresh: [contactLists.list, contactLists.all] });
  const ask = async (record: ContactList) => {
    const sure = await confirm({
      title: t("confirm.deleteTitle", { name: record.name }),
      text: t("removeText", { count: record.contactsCount }),
      action: t("do.delete"),
      danger: true,
    });
    if (!sure) return;
    remove.mutate({ params: { id: record.id } }, {
      onSuccess: () => toast.success(t("state.deleted", { name: record.name })),
    });
  };
  const columns: Column<ContactList>[] = [
    {
      head: t("name"),
      cell: (record) => (
        <Link href={peopleOf(record)} className="line-clamp-2 rounded-control font-500 wrap-anywhere hover:underline">
          {record.name}
        </Link>
      ),
      className: "max-w-0 w-2/3",
    },
    {
      head: t("people"),
      cell: (record) => <span className="text-fg-muted tabular-nums">{formatNumber(record.contactsCount)}</span>,
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
      card={(record) => (
        <RecordRow name={record.name} onOpen={() => navigate(peopleOf(record))}>
          {t("count", { count: record.contactsCount, n: formatNumber(record.contactsCount) })}
        </RecordRow>
      )}
      actions={(record) => (
        <>
          <IconButton small icon={Pencil} label={`${t("rename")}: ${record.name}`} onClick={() => setEdited(record)} />
          <IconButton
            small
            icon={Trash2}
            label={`${t("do.delete")}: ${record.name}`}
            onClick={() => void ask(record)}
          />
        </>
      )}
      empty={<Empty drawing={<Sign icon={ListOrdered} />} title={t("empty")} hint={t("emptyHint")} action={add} />}
    >
      {edited && (
        <ContactListSheet
          key={edited === "new" ? "new" : edited.id}
          list={edited === "new" ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SearchedRecords>
  );
}
