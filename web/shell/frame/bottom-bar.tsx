import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { cn } from "../../ui/cn.ts";
import type { Entry } from "./entries.ts";
import { isCurrent } from "./menu.tsx";

/** How many screens a phone has at hand: the daily ones, as far as this person may see them; others take a free place. */
const PLACES = 3;

const item =
  "relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[12px] leading-4 font-500 min-w-0 -outline-offset-2";

/** A phone's navigation: the daily screens, and everything else behind "Mais". */
export function BottomBar({ entries, onMore }: { entries: readonly Entry[]; onMore: () => void }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const work = entries.filter((entry) => entry.group !== "admin");
  const daily = [...work.filter(({ daily }) => daily), ...work.filter(({ daily }) => !daily)].slice(0, PLACES);
  const rest = entries.filter((entry) => !daily.includes(entry));
  const trouble = rest.some((entry) => entry.dot);
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
            aria-label={entry.short && t(entry.label)}
            aria-current={current ? "page" : undefined}
            className={cn(item, current ? "text-primary-fg" : "text-fg-muted")}
          >
            <entry.icon aria-hidden className="size-5" />
            <span className="max-w-full truncate px-1">{t(entry.short ?? entry.label)}</span>
          </Link>
        );
      })}
      {rest.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t("menu.more") + (trouble ? ` (${t("menu.attention")})` : "")}
          onClick={onMore}
          className={cn(item, rest.some((entry) => isCurrent(path, entry.href)) ? "text-primary-fg" : "text-fg-muted")}
        >
          <span className="relative">
            <Ellipsis aria-hidden className="size-5" />
            {trouble && <span aria-hidden className="absolute -top-0.5 -right-1 size-2 rounded-full bg-danger-fill" />}
          </span>
          {t("menu.more")}
        </button>
      )}
    </nav>
  );
}
