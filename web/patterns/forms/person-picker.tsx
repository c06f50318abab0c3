import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { LOOKUP_MIN_CHARS } from "../../../api/contract/limits.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";

interface Person {
  id: number;
  name: string;
  email: string;
  color: string;
  online: boolean;
}
interface Props {
  people: readonly Person[];
  value: number | null;
  onChange: (id: number | null) => void;
  label: string;
  hint: string;
  /** The name of the button that removes the chosen person. */
  removeLabel: (name: string) => string;
  error?: string;
  required?: boolean;
}
/** So many are shown at once; a shorter list is shown without a search. */
export const PEOPLE_SHOWN = 6;

/** Finds somebody by name or e-mail from three characters on (docs/product/api.md#pages-and-counts). */
export function PersonPicker({ people, value, onChange, label, hint, removeLabel, error, required }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const searched = wanted.length >= LOOKUP_MIN_CHARS;
  const found = searched
    ? people.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(wanted)).slice(0, PEOPLE_SHOWN)
    : people.length <= PEOPLE_SHOWN
    ? people
    : [];
  const chosen = people.find((person) => person.id === value);
  const choose = (next: number | null) => {
    setSearch("");
    onChange(next);
  };
  const keys = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.key !== "Enter") return;
    e.preventDefault();
    if (searched && found[0]) choose(found[0].id);
  };
  if (chosen) {
    return (
      <div className="space-y-1">
        <p className="text-meta font-500 text-fg-muted">{label}</p>
        <p className="flex items-center gap-2 rounded-control border border-line px-2 py-1">
          <Avatar name={chosen.name} colour={chosen.color} size="small" />
          <span dir="auto" className="min-w-0 flex-1 truncate">{chosen.name}</span>
          <IconButton small icon={X} label={removeLabel(chosen.name)} tip="none" onClick={() => choose(null)} />
        </p>
      </div>
    );
  }
  return (
    <div>
      <Field label={label} hint={hint} error={error} required={required}>
        <Input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={id}
          autoComplete="off"
          placeholder={t("do.search")}
          value={search}
          onKeyDown={keys}
          onChange={(e) => setSearch(e.target.value)}
        />
      </Field>
      <ul id={id} aria-label={label} className="mt-1">
        {found.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              onClick={() => choose(person.id)}
              className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover touch:min-h-11"
            >
              <Avatar name={person.name} colour={person.color} size="small" />
              <span dir="auto" className="min-w-0 flex-1 truncate">{person.name}</span>
              {person.online && <span className="text-meta text-success">{t("state.online")}</span>}
            </button>
          </li>
        ))}
      </ul>
      {searched && found.length === 0 && (
        <p className="px-2 py-1 text-meta text-fg-subtle">{t("list.noMatch", { search })}</p>
      )}
    </div>
  );
}
