import { useId } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { LOOKUP_MIN_CHARS } from "../../../../api/contract/limits.ts";
import { contacts } from "../../../../api/features/contacts/contract.ts";
import { useList, useRead } from "../../../core/query.ts";
import { useSearch } from "../../../patterns/lists/use-search.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";

interface Props {
  value: readonly number[];
  onChange: (ids: number[]) => void;
}
const SHOWN = 5;

/** A contact's name, from what is known of it. */
export function ContactName({ id }: { id: number }) {
  const { data } = useRead(contacts.show, { params: { id } }, { keep: false });
  return data?.name ?? `#${id}`;
}

/** Tickets of these contacts only; they are looked up from three characters on. */
export function ContactFilter({ value, onChange }: Props) {
  const { t } = useTranslation("tickets");
  const id = useId();
  const { typed, setTyped, search } = useSearch();
  const wanted = search.length >= LOOKUP_MIN_CHARS && typed !== "";
  const list = useList(contacts.list, { query: { searchParam: search } }, { enabled: wanted, keep: false });
  const found = wanted ? list.records.filter((contact) => !value.includes(contact.id)).slice(0, SHOWN) : [];
  const without = (gone: number) => value.filter((other) => other !== gone);
  return (
    <div>
      <Field label={t("filter.contact")}>
        <Input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={id}
          autoComplete="off"
          placeholder={t("filter.contactHint")}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
        />
      </Field>
      {value.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1">
          {value.map((one) => (
            <Chip
              key={one}
              colour="#64748b"
              onRemove={() => onChange(without(one))}
              removeLabel={t("filter.without", { name: `#${one}` })}
            >
              <ContactName id={one} />
            </Chip>
          ))}
        </p>
      )}
      <ul id={id} aria-label={t("filter.contact")}>
        {found.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover touch:min-h-11"
              onClick={() => {
                onChange([...value, contact.id]);
                setTyped("");
              }}
            >
              <Avatar name={contact.name} size="small" />
              <span dir="auto" className="min-w-0 flex-1 truncate">{contact.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {wanted && !list.isLoading && found.length === 0 && (
        <p className="px-2 py-1 text-meta text-fg-subtle">{t("list.noMatch", { ns: "core", search })}</p>
      )}
    </div>
  );
}
