import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { type Counters, dashboard as calls } from "../../../api/features/dashboard/contract.ts";
import { formatNumber } from "../../core/words/format.ts";
import { useRead } from "../../core/query.ts";
import { Empty } from "../../patterns/lists/empty.tsx";
import { cn } from "../../ui/cn.ts";
import { Bars, Columns } from "./charts.tsx";
import { minutesText } from "../../core/words/minutes.ts";

type Numbers = z.output<typeof Counters>;

/** A number with its name; `loud` for what is going on now. */
export function Figure({ label, value, loud }: { label: string; value: string; loud?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-meta text-fg-muted">{label}</dt>
      <dd className={cn("text-title font-600 tabular-nums", loud && "text-primary-fg")}>{value}</dd>
    </div>
  );
}

/** Counters of the range, what is going on now, and two charts. */
export function Indicators({ counters, days }: { counters: Numbers; days: { from: string; to: string } }) {
  const { t } = useTranslation("dashboard");
  const query = { initialDate: days.from, finalDate: days.to };
  const range = { dateStart: days.from, dateEnd: days.to };
  const byDay = useRead(calls.ticketsDay, { query }, { keepPrevious: true });
  const byUser = useRead(calls.ticketsUsers, { query }, { keepPrevious: true });
  const received = useRead(calls.messagesAll, { query: { ...range, fromMe: "false" } }, { keepPrevious: true });
  const sent = useRead(calls.messagesAll, { query: { ...range, fromMe: "true" } }, { keepPrevious: true });
  const count = (key: keyof Numbers) => formatNumber(counters[key]);
  const figures = [
    ["tickets", count("tickets")],
    ["supportFinished", count("supportFinished")],
    ["avgWaitTime", minutesText(counters.avgWaitTime)],
    ["avgSupportTime", minutesText(counters.avgSupportTime)],
    ["leads", count("leads")],
    ["activeTickets", count("activeTickets")],
    ["passiveTickets", count("passiveTickets")],
    ["supportGroups", count("supportGroups")],
    ["received", received.data ? formatNumber(received.data.count) : "—"],
    ["sent", sent.data ? formatNumber(sent.data.count) : "—"],
  ] as const;
  const grid = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5";
  return (
    <div className="space-y-5">
      <section>
        <h2 className="mb-2 text-body font-600">{t("now")}</h2>
        <dl className={grid}>
          <Figure loud label={t("figure.supportHappening")} value={count("supportHappening")} />
          <Figure loud label={t("figure.supportPending")} value={count("supportPending")} />
        </dl>
      </section>
      <section>
        <h2 className="mb-2 text-body font-600">{t("range")}</h2>
        <dl className={grid}>
          {figures.map(([key, value]) => <Figure key={key} label={t(`figure.${key}`)} value={value} />)}
        </dl>
      </section>
      {counters.tickets === 0
        ? <Empty drawing="inbox" title={t("empty.title")} hint={t("empty.hint")} />
        : (
          <div className="grid gap-4 lg:grid-cols-2">
            {byDay.data && (
              <Columns
                title={t("chart.byDay")}
                head={t("chart.day")}
                points={byDay.data.data.map(({ day, total }) => ({
                  key: day,
                  label: `${day.slice(8)}/${day.slice(5, 7)}`,
                  value: total,
                }))}
              />
            )}
            {byUser.data && byUser.data.data.length > 0 && (
              <Bars
                title={t("chart.byUser")}
                head={t("chart.user")}
                points={byUser.data.data.map(({ id, name, quantity }) => ({ key: id, label: name, value: quantity }))}
              />
            )}
          </div>
        )}
    </div>
  );
}
