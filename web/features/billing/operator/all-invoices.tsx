import { Ban, Check, Download, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { companies } from "../../../../api/features/companies/contract.ts";
import type { Endpoint } from "../../../../api/contract/endpoint.ts";
import { invoices, invoiceStates, type OperatorInvoice } from "../../../../api/features/invoices/contract.ts";
import { saveFile } from "../../../core/files/save-file.ts";
import { toastError, useCall, useList, useRead } from "../../../core/query.ts";
import { fetchFile } from "../../../core/who/api.ts";
import { formatMoney } from "../../../core/words/format.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { Empty } from "../../../patterns/lists/empty.tsx";
import { RecordRow } from "../../../patterns/lists/record-row.tsx";
import { type Column, Records } from "../../../patterns/lists/records.tsx";
import { SearchField } from "../../../patterns/lists/search-field.tsx";
import { useSearch } from "../../../patterns/lists/use-search.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.tsx";
import { InvoiceStatus } from "../invoice-status.tsx";
import { formatDueDay } from "../payment/day.ts";

const FILE = "faturas.xlsx";
/** What an operator can say of an invoice, by what it is now. */
const verbs = { paid: Check, void: Ban, refund: RotateCcw } as const;
type Verb = keyof typeof verbs;
const possible: Partial<Record<OperatorInvoice["status"], readonly Verb[]>> = {
  Pendente: ["paid", "void"],
  Pago: ["refund"],
};

/** Invoices of all companies, filtered, and what the operator says of them. */
export function AllInvoices() {
  const { t } = useTranslation("billing");
  const { typed, setTyped, search } = useSearch();
  const [status, setStatus] = useState("");
  const [companyId, setCompanyId] = useState("");
  const [month, setMonth] = useState("");
  const [saving, setSaving] = useState(false);
  const known = useRead(companies.list, {}, { keep: false });
  const query = {
    ...(search && { searchParam: search }),
    ...(status && { status: status as OperatorInvoice["status"] }),
    ...(companyId && { companyId: Number(companyId) }),
    ...(month && { month }),
  };
  const filtered = Object.keys(query).length > 0;
  const list = useList(invoices.all, { query }, { keepPrevious: true, keep: false });
  const refresh: readonly Endpoint[] = [invoices.all, invoices.months, invoices.list];
  const calls = {
    paid: useCall(invoices.markPaid, { refresh }),
    void: useCall(invoices.markVoid, { refresh }),
    refund: useCall(invoices.markRefunded, { refresh }),
  };
  const act = async (verb: Verb, invoice: OperatorInvoice) => {
    const words = { company: invoice.companyName, detail: invoice.detail, amount: formatMoney(invoice.value) };
    const sure = await confirm({
      title: t(`ask.${verb}Title`, words),
      text: t(`ask.${verb}Text`, words),
      action: t(`ask.${verb}`),
      danger: verb !== "paid",
    });
    if (!sure) return;
    calls[verb].mutate({ params: { id: invoice.id } }, { onSuccess: () => toast.success(t(`ask.${verb}Done`, words)) });
  };
  const save = async () => {
    setSaving(true);
    try {
      saveFile(await fetchFile(invoices.export, { query }), FILE);
    } catch (error) {
      toastError(error);
    } finally {
      setSaving(false);
    }
  };
  const clear = () => {
    setTyped("");
    setStatus("");
    setCompanyId("");
    setMonth("");
  };
  const note = (invoice: OperatorInvoice) =>
    invoice.note && <span className="block text-meta text-warning wrap-anywhere">{t(`note.${invoice.note}`)}</span>;
  const columns: Column<OperatorInvoice>[] = [
    {
      head: t("company"),
      cell: (invoice) => (
        <span className="block min-w-0">
          <span className="block truncate font-500" title={invoice.companyName}>{invoice.companyName}</span>
          <span className="block truncate text-meta text-fg-muted">{invoice.detail}</span>
        </span>
      ),
      className: "max-w-0 w-2/5",
    },
    {
      head: t("due"),
      cell: ({ dueDate }) => <span className="tabular-nums">{formatDueDay(dueDate)}</span>,
      className: "w-28",
    },
    {
      head: t("value"),
      cell: ({ value }) => <span className="tabular-nums whitespace-nowrap">{formatMoney(value)}</span>,
      className: "w-28",
    },
    {
      head: t("state.title"),
      cell: (invoice) => (
        <>
          <InvoiceStatus status={invoice.status} />
          {note(invoice)}
        </>
      ),
    },
    {
      head: t("paidOn"),
      cell: ({ paidAt, provider, paidBy }) => (
        <span className="text-meta text-fg-muted tabular-nums">
          {paidAt ? formatDueDay(paidAt) : "—"}
          {paidAt && <span className="block truncate">{paidBy || provider && t(`gateway.${provider}`)}</span>}
        </span>
      ),
      className: "w-36",
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={typed} onChange={setTyped} label={t("searchAll")} className="w-full sm:max-w-72" />
        <Select
          aria-label={t("state.title")}
          value={status}
          onChange={(event) => setStatus(event.target.value)}
          className="min-w-36 flex-1 sm:max-w-44"
        >
          <option value="">{t("filter.anyState")}</option>
          {invoiceStates.map((one) => <option key={one} value={one}>{t(`status.${one}`)}</option>)}
        </Select>
        <Select
          aria-label={t("company")}
          value={companyId}
          onChange={(event) => setCompanyId(event.target.value)}
          className="min-w-36 flex-1 sm:max-w-56"
        >
          <option value="">{t("filter.anyCompany")}</option>
          {known.data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </Select>
        <Input
          type="month"
          aria-label={t("filter.month")}
          title={t("filter.month")}
          value={month}
          min="2000-01"
          max="2099-12"
          onChange={(event) => setMonth(event.target.value)}
          className="w-auto min-w-36 flex-1 sm:max-w-44"
        />
        <Button busy={saving} disabled={list.count === 0} onClick={() => void save()} className="sm:ml-auto">
          {!saving && <Download aria-hidden />} {t("export")}
        </Button>
      </div>
      <Records
        label={t("tab.todas")}
        records={list.records}
        columns={columns}
        card={(invoice) => (
          <RecordRow name={invoice.companyName}>
            <span className="font-500 text-fg tabular-nums">{formatMoney(invoice.value)}</span>
            <span className="tabular-nums">{formatDueDay(invoice.dueDate)}</span>
            <InvoiceStatus status={invoice.status} />
          </RecordRow>
        )}
        actions={(invoice) =>
          possible[invoice.status]?.map((verb) => (
            <IconButton
              key={verb}
              small
              icon={verbs[verb]}
              label={`${t(`ask.${verb}`)}: ${invoice.companyName}, ${invoice.detail}`}
              onClick={() => void act(verb, invoice)}
            />
          ))}
        loading={list.isLoading}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={filtered
          ? (
            <Empty
              drawing="search"
              title={t("filter.none")}
              hint={t("filter.noneHint")}
              action={<Button onClick={clear}>{t("do.clear")}</Button>}
            />
          )
          : <Empty drawing="receipt" title={t("emptyAll")} hint={t("emptyAllHint")} />}
        more={{ hasMore: list.hasMore, loading: list.isFetchingMore, onMore: list.more }}
      />
    </>
  );
}
