import { useAtomValue } from "jotai";
import { ArrowLeft, Printer } from "lucide-react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { Link, useParams } from "wouter";
import { companies } from "../../../../api/features/companies/contract.ts";
import { invoices } from "../../../../api/features/invoices/contract.ts";
import { brandAtom, brandName } from "../../../core/brand.ts";
import { href } from "../../../core/page/href.ts";
import { useRead } from "../../../core/query.ts";
import { useMe } from "../../../core/who/me.ts";
import { formatMoment, formatMoney, formatNumber } from "../../../core/words/format.ts";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { NotFound } from "../../../patterns/pages.tsx";
import { ApiError } from "../../../core/who/api.ts";
import { Button, buttonStyle } from "../../../ui/button.tsx";
import { formatDueDay } from "../payment/day.ts";

/** /financeiro/{invoiceId}/recibo: a paid invoice on A4, black on white in both themes. */
export function ReceiptScreen() {
  const { t } = useTranslation("billing");
  const me = useMe();
  const brand = useAtomValue(brandAtom);
  const id = Number(useParams<{ invoiceId: string }>().invoiceId);
  const { data: invoice, error, refetch } = useRead(invoices.show, { params: { id } }, { enabled: id > 0 });
  const { data: company } = useRead(companies.show, { params: { id: me.companyId } });
  if (!(id > 0) || error instanceof ApiError && error.status === 404) return <NotFound />;
  const back = (
    <Link href={href(me.company.expired ? "expired" : "invoices")} className={buttonStyle()}>
      <ArrowLeft aria-hidden /> {t("title")}
    </Link>
  );
  if (error && !invoice) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!invoice || !company) return null;
  if (invoice.status !== "Pago" || !invoice.paidAt) {
    return (
      <Empty heading="h1" drawing="receipt" title={t("receipt.unpaid")} hint={t("receipt.unpaidHint")} action={back} />
    );
  }
  const facts: [string, string][] = [
    [t("receipt.payer"), company.name],
    ...company.document ? [[t("receipt.document"), company.document] as [string, string]] : [],
    [t("detail"), invoice.detail],
    [t("receipt.period"), `${formatDueDay(invoice.periodStart)} – ${formatDueDay(invoice.periodEnd)}`],
    [t("users"), formatNumber(invoice.users)],
    [t("connections"), formatNumber(invoice.connections)],
    [t("receipt.paidAt"), formatMoment(invoice.paidAt)],
  ];
  return (
    <div className="h-full overflow-y-auto bg-hover p-4 sm:p-6 print:overflow-visible print:p-0">
      <div className="mx-auto mb-4 flex max-w-[210mm] justify-between gap-2 print:hidden">
        {back}
        <Button tone="primary" onClick={() => print()}>
          <Printer aria-hidden /> {t("receipt.print")}
        </Button>
      </div>
      <article className="mx-auto max-w-[210mm] space-y-8 rounded-card bg-white p-6 text-[black] scheme-light sm:p-[20mm] print:fixed print:inset-0 print:z-100 print:max-w-none print:rounded-none print:p-[20mm]">
        <header className="flex flex-wrap items-baseline justify-between gap-2 border-b border-current pb-4">
          <h1 className="text-title font-600">{t("receipt.title", { number: invoice.id })}</h1>
          <p className="font-600">{brandName(brand)}</p>
        </header>
        <p className="text-lead">
          {t("receipt.words", { name: company.name, amount: formatMoney(Number(invoice.value)) })}
        </p>
        <dl className="divide-y divide-current/20 border-y border-current/20">
          {facts.map(([term, value]) => (
            <div key={term} className="flex justify-between gap-6 py-2">
              <dt className="shrink-0">{term}</dt>
              <dd className="text-right font-500 tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-6 py-3 text-lead font-600">
            <dt>{t("value")}</dt>
            <dd className="tabular-nums">{formatMoney(Number(invoice.value))}</dd>
          </div>
        </dl>
        <p className="text-meta">{t("receipt.note")}</p>
      </article>
    </div>
  );
}
