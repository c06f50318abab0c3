import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { DayFacts } from "./day-facts.tsx";
import { cn } from "../../../ui/cn.ts";
import { dayKey } from "./dates.ts";
import { droppedId, Entry } from "./entry.tsx";
import type { CalendarProps } from "./month.tsx";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A week's box shows so many of an hour; the rest is behind a press that opens the day. */
const SHOWN = 3;
/** A day shows so many of an hour, and so many more with each press. */
const SHOWN_OF_DAY = 30;
/** The working day begins in sight, or what is planned before it. */
const FIRST_SHOWN = 7;

/** One day or several, hour by hour. Give it the first day as its key. */
export function Hours({ days, byDay, today, deeds, onDay, onNew, onDrop }: CalendarProps) {
  const { t, i18n } = useTranslation("schedules");
  const area = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Readonly<Record<number, number>>>({});
  const one = days.length === 1;
  const byHour = new Map(
    days.map((day) => [
      day,
      Map.groupBy(byDay.get(dayKey(day)) ?? [], ({ sendAt }) => new Date(sendAt).getHours()),
    ]),
  );
  const first = Math.min(FIRST_SHOWN, ...[...byHour.values()].flatMap((hours) => [...hours.keys()]));
  useEffect(() => {
    const row = area.current?.querySelector<HTMLElement>(`[data-hour="${first}"]`);
    const head = area.current?.firstElementChild as HTMLElement | undefined;
    if (area.current && row && head) area.current.scrollTop = row.offsetTop - head.offsetHeight;
  }, [dayKey(days[0]!), days.length, first]);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: one ? "long" : "short" });
  const columns = { gridTemplateColumns: `3.5rem repeat(${days.length}, minmax(0, 1fr))` };
  return (
    <div
      ref={area}
      className="relative max-h-[calc(100dvh-15rem)] min-h-80 overflow-y-auto rounded-card border border-line bg-surface"
    >
      <div style={columns} className="sticky top-0 z-1 grid border-b border-line bg-surface text-center text-meta">
        <span />
        {days.map((day) => (
          <button
            key={dayKey(day)}
            type="button"
            onClick={() => onDay(day)}
            className={cn(
              "py-1.5 hover:bg-hover",
              dayKey(day) === today ? "font-600 text-primary-fg" : "text-fg-muted",
            )}
          >
            {weekday.format(day)} <span className="tabular-nums">{day.getDate()}</span>
            <DayFacts t={t} day={day} count={byDay.get(dayKey(day))?.length ?? 0} />
          </button>
        ))}
      </div>
      {HOURS.map((hour) => (
        <div key={hour} data-hour={hour} style={columns} className="grid border-line not-first:border-t">
          <span className="pt-1 pr-2 text-right text-small text-fg-subtle tabular-nums">
            {String(hour).padStart(2, "0")}:00
          </span>
          {days.map((day) => {
            const own = byHour.get(day)?.get(hour) ?? [];
            const most = one ? drawn[hour] ?? SHOWN_OF_DAY : SHOWN;
            const shown = own.length <= most ? own : own.slice(0, most - 1);
            return (
              <div
                key={dayKey(day)}
                onDoubleClick={(e) => e.target === e.currentTarget && onNew(day, hour)}
                onDragOver={(e) =>
                  e.preventDefault()}
                onDrop={(e) => {
                  e.preventDefault();
                  const id = droppedId(e);
                  if (id) {
                    onDrop(id, day, hour);
                  }
                }}
                className="flex min-h-11 min-w-0 flex-col gap-0.5 border-l border-line p-0.5"
              >
                {shown.map((entry) => <Entry key={entry.id} t={t} schedule={entry} deeds={deeds} wide={one} />)}
                {shown.length < own.length && (
                  <button
                    type="button"
                    onClick={() => one ? setDrawn({ ...drawn, [hour]: most + SHOWN_OF_DAY }) : onDay(day)}
                    className="rounded-control px-1.5 text-left text-small font-500 text-fg-muted hover:bg-hover"
                  >
                    {t("moreOf", { count: own.length - shown.length })}
                  </button>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
