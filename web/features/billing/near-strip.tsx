import { WalletCards } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link, useLocation } from "wouter";
import { href } from "../../core/page/href.ts";
import { useMe } from "../../core/who/me.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { nearDays } from "./near.ts";

/** A line above the screen on the days before the due date on which its admins are told. */
export function NearStrip() {
  const { t } = useTranslation("billing");
  const [path] = useLocation();
  const left = nearDays(useMe());
  if (left === null || path.startsWith(href("invoices"))) return null;
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warning-soft px-3 py-1 text-meta text-warning"
    >
      <span className="flex items-center gap-2">
        <WalletCards aria-hidden className="size-4 shrink-0" />
        {left === 0 ? t("near.today") : t("near.title", { count: left })}
      </span>
      <Link href={href("invoices")} className={buttonStyle({ size: "small" })}>{t("near.pay")}</Link>
    </div>
  );
}
