import { Plus, X } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { LOOKUP_MIN_CHARS } from "../../../api/contract/limits.ts";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { useList } from "../../core/query.ts";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { Face } from "../../patterns/face.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Who } from "./filters.ts";

const SHOWN = 6;
const option = "flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-left hover:bg-hover";

/** A contact, or a part of names: from three characters on one may add what was typed itself. */
export function ContactFilter({ value, onChange }: { value: Who | null; onChange: (who: Who | null) => void }) {
  const { t } = useTranslation("reports");
  const id = useId();
  const { typed, setTyped, search } = useSearch();
  const wanted = search.length >= LOOKUP_MIN_CHARS;
  const list = useList(contacts.list, { query: { searchParam: search } }, { enabled: wanted && !value, keep: false });
  const choose = (who: Who) => {
    setTyped("");
    onChange(who);
  };
  if (value) {
    const name = "id" in value ? value.name : t("contact.text", { text: value.text });
    return (
      <div className="min-w-0 space-y-1">
        <p className="text-meta font-500 text-fg-muted">{t("contact.label")}</p>
        <p className="field flex h-control items-center gap-1 pr-0!">
          <span className="min-w-0 flex-1 truncate" title={name}>{name}</span>
          <IconButton icon={X} label={t("contact.remove", { name })} tip="none" onClick={() => onChange(null)} />
        </p>
      </div>
    );
  }
  const text = typed.trim();
  const open = text.length >= LOOKUP_MIN_CHARS;
  return (
    <div className="relative">
      <Field label={t("contact.label")}>
        <Input
          role="combobox"
          aria-expanded={open}
          aria-controls={id}
          autoComplete="off"
          placeholder={t("contact.hint")}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
          onKeyDown={(e) => e.key === "Escape" && setTyped("")}
        />
      </Field>
      <ul
        id={id}
        aria-label={t("contact.label")}
        className={open
          ? "absolute top-full z-20 mt-1 max-h-80 w-full min-w-60 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-(--float)"
          : "hidden"}
      >
        {wanted && list.records.slice(0, SHOWN).map((contact) => (
          <li key={contact.id}>
            <button type="button" className={option} onClick={() => choose({ id: contact.id, name: contact.name })}>
              <Face name={contact.name} src={contact.urlPicture} size="small" />
              <span dir="auto" className="min-w-0 flex-1 truncate">{contact.name}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={option} onClick={() => choose({ text })}>
            <span className="grid size-7 shrink-0 place-items-center rounded-full bg-hover">
              {list.isLoading ? <Spinner /> : <Plus aria-hidden className="size-4" />}
            </span>
            <span className="min-w-0 truncate font-500">{t("contact.add", { text })}</span>
          </button>
        </li>
      </ul>
    </div>
  );
}
