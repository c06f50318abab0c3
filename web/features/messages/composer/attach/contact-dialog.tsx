import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { LOOKUP_MIN_CHARS } from "../../../../../api/contract/limits.ts";
import { type Contact, contacts } from "../../../../../api/features/contacts/contract.ts";
import { phoneNumber } from "../../../../core/words/phone-number.ts";
import { useList } from "../../../../core/query.ts";
import { useSearch } from "../../../../patterns/lists/use-search.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { sendContacts } from "../send.ts";

/** Cards in one message, as the API takes them. */
const MAX = 20;
/** Groups are nobody's number, and a hidden number is not passed on. */
const canBeSent = ({ isGroup, number }: Contact) => !isGroup && number !== "" && !number.includes("*");

interface Props {
  ticketId: number;
  /** The customer: they know their own number. */
  contactId: number;
  name: string;
  onClose: () => void;
}

/** Sends one or several contacts as cards. */
export function ContactDialog({ ticketId, contactId, name, onClose }: Props) {
  const { t } = useTranslation("messages");
  const { typed, setTyped, search } = useSearch();
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const wanted = search.length >= LOOKUP_MIN_CHARS;
  const list = useList(contacts.list, { query: { searchParam: search } }, { enabled: wanted, keep: false });
  const fitting = wanted ? list.records.filter((one) => canBeSent(one) && one.id !== contactId) : [];
  const found = fitting.filter((one) => !chosen.some((other) => other.id === one.id));
  const send = () => {
    onClose();
    void sendContacts(ticketId, chosen.map((one) => ({ name: one.name, phones: [one.number] })));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("contacts.title", { name })}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" disabled={chosen.length === 0} onClick={send}>
            {t("contacts.send", { count: Math.max(1, chosen.length) })}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {chosen.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {chosen.map((one) => (
              <li key={one.id} className="max-w-full">
                <button
                  type="button"
                  aria-label={t("contacts.remove", { name: one.name })}
                  onClick={() => setChosen(chosen.filter((other) => other !== one))}
                  className="flex max-w-full items-center gap-1.5 rounded-full bg-hover px-2.5 py-1 text-meta touch:min-h-11"
                >
                  <span dir="auto" className="truncate">{one.name}</span>
                  <X aria-hidden className="size-3.5 shrink-0" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field label={t("contacts.search")} hint={t("contacts.hint", { count: LOOKUP_MIN_CHARS })}>
          <Input
            autoFocus
            autoComplete="off"
            disabled={chosen.length >= MAX}
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
          />
        </Field>
        <ul aria-label={t("contacts.found")} className="-mx-2 min-h-11">
          {found.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => setChosen([...chosen, one])}
                className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-left hover:bg-hover"
              >
                <Avatar name={one.name} size="small" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate">{one.name}</span>
                  <span className="block truncate text-meta text-fg-subtle tabular-nums">
                    {phoneNumber(one.number)}
                  </span>
                </span>
              </button>
            </li>
          ))}
          {wanted && !list.isLoading && fitting.length === 0 && (
            <li className="px-2 py-2 text-meta text-fg-muted">{t("contacts.none")}</li>
          )}
        </ul>
      </div>
    </Dialog>
  );
}
