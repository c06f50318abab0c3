import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { companies } from "../../../api/features/companies/contract.ts";
import { formatDate, formatMoney } from "../../core/words/format.ts";
import { href } from "../../core/page/href.ts";
import { currentMe, useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { logout, reloadMe } from "../../core/session.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Drawing } from "../../ui/drawing.tsx";
import { toast } from "../../ui/toast.tsx";
import { OwnInvoices, type Paying } from "./own-invoices.tsx";

/** A page that hears nothing asks this often whether somebody paid, ms. */
const LOOK_MS = 30_000;

/** The app begins anew: what waits to be sent, and the stream, were not begun while nothing was open. */
const enter = () => location.assign(href("home"));

/** Lets in whoever only waits for somebody else's payment. */
function useLetIn(waits: boolean) {
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(async () => {
      if (document.visibilityState === "hidden") return;
      await reloadMe();
      if (currentMe()?.company.expired === false) enter();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [waits]);
}

/** /financeiro-aberto: what a company sees after its due date. Its admins pay here, everybody else is told whom to ask. */
export function ExpiredScreen() {
  const { t } = useTranslation("billing");
  const me = useMe();
  const admin = me.profile === "admin";
  const [closed] = useState(me.company.expired);
  const [busy, setBusy] = useState(false);
  const [paying, setPaying] = useState<Paying>(null);
  const { data } = useRead(companies.plan, { params: { id: me.companyId } });
  useLetIn(closed && !admin);
  const due = me.company.dueDate ? formatDate(me.company.dueDate) : "—";
  const check = async () => {
    setBusy(true);
    await reloadMe();
    setBusy(false);
    if (currentMe()?.company.expired) toast.info(t("expired.still"));
    else enter();
  };
  // Each has its line before it is known: the buttons below stay where they are, also under a finger.
  const facts: [string, string][] = [
    [t("expired.due"), due],
    [t("expired.plan"), data?.plan.name ?? "—"],
    [t("expired.amount"), data ? formatMoney(data.plan.amount) : "—"],
  ];
  return (
    <div className="h-full overflow-y-auto p-4">
      <div
        className={cn(
          "mx-auto flex min-h-full max-w-220 flex-col gap-4",
          // What comes later below must not push what is pressed.
          closed && admin ? "sm:pt-10" : "justify-center",
        )}
      >
        <section className="mx-auto w-full max-w-160 rounded-card border border-line bg-surface p-6 text-center sm:p-8">
          <Drawing name="lock" className="mx-auto" />
          <h1 className="mt-3 text-title font-600">{t(closed ? "expired.title" : "expired.current")}</h1>
          {closed && (
            <>
              <p className="mt-2 text-body">{t("expired.text", { date: due })}</p>
              <p className="mt-2 text-body text-fg-muted">{t("expired.safe")}</p>
              <p className="mt-2 text-body">
                {t(admin ? "expired.payHere" : "expired.ask", { company: me.company.name })}
              </p>
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
            <Button tone={admin && closed ? "plain" : "primary"} busy={busy} onClick={() => void check()}>
              {t("expired.check")}
            </Button>
            {closed && admin && <Button tone="primary" onClick={() => setPaying("next")}>{t("expired.pay")}</Button>}
          </div>
        </section>
        {closed && admin && <OwnInvoices search="" closed paying={paying} onPay={setPaying} />}
      </div>
    </div>
  );
}
