import { X } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { LOOKUP_MIN_CHARS } from "../../../api/contract/limits.ts";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { useList } from "../../core/query.ts";
import { phoneNumber } from "../../core/words/phone-number.ts";
import { Face } from "../../patterns/face.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";

export interface Chosen {
  id: number;
  name: string;
}
interface Props {
  value: Chosen | null;
  /** Absent where the contact stays who it is. */
  onChange?: (contact: Chosen | null) => void;
  error?: string;
}

/** Who gets the message: found by name or number from three characters on. */
export function ContactField({ value, onChange, error }: Props) {
  const { t } = useTranslation("schedules");
  const id = useId();
  const { typed, setTyped, search } = useSearch();
  const wanted = search.length >= LOOKUP_MIN_CHARS;
  const list = useList(contacts.list, { query: { searchParam: search } }, { enabled: wanted && !value, keep: false });
  if (value) {
    return (
      <div className="space-y-1">
        <p className="text-meta font-500 text-fg-muted">{t("contact")}</p>
        <p className="flex min-h-control items-center gap-2 rounded-control border border-line px-2 py-1">
          <Avatar name={value.name} size="small" />
          <span dir="auto" className="min-w-0 flex-1 truncate">{value.name}</span>
          {onChange && (
            <IconButton
              small
              icon={X}
              label={t("otherContact")}
              tip="none"
              onClick={() => onChange(null)}
            />
          )}
        </p>
      </div>
    );
  }
  return (
    <div>
      <Field label={t("contact")} hint={wanted ? undefined : t("contactHint")} error={error} required>
        <Input
          role="combobox"
          aria-expanded={wanted}
          aria-controls={id}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
        />
      </Field>
      {wanted && (
        <ul id={id} aria-label={t("contact")} className="mt-1 max-h-60 overflow-y-auto">
          {list.records.map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-left hover:bg-hover"
                onClick={() => onChange?.({ id: contact.id, name: contact.name })}
              >
                <Face name={contact.name} src={contact.urlPicture} size="small" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate">{contact.name}</span>
                  <span className="block truncate text-meta text-fg-subtle">{phoneNumber(contact.number)}</span>
                </span>
              </button>
            </li>
          ))}
          {!list.isLoading && list.records.length === 0 && (
            <li className="px-2 py-1 text-meta text-fg-subtle">{t("list.noMatch", { search, ns: "core" })}</li>
          )}
        </ul>
      )}
    </div>
  );
}
