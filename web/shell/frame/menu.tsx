import { useAtomValue } from "jotai";
import { Bot, ChartColumn, type LucideIcon, Send, Server, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import type { MenuGroup } from "../../core/page/screen.ts";
import { cn } from "../../ui/cn.ts";
import { Popover } from "../../ui/popover.tsx";
import { versionAtom } from "../version/version-atom.ts";
import type { Entry } from "./entries.ts";
import { EntryMark, isCurrent, MenuLink, nameOf } from "./menu-link.tsx";
import { RailButton } from "./rail-button.tsx";

type Folded = Exclude<MenuGroup, "work">;
const icons: Record<Folded, LucideIcon> = {
  numbers: ChartColumn,
  sending: Send,
  bots: Bot,
  admin: SlidersHorizontal,
  platform: Server,
};

/** One line for a group of a menu without words: its entries, with their names, hang on it. */
function FoldedGroup({ group, entries }: { group: Folded; entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [open, setOpen] = useState(false);
  const label = t(`menu.groups.${group}`);
  const sum = { dot: entries.some(({ dot }) => dot), count: entries.reduce((all, { count }) => all + count, 0) };
  return (
    <Popover
      label={label}
      side="right"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-60 p-2"
      trigger={
        <RailButton
          icon={icons[group]}
          label={nameOf(t, { label: `menu.groups.${group}`, ...sum })}
          words={false}
          current={entries.some(({ href }) => isCurrent(path, href))}
          mark={<EntryMark entry={sum} counted rail />}
        />
      }
    >
      <p className="px-2.5 pt-1 pb-2 text-meta font-600 text-fg-muted">{label}</p>
      <div className="flex flex-col gap-1">
        {entries.map((entry) => <MenuLink key={entry.href} entry={entry} open onNavigate={() => setOpen(false)} />)}
      </div>
    </Popover>
  );
}

interface MenuProps {
  entries: readonly Entry[];
  /** With words. */
  open: boolean;
  onNavigate?: () => void;
}
/**
 * The entries, in groups: with words each under its name, without them the groups after the daily work are a line each, so that all of
 * it fits a window of 900 px (docs/product/frame.md).
 */
export function Menu({ entries, open, onNavigate }: MenuProps) {
  const { t } = useTranslation();
  const groups = Map.groupBy(entries, ({ group }) => group);
  return (
    <nav aria-label={t("menu.label")} className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto low:gap-0.5">
      {[...groups].map(([group, own], index) => (
        <div
          key={group}
          className={cn(
            "flex flex-col gap-1 low:gap-0.5",
            index > 0 && (open || index === 1) && "mt-1 border-t border-line pt-2",
          )}
        >
          {open && group !== "work" && (
            <p className="px-2.5 pb-1 text-meta font-600 text-fg-muted">{t(`menu.groups.${group}`)}</p>
          )}
          {open || group === "work" || own.length === 1
            ? own.map((entry) => <MenuLink key={entry.href} entry={entry} open={open} onNavigate={onNavigate} />)
            : <FoldedGroup group={group} entries={own} />}
        </div>
      ))}
    </nav>
  );
}

/** Which version of the app this is. */
export function Version() {
  const { t } = useTranslation();
  const { running } = useAtomValue(versionAtom);
  return running && <p className="px-2.5 pt-3 text-meta text-fg-subtle">{t("menu.version", { version: running })}</p>;
}
