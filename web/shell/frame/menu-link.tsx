import type { TFunction } from "i18next";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useLocation } from "wouter";
import { Count } from "../../ui/badge.tsx";
import { cn } from "../../ui/cn.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { Entry } from "./entries.ts";
import { railLine } from "./rail-button.tsx";

/** True for the entry whose screen is shown. */
export const isCurrent = (path: string, target: string) =>
  target === "/" ? path === "/" : path.toLowerCase() === target || path.toLowerCase().startsWith(`${target}/`);

/** Its name with what is to be known of it, as a screen reader says it. */
export function nameOf(t: TFunction, { label, count, dot }: Pick<Entry, "label" | "count" | "dot">): string {
  const told = [count > 0 && t("menu.unread", { count }), dot && t("menu.attention")].filter(Boolean);
  return t(label) + (told.length > 0 ? ` (${told.join(", ")})` : "");
}

/** At the corner of its icon: how much is new there, or that something waits for attention. The rail has no room beside the icon for three signs. */
export function EntryMark(
  { entry, counted, rail }: { entry: Pick<Entry, "count" | "dot">; counted: boolean; rail?: true },
) {
  if (counted && entry.count > 0) {
    return (
      <span aria-hidden className={cn("absolute -top-2", rail && entry.count > 99 ? "left-1.5" : "left-3")}>
        <Count value={entry.count} max={99} loud className="h-4.5! min-w-4.5! px-1! ring-2 ring-surface" />
      </span>
    );
  }
  return entry.dot && (
    <span
      aria-hidden
      className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-danger-fill ring-2 ring-surface"
    />
  );
}

/** An entry: its icon, with its name beside it where the menu is `open`. */
export function MenuLink({ entry, open, onNavigate }: { entry: Entry; open: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const current = isCurrent(path, entry.href);
  const name = nameOf(t, entry);
  const link = (
    <Link
      href={entry.href}
      onClick={onNavigate}
      aria-current={current ? "page" : undefined}
      className={cn(
        railLine,
        current ? "bg-primary-soft text-primary-fg" : "text-fg-muted hover:bg-hover hover:text-fg",
      )}
    >
      <span className="relative shrink-0">
        <entry.icon aria-hidden className="size-5" />
        <EntryMark entry={entry} counted={!open} rail />
      </span>
      <span className="sr-only">{name}</span>
      {open && <span aria-hidden className="min-w-0 flex-1 truncate">{t(entry.label)}</span>}
      {open && entry.count > 0 && (
        <span aria-hidden>
          <Count value={entry.count} loud />
        </span>
      )}
    </Link>
  );
  return open ? link : <Tooltip text={name} side="right">{link}</Tooltip>;
}
