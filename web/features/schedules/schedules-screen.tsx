import { CalendarClock, CalendarOff, ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { useLocation, useSearch as useAddress } from "wouter";
import { contacts } from "../../../api/features/contacts/contract.ts";
import { type Schedule, schedules } from "../../../api/features/schedules/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { href } from "../../core/page/href.ts";
import { useList, useRead } from "../../core/query.ts";
import { formatLongMonth } from "../../core/words/format.ts";
import { useCan } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { Empty, Failed } from "../../patterns/lists/empty.tsx";
import { ListPage } from "../../patterns/lists/list-page.tsx";
import { useSearch } from "../../patterns/lists/use-search.ts";
import { usePhone } from "../../patterns/use-phone.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Late, Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Sign } from "../../ui/sign.tsx";
import { Agenda } from "./calendar/agenda.tsx";
import { addDays, dayKey, daysOf, firstWeekday, movedTo, step, type View, views } from "./calendar/dates.ts";
import { type Deeds, isOpen } from "./calendar/entry.tsx";
import { Hours } from "./calendar/hours.tsx";
import { Month } from "./calendar/month.tsx";
import type { Begun } from "./form.ts";
import { HolidaysSheet } from "./holidays-sheet.tsx";
import { ScheduleSheet } from "./schedule-sheet.tsx";
import { useDeeds } from "./use-deeds.ts";
import "./live.ts";

/** What is open above the calendar. */
type Opened = { schedule: Schedule } | { begun: Begun } | "holidays" | null;

/** /schedules */
export function SchedulesScreen() {
  const { t, i18n } = useTranslation("schedules");
  const me = useMe();
  const admin = useCan("settings:manage");
  const phone = usePhone();
  const searching = useSearch();
  const [chosen, setChosen] = useState<View>("month");
  const view: View = phone ? "agenda" : chosen;
  const [at, setAt] = useState(() => new Date(serverNow()));
  const [opened, setOpened] = useState<Opened>(null);
  const asked = useAskedContact((begun) => setOpened({ begun }));
  const first = firstWeekday(i18n.language);
  const days = useMemo(() => daysOf(view, at, first), [view, at, first]);
  const query = {
    dateStart: days[0]!.toISOString(),
    dateEnd: addDays(days.at(-1)!, 1).toISOString(),
    ...(searching.search && { searchParam: searching.search }),
  };
  const list = useList(schedules.list, { query }, { keepPrevious: true, keep: false });
  useEffect(() => {
    if (list.hasMore) list.more();
  }, [list.hasMore, list.records.length]);
  const byDay = useMemo(
    () => Map.groupBy(list.records, ({ sendAt }) => dayKey(new Date(sendAt))),
    [list.records],
  );
  const { move, remove, sendNow } = useDeeds();
  const deeds: Deeds = {
    edit: (schedule) => setOpened({ schedule }),
    remove: (schedule) => void remove(schedule),
    sendNow,
    mayChange: ({ userId }) => me.profile === "admin" || userId === me.id,
  };
  const plan = (day: Date, hour?: number) => {
    const now = new Date(serverNow() + 3_600_000);
    setOpened({
      begun: { sendAt: hour === undefined && dayKey(day) === dayKey(now) ? now : movedTo(now, day, hour ?? 9) },
    });
  };
  const drop = (id: number, day: Date, hour?: number) => {
    const schedule = list.records.find((one) => one.id === id);
    if (schedule && isOpen(schedule)) move(schedule, movedTo(new Date(schedule.sendAt), day, hour));
  };
  const calendar = {
    ...{ days, byDay, today: dayKey(new Date(serverNow())), deeds, onNew: plan, onDrop: drop },
    onDay: (day: Date) => {
      setAt(day);
      setChosen("day");
    },
  };
  const add = (
    <Button tone="primary" onClick={() => setOpened({ begun: {} })}>
      <Plus aria-hidden /> {t("add")}
    </Button>
  );
  const nothing = !list.isLoading && !list.error && list.records.length === 0;
  return (
    <ListPage
      wide
      title={t("title")}
      intro={t("intro")}
      search={{ value: searching.typed, onChange: searching.setTyped, label: t("search") }}
      actions={
        <>
          {admin && (
            <Button onClick={() => setOpened("holidays")}>
              <CalendarOff aria-hidden /> {t("holidays.title")}
            </Button>
          )}
          {add}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center gap-1">
          <IconButton icon={ChevronLeft} label={t("before")} onClick={() => setAt(step(view, at, -1))} />
          <IconButton icon={ChevronRight} label={t("after")} onClick={() => setAt(step(view, at, 1))} />
          <Button onClick={() => setAt(new Date(serverNow()))}>{t("today")}</Button>
        </div>
        <h2 aria-live="polite" className="min-w-0 flex-1 truncate text-lead font-600 first-letter:uppercase">
          {titleOf(view, at, days, i18n.language)}
        </h2>
        {!phone && (
          <Tabs
            label={t("view")}
            value={view}
            onChange={(next) => setChosen(next as View)}
            tabs={views.map((one) => ({ value: one, label: t(`views.${one}`) }))}
          />
        )}
      </div>
      {list.isLoading || asked
        ? (
          <Late>
            <Skeleton className="h-96 w-full" />
          </Late>
        )
        : list.error
        ? <Failed error={list.error} onRetry={() => void list.refetch()} />
        : nothing && (view === "agenda" || searching.search !== "")
        ? searching.search
          ? <Empty drawing="search" title={t("list.noMatch", { search: searching.search })} hint={t("noMatchHint")} />
          : <Empty drawing={<Sign icon={CalendarClock} />} title={t("empty")} hint={t("emptyHint")} action={add} />
        : view === "month"
        ? <Month {...calendar} month={at.getMonth()} />
        : view === "agenda"
        ? <Agenda key={dayKey(days[0]!)} {...calendar} />
        : <Hours key={dayKey(days[0]!)} {...calendar} />}
      {opened === "holidays" ? <HolidaysSheet onClose={() => setOpened(null)} /> : opened && (
        <ScheduleSheet
          key={"schedule" in opened ? opened.schedule.id : "new"}
          {...opened}
          onClose={() => setOpened(null)}
          onRemove={async (schedule) => {
            if (await remove(schedule)) setOpened(null);
          }}
        />
      )}
    </ListPage>
  );
}

function titleOf(view: View, at: Date, days: readonly Date[], language: string): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);
  if (view === "day") return format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(at);
  if (view === "week") {
    return format({ day: "numeric", month: "short", year: "numeric" }).formatRange(days[0]!, days.at(-1)!);
  }
  return formatLongMonth(at);
}

/** `?contactId=` begins one for that contact, once; true until the contact is known. */
function useAskedContact(begin: (begun: Begun) => void): boolean {
  const [, navigate] = useLocation();
  const id = Number(new URLSearchParams(useAddress()).get("contactId")) || 0;
  const { data, error } = useRead(contacts.show, { params: { id } }, { enabled: id > 0, keep: false });
  useEffect(() => {
    if (id === 0 || (!data && !error)) return;
    if (data) begin({ contact: { id: data.id, name: data.name } });
    navigate(href("schedules"), { replace: true });
  }, [id, data, error]);
  return id > 0 && !data && !error;
}
