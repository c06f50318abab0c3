import { useTranslation } from "../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { href } from "../core/page/href.ts";
import { Empty } from "./lists/empty.tsx";
import { buttonStyle } from "../ui/button.tsx";

function Back() {
  const { t } = useTranslation();
  return <Link href={href("tickets")} className={buttonStyle({ tone: "primary" })}>{t("page.toTickets")}</Link>;
}

/** 403: the person's profile does not open this screen. */
export function NoAccess() {
  const { t } = useTranslation();
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <Empty heading="h1" drawing="lock" title={t("page.denied")} hint={t("page.deniedHint")} action={<Back />} />
    </div>
  );
}

/** 404: no screen has this address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <Empty heading="h1" drawing="road" title={t("page.missing")} hint={t("page.missingHint")} action={<Back />} />
    </div>
  );
}
