import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { companies } from "../../../api/features/companies/contract.ts";
import { formatDate, formatMoney } from "../../core/words/format.ts";
import { href } from "../../core/page/href.ts";
import { currentMe, useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { logout, reloadMe } from "../../core/session.ts";
import { Button } from "../../ui/button.tsx";
import { Drawing } from "../../ui/drawing.tsx";
import { toast } from "../../ui/toast.tsx";

/** /financeiro-aberto: what a company sees after its due date. */
export function ExpiredScreen() {
  const { t } = useTranslation("billing");
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const { data } = useRead(companies.plan, { params: { id: me.companyId } });
  const due = me.company.dueDate ? formatDate(me.company.dueDate) : "—";
  const check = async () => {
    setBusy(true);
    await reloadMe();
    setBusy(false);
    if (currentMe()?.company.expired) toast.info(t("expired.still"));
    // The app begins anew: what waits to be sent, and the stream, were not begun while nothing was open.
    else location.assign(href("home"));
  };
  const facts: [string, string][] = [[t("expired.due"), due]];
  if (data) facts.push([t("expired.plan"), data.plan.name], [t("expired.amount"), formatMoney(data.plan.amount)]);
  return (
    <div className="grid h-full place-items-center overflow-y-auto p-4">
      <section className="w-full max-w-120 rounded-card border border-line bg-surface p-6 text-center sm:p-8">
        <Drawing name="lock" className="mx-auto" />
        <h1 className="mt-3 text-title font-600">{t(me.company.expired ? "expired.title" : "expired.current")}</h1>
        {me.company.expired && (
          <>
            <p className="mt-2 text-body">{t("expired.text", { date: due })}</p>
            <p className="mt-2 text-body text-fg-muted">{t("expired.safe")}</p>
          </>
        )}
        <dl className="mt-5 divide-y divide-line border-y border-line text-left">
          {facts.map(([term, value]) => (
            <div key={term} className="flex justify-between gap-4 py-2">
              <dt className="text-fg-muted">{term}</dt>
              <dd className="font-500 tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-6 flex flex-col justify-center gap-2 sm:flex-row">
          <Button onClick={() => void logout()}>
            <LogOut aria-hidden /> {t("bar.logout")}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => void check()}>{t("expired.check")}</Button>
        </div>
      </section>
    </div>
  );
}
