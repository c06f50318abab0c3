import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { invoices } from "../../../../api/features/invoices/contract.ts";
import { useRead } from "../../../core/query.ts";
import { formatMoney, formatNumber } from "../../../core/words/format.ts";
import { formatMonth } from "../../../core/words/month.ts";
import { Empty, Failed } from "../../../patterns/lists/empty.tsx";
import { Late, Skeleton } from "../../../ui/skeleton.tsx";
import { Table, Td, Th, Tr } from "../../../ui/table.tsx";

/** What each month earned and was owed, the latest first, as a table whose bars show at a glance what is missing. */
export function Months() {
  const { t } = useTranslation("billing");
  const { data, error, refetch } = useRead(invoices.months, {}, { keep: false });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label={t("state.loading")}>
        <Late>
          <Skeleton className="h-96" />
        </Late>
      </div>
    );
  }
  const most = Math.max(0, ...data.months.flatMap(({ earned, due }) => [earned, due]));
  if (most === 0) return <Empty drawing="receipt" title={t("months.empty")} hint={t("months.emptyHint")} />;
  const share = (value: number) => `${100 * value / most}%`;
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      <Table>
        <caption className="sr-only">{t("months.caption")}</caption>
        <thead>
          <tr>
            <Th>{t("months.month")}</Th>
            <Th className="text-right">{t("months.due")}</Th>
            <Th className="text-right">{t("months.earned")}</Th>
            <Th className="max-sm:hidden">
              <span className="sr-only">{t("months.bars")}</span>
            </Th>
            <Th className="text-right max-sm:hidden">{t("months.open")}</Th>
          </tr>
        </thead>
        <tbody>
          {data.months.toReversed().map(({ month, earned, due, open }) => (
            <Tr key={month}>
              <Td className="whitespace-nowrap">{formatMonth(month)}</Td>
              <Td className="text-right whitespace-nowrap text-fg-muted tabular-nums">{formatMoney(due)}</Td>
              <Td className="text-right font-500 whitespace-nowrap tabular-nums">{formatMoney(earned)}</Td>
              <Td className="w-1/3 max-sm:hidden">
                <span aria-hidden className="block space-y-1">
                  <span className="block h-2 rounded-full bg-line-strong" style={{ width: share(due) }} />
                  <span className="block h-2 rounded-full bg-primary" style={{ width: share(earned) }} />
                </span>
              </Td>
              <Td className="text-right text-fg-muted tabular-nums max-sm:hidden">{formatNumber(open)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
