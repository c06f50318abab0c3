import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Usage } from "../../../api/features/companies/contract.ts";
import { invoices } from "../../../api/features/invoices/contract.ts";
import { overview } from "../../../api/features/overview/contract.ts";
import { useChannel } from "../../core/channels.ts";
import { useRead } from "../../core/query.ts";
import { formatDate, formatMoment, formatMoney, formatNumber } from "../../core/words/format.ts";
import { InvoiceStatus } from "../../features/billing/invoice-status.tsx";
import { reasonText } from "../../features/connections/channel/words.ts";
import { useFresh } from "../../features/overview/use-fresh.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { LineRow } from "../all-connections/line-row.tsx";
import { Box } from "./part.tsx";

const rows = "divide-y divide-line";
const row = "flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2";
function Waits() {
  return (
    <Late>
      <Skeleton className="h-28 w-full" />
    </Late>
  );
}

/** The company's connections, to restart and disconnect. */
export function CompanyLines({ companyId }: { companyId: number }) {
  const { t } = useTranslation("overview");
  const list = useRead(overview.all, { query: { companyId } }, { keep: false });
  useFresh(list.refetch);
  if (!list.data) return list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <Waits />;
  if (!list.data.length) return <p className="text-fg-muted">{t("none")}</p>;
  return (
    <Box>
      <ul className={`${rows} px-4`}>
        {list.data.map((line) => <LineRow key={line.id} line={line} onChange={() => void list.refetch()} />)}
      </ul>
    </Box>
  );
}

/** Its people, who was here last first. */
export function CompanyPeople({ users }: { users: Usage["users"] }) {
  const { t } = useTranslation("companies");
  return (
    <Box>
      <ul className={rows}>
        {users.map(({ id, name, email, profile, online, seenAt }) => (
          <li key={id} className={row}>
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-2 font-500">
                <span dir="auto" className="wrap-anywhere">{name}</span>
                {profile === "admin" && <Badge>{t("page.admin")}</Badge>}
              </span>
              <span className="block text-meta text-fg-muted wrap-anywhere">{email}</span>
            </span>
            <span className="text-meta text-fg-muted tabular-nums">
              {online ? t("page.online") : seenAt ? formatMoment(seenAt) : t("page.never")}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** Its latest invoices. */
export function CompanyInvoices({ companyId }: { companyId: number }) {
  const { t } = useTranslation("companies");
  const { data, error, refetch } = useRead(invoices.all, { query: { companyId } }, { keep: false });
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waits />;
  if (!data.invoices.length) return <p className="text-fg-muted">{t("page.noInvoices")}</p>;
  return (
    <Box>
      <ul className={rows}>
        {data.invoices.map(({ id, detail, value, status, dueDate }) => (
          <li key={id} className={row}>
            <span className="min-w-0">
              <span dir="auto" className="block wrap-anywhere">{detail}</span>
              <span className="block text-meta text-fg-muted tabular-nums">{formatDate(dueDate)}</span>
            </span>
            <span className="flex items-center gap-3">
              <InvoiceStatus status={status} />
              <span className="tabular-nums">{formatMoney(value)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function Problem({ kind, at, until, name, channel, reason, count }: Usage["problems"][number]) {
  const { t } = useTranslation("companies");
  const words = reasonText(useChannel(channel), reason) ?? reason;
  return (
    <li className={row}>
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-2 font-500">
          <span>{t(`page.problem.${kind}`)}</span>
          {count > 1 && <Badge tone="warning">{t("page.times", { number: formatNumber(count) })}</Badge>}
        </span>
        <span dir="auto" className="block text-meta text-fg-muted wrap-anywhere">
          {[name, words].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="text-meta text-fg-muted tabular-nums">
        {kind !== "connection"
          ? formatMoment(at)
          : until
          ? t("page.away", { from: formatMoment(at), to: formatMoment(until) })
          : t("page.awaySince", { from: formatMoment(at) })}
      </span>
    </li>
  );
}
/** What went wrong in the last 30 days. */
export function CompanyProblems({ problems }: { problems: Usage["problems"] }) {
  const { t } = useTranslation("companies");
  if (!problems.length) return <p className="text-fg-muted">{t("page.noProblems")}</p>;
  return (
    <Box>
      <ul className={rows}>
        {problems.map((problem, at) => <Problem key={at} {...problem} />)}
      </ul>
    </Box>
  );
}
