import { useAtomValue } from "jotai";
import { Download, EllipsisVertical, ListChecks, Plus, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { navigate } from "wouter/use-browser-location";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { tags } from "../../../api/features/tags/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { href } from "../../core/page/href.ts";
import { connectionAtom } from "../../core/live.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { useList, useRead } from "../../core/query.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Picker } from "../../patterns/forms/picker.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DropdownMenu } from "../../ui/dropdown-menu.tsx";
import { MenuItem } from "../../ui/menu-panel.tsx";
import { ContactActions } from "./contact-actions.tsx";
import { ContactChannel, ContactName, ContactRow, ContactTags } from "./contact-cells.tsx";
import { ContactSheet } from "./sheet/contact-sheet.tsx";
import { saveBackup } from "./export.ts";
import { FromPhone } from "./from-phone.tsx";
import { SelectionBar } from "./selection-bar.tsx";

interface Props {
  onTicket: (contact: Contact) => void;
  /** Asks the channel whether somebody is at a number. */
  check: (number: string) => ReactNode;
}

/** The contacts: searched, narrowed by tag, changed, chosen. */
export function ContactsList({ onTicket, check }: Props) {
  const { t } = useTranslation("contacts");
  const { typed, setTyped, search } = useSearch();
  const [tagIds, setTagIds] = useState<number[]>([]);
  const contactTag = tagIds.length ? JSON.stringify(tagIds) : undefined;
  const plain = search === "" && !contactTag;
  const list = useList(
    contacts.list,
    { query: { searchParam: search, contactTag, isGroup: "false" } },
    { keepPrevious: true, keep: plain },
  );
  const { data: choices = [] } = useRead(tags.all, { query: {} });
  const [edited, setEdited] = useState<Contact | "new" | null>(null);
  /** The chosen ones by id; none while nobody chooses. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, Contact> | null>(null);
  const online = useAtomValue(connectionAtom) !== "offline";
  const mayDelete = useCan("contacts-page:deleteContact");
  const toggle = (contact: Contact) => {
    const next = new Map(chosen);
    if (!next.delete(contact.id)) next.set(contact.id, contact);
    setChosen(next);
  };
  const box = (contact: Contact) => (
    <Checkbox
      className="touch:-my-1 touch:-ml-2 touch:min-w-11 touch:justify-center"
      checked={chosen?.has(contact.id) ?? false}
      onChange={() => toggle(contact)}
      label={<span className="sr-only">{t("select.one", { name: contact.name })}</span>}
    />
  );
  const open = online ? (contact: Contact) => () => setEdited(contact) : () => undefined;
  const columns: Column<Contact>[] = [
    ...(chosen ? [{ head: t("select.title"), silent: true, cell: box, className: "w-8" }] : []),
    {
      head: t("field.name"),
      cell: (contact) => <ContactName contact={contact} onOpen={open(contact)} />,
      className: "min-w-52",
    },
    {
      head: t("field.number"),
      cell: ({ number }) => (
        <span className="whitespace-nowrap text-fg-muted tabular-nums">{phoneNumber(number) || "—"}</span>
      ),
    },
    {
      head: t("field.email"),
      cell: ({ email }) => <span className="line-clamp-1 text-fg-muted wrap-anywhere">{email || "—"}</span>,
      className: "max-lg:hidden",
    },
    { head: t("field.channel"), cell: (contact) => <ContactChannel contact={contact} /> },
    { head: t("field.tags"), cell: (contact) => <ContactTags contact={contact} /> },
  ];
  const add = (
    <Button tone="primary" disabled={!online} onClick={() => setEdited("new")}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  const actions = (
    <>
      {add}
      <DropdownMenu
        trigger={
          <Button aria-label={t("moreActions")} className="touch:min-w-11 max-sm:flex-none!">
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => navigate(href("contactsImport"))}>
          <Upload aria-hidden /> {t("do.import")}
        </MenuItem>
        <FromPhone online={online} />
        {mayDelete && (
          <>
            <MenuItem onSelect={() => void saveBackup()}>
              <Download aria-hidden /> {t("do.export")}
            </MenuItem>
            <MenuItem onSelect={() => setChosen(new Map())}>
              <ListChecks aria-hidden /> {t("do.select")}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
    </>
  );
  const clear = () => {
    setTyped("");
    setTagIds([]);
  };
  return (
    <ListPage
      title={t("title")}
      count={list.isLoading || list.error ? undefined : list.count}
      countIsMinimum={list.countIsMinimum}
      intro={t("intro")}
      actions={actions}
      search={{ value: typed, onChange: setTyped, label: t("search") }}
      filters={
        <div className="w-full sm:max-w-70">
          <Picker
            choices={choices}
            value={tagIds}
            onChange={setTagIds}
            label={t("filterTags")}
            placeholder={t("filterTags")}
          />
        </div>
      }
    >
      {chosen && <SelectionBar chosen={[...chosen.values()]} onClear={() => setChosen(null)} />}
      <Records
        label={t("title")}
        records={list.records}
        columns={columns}
        card={(contact) => (
          <div className="flex items-center gap-2">
            {chosen && box(contact)}
            <ContactRow contact={contact} onOpen={open(contact)} />
          </div>
        )}
        actions={(contact) => (
          <ContactActions contact={contact} online={online} onTicket={onTicket} onEdit={setEdited} />
        )}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={plain ? <Empty drawing="people" title={t("empty")} hint={t("emptyHint")} action={add} /> : (
          <Empty
            drawing="search"
            title={search ? t("list.noMatch", { search }) : t("noneTagged")}
            hint={t("list.noMatchHint")}
            action={<Button onClick={clear}>{t("do.clear")}</Button>}
          />
        )}
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
      {edited && (
        <ContactSheet
          key={edited === "new" ? "new" : edited.id}
          contact={edited === "new" ? undefined : edited}
          check={check}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  );
}
