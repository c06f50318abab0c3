import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Chip, Dot } from "../../ui/chip.tsx";
import { Popover } from "../../ui/popover.tsx";
import { SearchField } from "../lists/search-field.tsx";

interface Choice {
  id: number;
  name: string;
  color?: string;
}
interface Props {
  choices: readonly Choice[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  label: string;
  placeholder: string;
  disabled?: boolean;
  id?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}
const SEARCH_FROM = 8;

/** Picks several of a short list (queues, tags). Shows the picked ones as chips. */
export function Picker({ choices, value, onChange, label, placeholder, disabled, ...control }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const wanted = search.toLocaleLowerCase();
  const shown = choices.filter((choice) => choice.name.toLocaleLowerCase().includes(wanted));
  const picked = choices.filter((choice) => value.includes(choice.id));
  const toggle = (id: number) => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);
  return (
    <Popover
      label={label}
      align="start"
      fit
      className="min-w-60"
      trigger={
        <button
          type="button"
          disabled={disabled}
          className="field flex h-auto! min-h-control items-center gap-1.5 py-1 text-left"
          {...control}
        >
          <span className="flex min-w-0 flex-1 flex-wrap gap-1">
            {picked.length === 0 && <span className="text-fg-subtle">{placeholder}</span>}
            {picked.map((choice) => <Chip key={choice.id} colour={choice.color ?? "#64748b"}>{choice.name}</Chip>)}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-fg-subtle" />
        </button>
      }
    >
      {choices.length > SEARCH_FROM && (
        <SearchField value={search} onChange={setSearch} label={t("do.search")} className="mb-2" />
      )}
      {shown.length === 0 && <p className="p-2 text-meta text-fg-subtle">{t("list.noChoice")}</p>}
      <div className="space-y-1">
        {shown.map((choice) => (
          <Checkbox
            key={choice.id}
            checked={value.includes(choice.id)}
            onChange={() => toggle(choice.id)}
            label={
              <span className="flex items-center gap-2">
                {choice.color && <Dot colour={choice.color} />}
                <span className="wrap-anywhere">{choice.name}</span>
              </span>
            }
          />
        ))}
      </div>
    </Popover>
  );
}
