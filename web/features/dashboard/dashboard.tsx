import { ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { dashboard as calls } from "../../../api/features/dashboard/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { dayIn } from "../../core/words/zone-clock.ts";
import { useMe } from "../../core/who/me.ts";
import { useRead } from "../../core/query.ts";
import { Failed } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { Attendants } from "./attendants.tsx";
import { Indicators } from "./indicators.tsx";
import { Ratings } from "./ratings.tsx";

export interface Days {
  from: string;
  to: string;
}
/** How often the numbers are asked for again while somebody looks, ms. */
const REFRESH_MS = 10_000;

/** Today on the company's calendar. */
const todayIn = (timezone: string): string => dayIn(timezone, serverNow());
/** The day `back` days before another. */
const daysBefore = (day: string, back: number): string =>
  new Date(Date.parse(day) - back * 24 * 3600_000).toISOString().slice(0, 10);
/** The ranges that are asked for most, each up to today. */
const ranges = {
  today: (today: string) => ({ from: today, to: today }),
  week: (today: string) => ({ from: daysBefore(today, 6), to: today }),
  month: (today: string) => ({ from: `${today.slice(0, 8)}01`, to: today }),
};
const rangeNames = Object.keys(ranges) as (keyof typeof ranges)[];

/** One press for a range that is asked for often. */
function RangeSwitch({ value, onChange }: { value: Days; onChange: (days: Days) => void }) {
  const { t } = useTranslation("dashboard");
  const today = todayIn(useMe().company.timezone);
  return (
    <div role="group" aria-label={t("filter.title")} className="flex flex-wrap gap-1.5">
      {rangeNames.map((name) => {
        const days = ranges[name](today);
        const chosen = days.from === value.from && days.to === value.to;
        return (
          <Button
            key={name}
            size="small"
            aria-pressed={chosen}
            tone={chosen ? "primary" : "plain"}
            onClick={() => onChange(days)}
          >
            {t(`filter.${name}`)}
          </Button>
        );
      })}
    </div>
  );
}

function DateFilter({ value, onApply }: { value: Days; onApply: (days: Days) => void }) {
  const { t } = useTranslation("dashboard");
  const [days, setDays] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (days.from && days.to) onApply(days);
    else toast.error(t("filter.missing"));
  };
  return (
    <form
      id="dashboard-filter"
      noValidate
      onSubmit={submit}
      aria-label={t("filter.title")}
      className="grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-surface p-4 sm:flex"
    >
      <Field label={t("filter.from")} className="sm:w-44">
        <Input
          type="date"
          required
          max={days.to}
          value={days.from}
          onChange={(e) => setDays({ ...days, from: e.target.value })}
        />
      </Field>
      <Field label={t("filter.to")} className="sm:w-44">
        <Input
          type="date"
          required
          min={days.from}
          value={days.to}
          onChange={(e) => setDays({ ...days, to: e.target.value })}
        />
      </Field>
      <Button type="submit" tone="primary" className="max-sm:col-span-2">{t("filter.apply")}</Button>
    </form>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Late>
      <div role="status" aria-label={t("state.loading")} className="grid grid-cols-2 gap-3 pt-4 sm:grid-cols-4">
        {Array.from({ length: 8 }, (_, place) => <Skeleton key={place} className="h-20" />)}
      </div>
    </Late>
  );
}

interface Props {
  before?: ReactNode;
  /** One more tab, of another feature: its numbers of the same days. */
  more?: { label: string; panel: (days: Days) => ReactNode };
}
/** What the company's numbers say: indicators, ratings, attendants. */
export function Dashboard({ before, more }: Props) {
  const { t } = useTranslation("dashboard");
  const { company } = useMe();
  const [tab, setTab] = useState("indicators");
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState(() => ranges.month(todayIn(company.timezone)));
  const query = { date_from: days.from, date_to: days.to };
  const { data, error, refetch } = useRead(calls.show, { query }, { keepPrevious: true });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && void refetch(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return (
    <ListPage
      title={t("title")}
      intro={t("intro")}
      actions={
        <Button data-words aria-expanded={open} aria-controls="dashboard-filter" onClick={() => setOpen(!open)}>
          <span className="tabular-nums">
            {t("filter.range", { from: shortDay(days.from), to: shortDay(days.to) })}
          </span>
          <ChevronDown aria-hidden className={cn("transition-transform", open && "rotate-180")} />
        </Button>
      }
    >
      {before}
      <RangeSwitch value={days} onChange={setDays} />
      {open && <DateFilter key={`${days.from}${days.to}`} value={days} onApply={setDays} />}
      <Tabs
        label={t("title")}
        value={tab}
        onChange={setTab}
        tabs={[
          ...["indicators", "ratings", "attendants"].map((value) => ({ value, label: t(`tab.${value}`) })),
          ...(more ? [{ value: "more", label: more.label }] : []),
        ]}
      >
        {error && !data && <Failed title={t("error")} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        <TabPanel value="indicators" className="pt-4">
          {data && <Indicators counters={data.counters} days={days} />}
        </TabPanel>
        <TabPanel value="ratings" className="pt-4">{data && <Ratings counters={data.counters} />}</TabPanel>
        <TabPanel value="attendants" className="pt-4">{data && <Attendants rows={data.attendants} />}</TabPanel>
        {more && <TabPanel value="more" className="pt-4">{more.panel(days)}</TabPanel>}
      </Tabs>
    </ListPage>
  );
}

/** `2026-03-10` as `10/03/2026`. */
export const shortDay = (day: string) => day.split("-").reverse().join("/");
