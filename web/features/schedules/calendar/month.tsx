import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Schedule } from "../../../../api/features/schedules/contract.ts";
import { cn } from "../../../ui/cn.ts";
import { dayKey } from "./dates.ts";
import { DayFacts } from "./day-facts.tsx";
import { type Deeds, droppedId, Entry } from "./entry.tsx";

/** A day's box shows so many; the rest is behind a press on its number. */
const SHOWN = 4;
export interface CalendarProps {
  days: readonly Date[];
  byDay: ReadonlyMap<string, readonly Schedule[]>;
  today: string;
  deeds: Deeds;
  onDay: (day: Date) => void;
  /** Plans something for this day, at a full hour of it where one was meant. */
  onNew: (day: Date, hour?: number) => void;
  onDrop: (id: number, day: Date, hour?: number) => void;
}

/** A month in whole weeks. */
export function Month(props: CalendarProps & { month: number }) {
  const { days, byDay, today, month, deeds, onDay, onNew, onDrop } = props;
  const { t, i18n } = useTranslation("schedules");
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: "short" });
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="grid grid-cols-7 border-b border-line text-center text-meta text-fg-muted">
        {days.slice(0, 7).map((day) => <span key={day.getDay()} className="py-1.5">{weekday.format(day)}</span>)}
      </div>
      <div className="grid grid-cols-7">
        {days.map((day, at) => {
          const key = dayKey(day);
          const own = byDay.get(key) ?? [];
          return (
            <div
              key={key}
              onDoubleClick={(e) => e.target === e.currentTarget && onNew(day)}
              onDragOver={(e) => e.preventDefault()}
              onDrop={(e) => {
                e.preventDefault();
                const id = droppedId(e);
                if (id) onDrop(id, day);
              }}
              className={cn(
                "flex min-h-28 min-w-0 flex-col gap-0.5 border-line p-1",
                at % 7 > 0 && "border-l",
                at >= 7 && "border-t",
                day.getMonth() !== month && "bg-bg",
              )}
            >
              <button
                type="button"
                onClick={() => onDay(day)}
                className={cn(
                  "grid size-6 shrink-0 place-items-center self-end rounded-full text-meta tabular-nums hover:bg-hover",
                  day.getMonth() !== month && "text-fg-subtle",
                  key === today && "bg-primary font-600 text-on-primary hover:bg-primary",
                )}
              >
                {day.getDate()}
                <DayFacts t={t} day={day} count={own.length} />
              </button>
              {own.slice(0, own.length > SHOWN ? SHOWN - 1 : SHOWN).map((one) => (
                <Entry key={one.id} t={t} schedule={one} deeds={deeds} />
              ))}
              {own.length > SHOWN && (
                <button
                  type="button"
                  onClick={() => onDay(day)}
                  className="rounded-control px-1.5 py-0.5 text-left text-small font-500 text-fg-muted hover:bg-hover"
                >
                  {t("moreOf", { count: own.length - SHOWN + 1 })}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
