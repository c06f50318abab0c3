import { ExternalLink, Printer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { Link } from "wouter";
import { type Invoice, invoices } from "../../../api/features/invoices/contract.ts";
import { href } from "../../core/page/href.ts";
import { reloadMe } from "../../core/session.ts";
import { useList } from "../../core/query.ts";
import { formatMoney, formatNumber } from "../../core/words/format.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { RecordRow } from "../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../patterns/lists/records.tsx";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { CheckoutDialog } from "./checkout/checkout-dialog.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import { formatDueDay } from "./payment/day.ts";
import { Renewed } from "./payment/renewed.tsx";
import { type Payment, usePayment } from "./payment/use-payment.ts";

/** The invoice being paid; `next`: the one that waits, or the next period's. */
export type Paying = Invoice | "next" | null;
interface Props {
  /** What one searches for; nothing shows all. */
  search: string;
  /** The company's app is closed until it pays. */
  closed: boolean;
  paying: Paying;
  onPay: (paying: Paying) => void;
}

/** The invoices of one's own company, and the way to pay them. */
export function OwnInvoices({ search, closed, paying, onPay }: Props) {
  const { t } = useTranslation("billing");
  const list = useList(invoices.list, { query: search ? { searchParam: search } : {} }, {
    keepPrevious: true,
    keep: search === "",
  });
  const [charged, setCharged] = useState<number>();
  const [done, setDone] = useState<Payment>();
  const open = list.records.find(({ status }) => status === "Pendente")?.id;
  usePayment(charged ?? (closed ? open : undefined), (payment) => {
    if (closed || paying) return setDone(payment);
    // Somebody else paid, or the operator said so: whoever only looks at the list is not taken away from it.
    toast.success(t("paid.renewed", { date: formatDueDay(payment.date) }));
    void reloadMe();
  });
  const action = (invoice: Invoice) => {
    if (invoice.status === "Pago") {
      return (
        <>
          <span className="self-center font-600 text-success">{t("paidWord")}</span>
          <Link
            href={href("receipt", { invoiceId: invoice.id })}
            aria-label={t("receipt.of", { detail: invoice.detail })}
            title={t("receipt.of", { detail: invoice.detail })}
            className={buttonStyle({ tone: "quiet", size: "small", className: "w-7 px-0! touch:w-11" })}
          >
            <Printer aria-hidden />
          </Link>
        </>
      );
    }
    if (invoice.status !== "Pendente") return <InvoiceStatus status={invoice.status} />;
    const name = t("payOf", { detail: invoice.detail });
    if (invoice.linkInvoice) {
      return (
        <a
          href={invoice.linkInvoice}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={name}
          className={buttonStyle({ tone: "primary" })}
        >
          {t("payWord")} <ExternalLink aria-hidden />
        </a>
      );
    }
    return <Button tone="primary" aria-label={name} onClick={() => onPay(invoice)}>{t("payWord")}</Button>;
  };
  const number = (value: number) => <span className="tabular-nums">{formatNumber(value)}</span>;
  const columns: Column<Invoice>[] = [
    { head: t("detail"), cell: ({ detail }) => <span className="line-clamp-2 font-500 wrap-anywhere">{detail}</span> },
    { head: t("users"), cell: ({ users }) => number(users), className: "w-28" },
    { head: t("connections"), cell: ({ connections }) => number(connections), className: "w-28" },
    {
      head: t("due"),
      cell: ({ dueDate }) => <span className="tabular-nums">{formatDueDay(dueDate)}</span>,
      className: "w-32",
    },
    {
      head: t("value"),
      cell: ({ value }) => <span className="tabular-nums whitespace-nowrap">{formatMoney(Number(value))}</span>,
      className: "w-32",
    },
    {
      head: t("action"),
      cell: (invoice) => <span className="flex items-center gap-1">{action(invoice)}</span>,
      className: "w-40",
    },
  ];
  return (
    <>
      <Records
        label={t("title")}
        records={list.records}
        columns={columns}
        card={(invoice) => (
          <span className="flex items-center gap-2">
            <RecordRow name={invoice.detail}>
              <span className="font-500 text-fg tabular-nums">{formatMoney(Number(invoice.value))}</span>
              <span aria-hidden>·</span>
              <span className="truncate tabular-nums">{t("dueOn", { date: formatDueDay(invoice.dueDate) })}</span>
            </RecordRow>
            <span className="flex shrink-0 items-center">{action(invoice)}</span>
          </span>
        )}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={search
          ? <Empty drawing="search" title={t("list.noMatch", { search })} hint={t("list.noMatchHint")} />
          : !closed && <Empty drawing="receipt" title={t("empty")} hint={t("emptyHint")} />}
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
      {done && <Renewed date={done.date} closed={closed} />}
      {paying && !done && (
        <CheckoutDialog
          invoiceId={paying === "next" ? undefined : paying.id}
          onCharged={setCharged}
          onClose={() => onPay(null)}
        />
      )}
    </>
  );
}
