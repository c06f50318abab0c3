import { CalendarPlus } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Company, Sort } from "../../../api/features/companies/contract.ts";
import { formatBytes, formatDate, formatMoment, formatMoney, formatNumber } from "../../core/words/format.ts";
import type { Column } from "../../patterns/lists/records.tsx";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { dueDay, nearness } from "./due.ts";
import type { Order } from "./use-companies.ts";

/** `24/11/2026`, where the company is; a dash where it never is due. */
export function dayText(company: Company): string {
  return dueDay(company).split("-").reverse().join("/") || "—";
}
const tints = { due: "bg-danger-soft hover:bg-danger-soft", soon: "bg-warning-soft hover:bg-warning-soft" };
/** Yellow before the due date, red on it and after it. */
export function tintOf(company: Company): string | undefined {
  const near = nearness(company);
  return near ? tints[near] : undefined;
}

export function Status({ company }: { company: Company }) {
  const { t } = useTranslation("companies");
  return <Badge tone={company.status ? "success" : "neutral"}>{t(company.status ? "active" : "inactive")}</Badge>;
}
/** How near the due date is, in words: the tint alone says it to nobody who sees no colours. */
function Near({ company }: { company: Company }) {
  const { t } = useTranslation("companies");
  const near = nearness(company);
  return near && <span className="sr-only">{t(`near.${near}`)}</span>;
}

/** Moves the due date on by the company's recurrence. */
export function RenewButton(
  { company, busy, onRenew }: { company: Company; busy: boolean; onRenew: (company: Company) => void },
) {
  const { t } = useTranslation("companies");
  return (
    <IconButton
      small
      icon={CalendarPlus}
      label={t("renew", { name: company.name, step: t(`step.${company.recurrence}`) })}
      disabled={busy}
      onClick={() => onRenew(company)}
    />
  );
}

const lines = "block min-w-0 leading-tight";
const below = "block truncate text-meta text-fg-muted";
interface Given {
  order: Order;
  setOrder: (order: Order) => void;
  onOpen: (company: Company) => void;
  renew: (company: Company) => void;
  renewing: number | undefined;
}

/** The columns of the table of companies. */
export function useColumns({ order, setOrder, onOpen, renew, renewing }: Given): Column<Company>[] {
  const { t } = useTranslation("companies");
  const sort = (by: Sort): Column<Company>["sort"] => ({
    now: order.sort !== by ? "none" : order.order === "asc" ? "ascending" : "descending",
    press: () => setOrder({ sort: by, order: order.sort === by && order.order === "asc" ? "desc" : "asc" }),
  });
  const when = (moment: string | null) => (
    <span className="text-fg-muted tabular-nums">{moment ? formatDate(moment) : "—"}</span>
  );
  return [
    { head: t("id"), cell: ({ id }) => <span className="text-fg-subtle tabular-nums">{id}</span>, sort: sort("id") },
    {
      head: t("name"),
      cell: (company) => (
        <button
          type="button"
          onClick={() => onOpen(company)}
          className="block max-w-full rounded-control text-left touch:min-h-11 touch:min-w-11"
        >
          <span dir="auto" className="line-clamp-1 font-500 wrap-anywhere hover:underline">{company.name}</span>
          <span className={below}>{company.email}</span>
        </button>
      ),
      className: "max-w-0 w-1/4 min-w-48",
      sort: sort("name"),
    },
    { head: t("status"), cell: (company) => <Status company={company} /> },
    {
      head: t("plan"),
      cell: ({ plan }) => (
        <span className={lines}>
          <span dir="auto" className="block max-w-40 truncate">{plan?.name}</span>
          <span className={`${below} tabular-nums`}>{plan && formatMoney(plan.amount)}</span>
        </span>
      ),
      sort: sort("amount"),
    },
    { head: t("created"), cell: ({ createdAt }) => when(createdAt), sort: sort("createdAt") },
    {
      head: t("due"),
      cell: (company) => (
        <span className="flex items-center justify-between gap-1">
          <span className={lines}>
            <span className="block whitespace-nowrap tabular-nums">
              {dayText(company)}
              <Near company={company} />
            </span>
            <span className={below}>{t(`recurrence.${company.recurrence}`)}</span>
          </span>
          <RenewButton company={company} busy={renewing === company.id} onRenew={renew} />
        </span>
      ),
      sort: sort("dueDate"),
    },
    { head: t("lastLogin"), cell: ({ lastLogin }) => when(lastLogin), sort: sort("lastLogin") },
    {
      head: t("files"),
      cell: ({ folderSize, numberFileFolder }) => (
        <span className={`${lines} tabular-nums`}>
          <span className="block whitespace-nowrap">{folderSize === null ? "—" : formatBytes(folderSize)}</span>
          {numberFileFolder !== null && (
            <span className={below}>
              {t("filesCount", { count: numberFileFolder, number: formatNumber(numberFileFolder) })}
            </span>
          )}
        </span>
      ),
      sort: sort("folderSize"),
    },
    {
      head: t("counted"),
      cell: ({ updatedAtFolder }) => (
        <span className="block w-20 text-meta text-fg-muted tabular-nums">
          {updatedAtFolder ? formatMoment(updatedAtFolder) : "—"}
        </span>
      ),
    },
  ];
}
