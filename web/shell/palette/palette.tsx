import { Command } from "cmdk";
import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { isMac } from "../../core/page/keys.ts";
import { Caps } from "../../ui/caps.tsx";
import { cn } from "../../ui/cn.ts";
import { Modal } from "../../ui/modal.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { remember } from "./recent.ts";
import { type Entry, type EntryGroup, useGroups } from "./use-groups.ts";

function Row({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const { value, icon: Icon, name, detail, caps } = entry;
  return (
    <Command.Item
      value={value}
      onSelect={() => onChoose(entry)}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 select-none touch:min-h-11 data-[selected=true]:bg-primary-soft data-[selected=true]:text-primary-fg [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {Icon && <Icon aria-hidden />}
      <span className="min-w-0 flex-1 truncate" title={name}>{name}</span>
      {detail && <span className="max-w-1/2 shrink-0 truncate text-meta text-fg-muted">{detail}</span>}
      {caps && <Caps caps={caps} className="text-fg-muted max-sm:hidden" />}
    </Command.Item>
  );
}
function Group({ group, onChoose }: { group: EntryGroup; onChoose: (entry: Entry) => void }) {
  return (
    <Command.Group
      heading={group.heading}
      className="not-first:mt-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:font-500 [&_[cmdk-group-heading]]:text-fg-subtle"
    >
      {group.entries.map((entry) => <Row key={entry.value} entry={entry} onChoose={onChoose} />)}
    </Command.Group>
  );
}

/** Everything by name: what can be done here, where to go, tickets, contacts and colleagues. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("keyboard");
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed).trim();
  const { groups, busy } = useGroups(text);
  // The arrows' choice holds for the words it was made in; with others the first is chosen again.
  const [chosen, setChosen] = useState({ text: "", value: "" });
  const values = groups.flatMap(({ entries }) => entries.map(({ value }) => value));
  const selected = chosen.text === text && values.includes(chosen.value) ? chosen.value : values[0] ?? "";
  const none = values.length === 0;
  const choose = ({ run, recent }: Entry) => {
    if (recent) remember(recent);
    onClose();
    // The palette goes first: what follows gets the focus back, and may open something of its own.
    setTimeout(() => void run());
  };
  const onKeyDown = (e: KeyboardEvent) => {
    // The same key that opened it.
    if (e.key.toLowerCase() !== "k" || !(isMac ? e.metaKey : e.ctrlKey)) return;
    e.preventDefault();
    onClose();
  };
  return (
    <Modal
      onClose={onClose}
      labelledBy="palette-title"
      className="overflow-hidden max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-(--keyboard) max-sm:h-[calc(92dvh-var(--keyboard))] max-sm:w-full max-sm:rounded-t-bubble max-sm:animate-from-bottom sm:inset-x-0 sm:top-[12vh] sm:mx-auto sm:max-h-[70vh] sm:w-[min(640px,calc(100vw-48px))] sm:rounded-card sm:animate-fade"
    >
      <h2 id="palette-title" className="sr-only">{t("palette")}</h2>
      <Command
        label={t("palette")}
        shouldFilter={false}
        loop
        value={selected}
        onValueChange={(value) => setChosen({ text, value })}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="flex shrink-0 items-center gap-2 border-b border-line px-4">
          <Search aria-hidden className="size-5 shrink-0 text-fg-subtle" />
          <Command.Input
            data-autofocus
            value={typed}
            onValueChange={setTyped}
            aria-label={t("paletteField")}
            placeholder={t("paletteField")}
            className="h-13 min-w-0 flex-1 bg-transparent text-[16px] text-fg outline-none placeholder:text-fg-subtle"
          />
          {busy && <Spinner className="size-4!" />}
        </div>
        <Command.List
          label={t("paletteFound")}
          className={cn("min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2", none && "hidden")}
        >
          {groups.map((group) => <Group key={group.heading} group={group} onChoose={choose} />)}
        </Command.List>
        {none && (
          <p role="status" className="min-h-23 px-5 py-9 text-center text-fg-muted wrap-anywhere">
            {!busy && t("nothing", { text })}
          </p>
        )}
      </Command>
    </Modal>
  );
}
