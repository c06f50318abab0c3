import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Contact } from "../../../../api/features/contacts/contract.ts";
import { TAG_NAME_MAX, TAG_NAME_MIN, tags } from "../../../../api/features/tags/contract.ts";
import { foldText } from "../../../core/words/search-text.ts";
import { useOnline } from "../../../core/use-online.ts";
import { useRead } from "../../../core/query.ts";
import { Chip, Dot } from "../../../ui/chip.tsx";
import { cn } from "../../../ui/cn.ts";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { useContactTags } from "./use-contact-tags.ts";

const SHOWN = 8;
const alike = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/**
 * A contact's tags: chips that go with a press, and a field that finds a tag or makes a new one in a random colour, from
 * three characters on. Without a network both say so and wait.
 */
export function ContactTags({ contact, autoFocus }: { contact: Contact; autoFocus?: boolean }) {
  const { t } = useTranslation("tickets");
  const id = useId();
  const online = useOnline();
  const { data: all = [] } = useRead(tags.all);
  const { shown, add, create, remove } = useContactTags(contact);
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [short, setShort] = useState(false);
  const name = typed.trim();
  const others = all.filter((tag) => !shown.some((own) => own.id === tag.id));
  const found = others.filter((tag) => foldText(tag.name).includes(foldText(name))).slice(0, SHOWN);
  const makes = name.length >= TAG_NAME_MIN && !all.some((tag) => alike(tag.name, name));
  const last = found.length - 1 + (makes ? 1 : 0);
  const at = Math.min(active, last);
  const listed = open && online && last >= 0;

  const done = () => {
    setTyped("");
    setActive(0);
    setShort(false);
  };
  const choose = (index: number) => {
    const tag = found[index];
    if (tag) add(tag);
    else if (makes) create(name);
    else return setShort(name.length > 0 && name.length < TAG_NAME_MIN);
    done();
  };
  const onKey = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return;
    const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (step) {
      setOpen(true);
      if (last >= 0) setActive((at + step + last + 1) % (last + 1));
    } else if (e.key === "Enter") choose(name || listed ? Math.max(at, 0) : -1);
    else if (e.key === "Escape" && listed) setOpen(false);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: "option",
    "aria-selected": index === at,
    // Not the click: the field would lose the focus, and a phone its keyboard.
    onPointerDown: (e: { preventDefault(): void }) => e.preventDefault(),
    onClick: () => choose(index),
    className: cn(
      "flex min-h-9 cursor-pointer items-center gap-2 rounded-control px-2 touch:min-h-11",
      index === at ? "bg-primary-soft" : "hover:bg-hover",
    ),
  });
  return (
    <div className="space-y-2 text-left">
      {shown.length > 0 && (
        <ul aria-label={t("tags.title")} className="flex flex-wrap gap-1.5 touch:gap-0.5">
          {shown.map((tag) => (
            <li key={tag.id} className="max-w-full">
              <button
                type="button"
                disabled={!online}
                aria-label={t("tags.remove", { name: tag.name })}
                onClick={() => remove(tag)}
                className="group flex max-w-full items-center justify-center touch:min-h-11 touch:min-w-11"
              >
                <Chip colour={tag.color} className="h-6! max-w-full!">
                  <span className="flex items-center gap-1">
                    <span className="truncate">{tag.name}</span>
                    {online && <X aria-hidden className="size-3 shrink-0 opacity-70 group-hover:opacity-100" />}
                  </span>
                </Chip>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={t("tags.add")}
        hint={online ? undefined : t("tags.offline")}
        error={short ? t("tags.short") : undefined}
      >
        <Input
          role="combobox"
          aria-expanded={listed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={listed ? `${id}-${at}` : undefined}
          autoComplete="off"
          autoFocus={autoFocus}
          enterKeyHint="done"
          maxLength={TAG_NAME_MAX}
          placeholder={t("tags.placeholder")}
          disabled={!online}
          value={typed}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onChange={(e) => {
            setTyped(e.target.value);
            setOpen(true);
            setActive(0);
            setShort(false);
          }}
          onKeyDown={onKey}
        />
      </Field>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t("tags.choices")}
        hidden={!listed}
        className="max-h-72 overflow-y-auto rounded-control border border-line bg-raised p-1"
      >
        {listed && found.map((tag, index) => (
          <li key={tag.id} {...option(index)}>
            <Dot colour={tag.color} />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
          </li>
        ))}
        {listed && makes && (
          <li {...option(found.length)}>
            <Plus aria-hidden className="size-4 shrink-0 text-fg-muted" />
            <span className="min-w-0 flex-1 truncate">{t("tags.create", { name })}</span>
          </li>
        )}
      </ul>
    </div>
  );
}
