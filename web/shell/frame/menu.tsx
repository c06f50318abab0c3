import { useAtom, useAtomValue } from "jotai";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useMe } from "../../core/who/me.ts";
import { menuAtom } from "../../core/who/preferences.ts";
import { cn } from "../../ui/cn.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { versionAtom } from "../version/version-atom.ts";
import type { Entry } from "./entries.ts";

/** True for the entry whose screen is shown. */
export const isCurrent = (path: string, target: string) =>
  target === "/" ? path === "/" : path.toLowerCase() === target || path.toLowerCase().startsWith(`${target}/`);

function MenuLink({ entry, open, onNavigate }: { entry: Entry; open: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const current = isCurrent(path, entry.href);
  const name = t(entry.label) + (entry.dot ? ` (${t("menu.attention")})` : "");
  const link = (
    <Link
      href={entry.href}
      onClick={onNavigate}
      aria-current={current ? "page" : undefined}
      aria-label={name}
      className={cn(
        "relative flex h-10 items-center gap-3 rounded-control px-2.5 text-body font-500 transition-colors touch:h-11",
        current ? "bg-primary-soft text-primary-fg" : "text-fg-muted hover:bg-hover hover:text-fg",
      )}
    >
      <span className="relative shrink-0">
        <entry.icon aria-hidden className="size-5" />
        {entry.dot && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-danger-fill ring-2 ring-surface"
          />
        )}
      </span>
      {open && <span className="truncate">{t(entry.label)}</span>}
    </Link>
  );
  return open ? link : <Tooltip text={name} side="right">{link}</Tooltip>;
}

interface MenuProps {
  entries: readonly Entry[];
  open: boolean;
  onNavigate?: () => void;
  /** What stands after the screens: a phone has it here and nowhere else. */
  children?: ReactNode;
}
/** The entries, in groups with a hairline between them. */
export function Menu({ entries, open, onNavigate, children }: MenuProps) {
  const { t } = useTranslation();
  const { running } = useAtomValue(versionAtom);
  return (
    <nav aria-label={t("menu.label")} className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto">
      {entries.map((entry, index) => (
        <div
          key={entry.href}
          className={cn(index > 0 && entries[index - 1]?.group !== entry.group && "mt-1 border-t border-line pt-2")}
        >
          <MenuLink entry={entry} open={open} onNavigate={onNavigate} />
        </div>
      ))}
      {children && <div className="mt-1 border-t border-line pt-2">{children}</div>}
      {open && running && (
        <p className="mt-auto px-2.5 pt-3 text-meta text-fg-subtle">{t("menu.version", { version: running })}</p>
      )}
    </nav>
  );
}

/** The menu of a desk: 56 px of icons that open to 240 px with names. */
export function Rail({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const me = useMe();
  const [choice, setChoice] = useAtom(menuAtom);
  const open = (choice || me.defaultMenu) === "open";
  return (
    <aside
      className={cn(
        "flex shrink-0 flex-col gap-2 border-r border-line bg-surface p-2 transition-[width] duration-150 ease-out",
        open ? "w-60" : "w-14",
      )}
    >
      <IconButton
        icon={open ? PanelLeftClose : PanelLeftOpen}
        label={t(open ? "menu.fold" : "menu.unfold")}
        tip="right"
        aria-expanded={open}
        onClick={() => setChoice(open ? "closed" : "open")}
        className="size-10!"
      />
      <Menu entries={entries} open={open} />
    </aside>
  );
}
