import { ChevronDown } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { dashboard as calls } from "../../../api/features/dashboard/contract.ts";
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

/** The first of the month to today, on the company's calendar. */
function thisMonth(timezone: string): Days {
  const to = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format();
  return { from: `${to.slice(0, 8)}01`, to };
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

/** What the company's numbers say: indicators, ratings, attendants. */
export function Dashboard() {
  const { t } = useTranslation("dashboard");
  const { company } = useMe();
  const [tab, setTab] = useState("indicators");
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState(() => thisMonth(company.timezone));
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
        <Button aria-expanded={open} aria-controls="dashboard-filter" onClick={() => setOpen(!open)}>
          <span className="tabular-nums">
            {t("filter.range", { from: shortDay(days.from), to: shortDay(days.to) })}
          </span>
          <ChevronDown aria-hidden className={cn("transition-transform", open && "rotate-180")} />
        </Button>
      }
    >
      {open && <DateFilter value={days} onApply={setDays} />}
      <Tabs
        label={t("title")}
        value={tab}
        onChange={setTab}
        tabs={["indicators", "ratings", "attendants"].map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        {error && !data && <Failed title={t("error")} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        <TabPanel value="indicators" className="pt-4">
          {data && <Indicators counters={data.counters} days={days} />}
        </TabPanel>
        <TabPanel value="ratings" className="pt-4">{data && <Ratings counters={data.counters} />}</TabPanel>
        <TabPanel value="attendants" className="pt-4">{data && <Attendants rows={data.attendants} />}</TabPanel>
      </Tabs>
    </ListPage>
  );
}

/** `2026-03-10` as `10/03/2026`. */
export const shortDay = (day: string) => day.split("-").reverse().join("/");
