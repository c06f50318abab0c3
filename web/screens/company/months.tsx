import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { Usage } from "../../../api/features/companies/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { formatMonth } from "../../core/words/month.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Box } from "./part.tsx";

/** What a company did in each of twelve months, the latest first, with a bar of its messages. */
export function UsageMonths({ months }: { months: Usage["months"] }) {
  const { t } = useTranslation("companies");
  const most = Math.max(0, ...months.map(({ received, sent }) => received + sent));
  if (most === 0 && months.every(({ opened }) => opened === 0)) {
    return <p className="text-fg-muted">{t("page.noUsage")}</p>;
  }
  const number = "text-right tabular-nums";
  return (
    <Box>
      <Table>
        <caption className="sr-only">{t("page.usage")}</caption>
        <thead>
          <tr>
            <Th>{t("page.month")}</Th>
            <Th className="text-right">{t("page.opened")}</Th>
            <Th className="text-right">{t("page.received")}</Th>
            <Th className="text-right">{t("page.sent")}</Th>
            <Th className="text-right max-sm:hidden">{t("page.active")}</Th>
            <Th className="max-sm:hidden">
              <span className="sr-only">{t("page.bars")}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, opened, received, sent, people }) => (
            <Tr key={month}>
              <Td className="h-9 whitespace-nowrap">{formatMonth(month)}</Td>
              <Td className={`h-9 ${number}`}>{formatNumber(opened)}</Td>
              <Td className={`h-9 ${number}`}>{formatNumber(received)}</Td>
              <Td className={`h-9 ${number}`}>{formatNumber(sent)}</Td>
              <Td className={`h-9 text-fg-muted max-sm:hidden ${number}`}>{formatNumber(people)}</Td>
              <Td className="h-9 w-1/3 max-sm:hidden">
                <span aria-hidden className="flex h-2 gap-px">
                  <span
                    className="rounded-full bg-line-strong"
                    style={{ width: `${most && 100 * received / most}%` }}
                  />
                  <span className="rounded-full bg-primary" style={{ width: `${most && 100 * sent / most}%` }} />
                </span>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}
