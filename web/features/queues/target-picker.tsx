import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { LOOKUP_MIN_CHARS } from "../../../api/contract/limits.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";

interface Props {
  value: number | null;
  onChange: (id: number | null) => void;
  error?: string;
}
const SHOWN = 6;

/** Finds the attendant an option hands over to, by name from three characters on (spec 2 §2). */
export function AttendantPicker({ value, onChange, error }: Props) {
  const { t } = useTranslation("queues");
  const id = useId();
  const [search, setSearch] = useState("");
  const { data = [] } = useRead(users.colleagues);
  const wanted = search.trim().toLocaleLowerCase();
  const found = wanted.length >= LOOKUP_MIN_CHARS
    ? data.filter(({ name, email }) => `${name} ${email}`.toLocaleLowerCase().includes(wanted)).slice(0, SHOWN)
    : [];
  const chosen = data.find((user) => user.id === value);
  const choose = (next: number | null) => {
    setSearch("");
    onChange(next);
  };
  const keys = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.key !== "Enter") return;
    e.preventDefault();
    if (found[0]) choose(found[0].id);
  };
  if (chosen) {
    return (
      <div className="space-y-1">
        <p className="text-meta font-500 text-fg-muted">{t("tree.attendant")}</p>
        <p className="flex items-center gap-2 rounded-control border border-line px-2 py-1">
          <Avatar name={chosen.name} colour={chosen.color} size="small" />
          <span className="min-w-0 flex-1 truncate">{chosen.name}</span>
          <IconButton
            small
            icon={X}
            label={t("tree.attendantRemove", { name: chosen.name })}
            onClick={() => choose(null)}
          />
        </p>
      </div>
    );
  }
  return (
    <div>
      <Field label={t("tree.attendant")} hint={t("tree.attendantHint")} error={error} required>
        <Input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={id}
          autoComplete="off"
          value={search}
          onKeyDown={keys}
          onChange={(e) => setSearch(e.target.value)}
        />
      </Field>
      <ul id={id} aria-label={t("tree.attendant")} className="mt-1">
        {found.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              onClick={() => choose(user.id)}
              className="flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover touch:min-h-11"
            >
              <Avatar name={user.name} colour={user.color} size="small" />
              <span className="min-w-0 flex-1 truncate">{user.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {wanted.length >= LOOKUP_MIN_CHARS && found.length === 0 && (
        <p className="px-2 py-1 text-meta text-fg-subtle">{t("list.noMatch", { search })}</p>
      )}
    </div>
  );
}
