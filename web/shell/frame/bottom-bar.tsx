import { Ellipsis } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useLocation } from "wouter";
import { useAnnouncementsEntry } from "../../features/announcements/announcements-popover.tsx";
import { cn } from "../../ui/cn.ts";
import type { Entry } from "./entries.ts";
import { EntryMark, isCurrent, nameOf } from "./menu-link.tsx";
import { useNewVersion } from "./new-version.tsx";

/** How many screens a phone has at hand: the daily ones, as far as this person may see them; others take a free place. */
const PLACES = 3;

const item =
  "relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-small font-500 min-w-0 -outline-offset-2";

/** The screens that stand in the bar. */
export function daily(entries: readonly Entry[]): Entry[] {
  const work = entries.filter((entry) => entry.group === "work");
  return [...work.filter((entry) => entry.daily), ...work.filter((entry) => !entry.daily)].slice(0, PLACES);
}

interface Props {
  daily: readonly Entry[];
  /** What stands behind "Mais". */
  rest: readonly Entry[];
  onMore: () => void;
}
/** A phone's navigation: the daily screens, and everything else behind "Mais". */
export function BottomBar({ daily, rest, onMore }: Props) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const newVersion = useNewVersion();
  const announced = useAnnouncementsEntry();
  const trouble = newVersion || announced.fresh || rest.some((entry) => entry.dot);
  const news = rest.reduce((sum, entry) => sum + entry.count, 0);
  return (
    <nav
      aria-label={t("menu.label")}
      className="flex shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {daily.map((entry) => {
        const current = isCurrent(path, entry.href);
        return (
          <Link
            key={entry.href}
            href={entry.href}
            aria-current={current ? "page" : undefined}
            className={cn(item, current ? "text-primary-fg" : "text-fg-muted")}
          >
            <span className="relative">
              <entry.icon aria-hidden className="size-5" />
              <EntryMark entry={entry} counted />
            </span>
            <span className="sr-only">{nameOf(t, entry)}</span>
            <span aria-hidden className="max-w-full truncate px-1">{t(entry.short ?? entry.label)}</span>
          </Link>
        );
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onMore}
        className={cn(item, rest.some((entry) => isCurrent(path, entry.href)) ? "text-primary-fg" : "text-fg-muted")}
      >
        <span className="relative">
          <Ellipsis aria-hidden className="size-5" />
          <EntryMark entry={{ dot: trouble, count: news }} counted />
        </span>
        {t("menu.more")}
        {trouble && <span className="sr-only">({t("menu.attention")})</span>}
      </button>
    </nav>
  );
}
