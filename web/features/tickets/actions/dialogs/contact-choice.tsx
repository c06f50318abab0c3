import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { LOOKUP_MIN_CHARS } from "../../../../../api/contract/limits.ts";
import { contacts } from "../../../../../api/features/contacts/contract.ts";
import { useList } from "../../../../core/query.ts";
import { useSearch } from "../../../../patterns/lists/use-search.ts";
import { Face } from "../../../../patterns/face.tsx";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Field } from "../../../../ui/field.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Input } from "../../../../ui/input.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";
import { phoneNumber } from "../../../../core/words/phone-number.ts";
import { ContactForm } from "./contact-form.tsx";

export interface Chosen {
  id: number;
  name: string;
}
interface Props {
  value: Chosen | null;
  onChange: (contact: Chosen | null) => void;
  missing: boolean;
}
const option = "flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-left hover:bg-hover";

/** Finds a contact from three characters on, or makes one on the spot. */
export function ContactChoice({ value, onChange, missing }: Props) {
  const { t } = useTranslation("tickets");
  const id = useId();
  const { typed, setTyped, search } = useSearch();
  const [making, setMaking] = useState(false);
  const wanted = search.length >= LOOKUP_MIN_CHARS;
  const list = useList(contacts.list, { query: { searchParam: search } }, { enabled: wanted && !value, keep: false });
  if (value) {
    return (
      <div className="space-y-1">
        <p className="text-meta font-500 text-fg-muted">{t("new.contact")}</p>
        <p className="flex items-center gap-2 rounded-control border border-line px-2 py-1">
          <Avatar name={value.name} size="small" />
          <span dir="auto" className="min-w-0 flex-1 truncate">{value.name}</span>
          <IconButton icon={X} label={t("new.otherContact")} tip="none" onClick={() => onChange(null)} />
        </p>
      </div>
    );
  }
  if (making) return <ContactForm name={typed} onMade={onChange} onCancel={() => setMaking(false)} />;
  return (
    <div>
      <Field
        label={t("new.contact")}
        hint={wanted ? undefined : t("new.contactHint")}
        error={missing ? t("new.chooseContact") : undefined}
        required
      >
        <Input
          role="combobox"
          aria-expanded={wanted}
          aria-controls={id}
          autoComplete="off"
          data-autofocus=""
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
        />
      </Field>
      <ul id={id} aria-label={t("new.contact")} className="mt-1 max-h-60 overflow-y-auto">
        {wanted && list.records.map((contact) => (
          <li key={contact.id}>
            <button type="button" className={option} onClick={() => onChange(contact)}>
              <Face name={contact.name} src={contact.urlPicture} size="small" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate">{contact.name}</span>
                <span className="block truncate text-meta text-fg-subtle">{phoneNumber(contact.number)}</span>
              </span>
            </button>
          </li>
        ))}
        {typed.trim().length >= LOOKUP_MIN_CHARS && (
          <li>
            <button type="button" className={option} onClick={() => setMaking(true)}>
              <span className="grid size-7 shrink-0 place-items-center rounded-full bg-hover">
                {list.isLoading ? <Spinner /> : <Plus aria-hidden className="size-4" />}
              </span>
              <span className="min-w-0 truncate font-500">{t("new.addContact", { name: typed.trim() })}</span>
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
