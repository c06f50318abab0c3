import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { cn } from "../ui/cn.ts";
import { isCurrent, useEntries } from "./menu.tsx";

const item =
  "relative flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[12px] leading-4 font-500 min-w-0";

/** A phone's navigation: the daily screens, and everything else behind "Mais". */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const entries = useEntries();
  const daily = entries.filter((entry) => entry.group !== "admin").slice(0, 3);
  const rest = entries.filter((entry) => !daily.includes(entry));
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
            <entry.icon aria-hidden className="size-5" />
            <span className="max-w-full truncate px-1">{t(entry.label)}</span>
          </Link>
        );
      })}
      {rest.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onMore}
          className={cn(item, rest.some((entry) => isCurrent(path, entry.href)) ? "text-primary-fg" : "text-fg-muted")}
        >
          <span className="relative">
            <Ellipsis aria-hidden className="size-5" />
            {rest.some((entry) => entry.dot) && (
              <span aria-hidden className="absolute -top-0.5 -right-1 size-2 rounded-full bg-danger-fill" />
            )}
          </span>
          {t("menu.more")}
        </button>
      )}
    </nav>
  );
}
