import { useEffect } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { useLocation } from "wouter";
import { href } from "../../../core/page/href.ts";
import { reloadMe } from "../../../core/session.ts";
import { currentMe } from "../../../core/who/me.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Drawing } from "../../../ui/drawing.tsx";
import { formatDueDay } from "./day.ts";

/** How long the good news stands before the app opens, ms (docs/product/billing.md#screens). */
const SHOWN_MS = 4_000;

interface Props {
  /** The subscription's new end. */
  date: string;
  /** True where the app was closed until now: it begins anew, because nothing of it runs yet. */
  closed: boolean;
}

/** The subscription goes on: until when, and the way in. */
export function Renewed({ date, closed }: Props) {
  const { t } = useTranslation("billing");
  const [, navigate] = useLocation();
  const enter = async () => {
    await reloadMe();
    if (closed && !currentMe()?.company.expired) location.assign(href("home"));
    else navigate(href("home"));
  };
  useEffect(() => {
    // The app stays closed behind the news until it begins anew.
    if (!closed) void reloadMe();
    const timer = setTimeout(() => void enter(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open onOpenChange={() => void enter()} title={t("paid.title")} closeLabel={t("do.close")}>
      <div role="status" className="flex flex-col items-center gap-4 px-4 pt-2 pb-8 text-center">
        <Drawing name="check" className="text-success" />
        <p className="text-lead font-600 wrap-anywhere">{t("paid.renewed", { date: formatDueDay(date) })}</p>
        <Button tone="primary" onClick={() => void enter()}>{t("paid.enter")}</Button>
      </div>
    </Dialog>
  );
}
