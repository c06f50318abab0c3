import { Clock, Copy, Plus, X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { defaultSchedules, type ScheduleDay, type Schedules } from "../../../api/contract/rules/schedule.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ClockInput } from "./clock-input.tsx";
import {
  closeDay,
  copyToAll,
  dayAfter,
  dayName,
  isClosed,
  likeDay,
  type Shift,
  shiftState,
  times,
  weekOf,
  withTimes,
} from "./week.ts";

function ShiftTimes({ day, shift, onChange }: {
  day: ScheduleDay;
  shift: Shift;
  onChange: (day: ScheduleDay) => void;
}) {
  const { t } = useTranslation("hours");
  const { start, end } = times(day, shift);
  const values = { day: dayName(day.weekdayEn), number: shift === "A" ? 1 : 2 };
  const state = shiftState(day, shift);
  return (
    <div className="flex items-center gap-1.5">
      <ClockInput
        value={start}
        aria-label={t("start", values)}
        aria-invalid={state === "incomplete" && !start ? true : undefined}
        onChange={(next) => onChange(withTimes(day, shift, { start: next, end }))}
      />
      <span aria-hidden className="text-fg-subtle">–</span>
      <ClockInput
        value={end}
        aria-label={t("end", values)}
        aria-invalid={state === "incomplete" && !end ? true : undefined}
        onChange={(next) => onChange(withTimes(day, shift, { start, end: next }))}
      />
      {shift === "B" && (
        <IconButton
          small
          icon={X}
          label={t("removeShift", { day: values.day })}
          onClick={() => onChange(withTimes(day, shift, { start: "", end: "" }))}
        />
      )}
    </div>
  );
}

/** A remark on the times of a day that are not plain: past midnight, half a shift, nobody there. */
function Said({ day }: { day: ScheduleDay }) {
  const { t } = useTranslation("hours");
  return (["A", "B"] as const).map((shift) => {
    const state = shiftState(day, shift);
    if (state === "overnight") {
      const text = t("overnight", { day: dayName(dayAfter(day.weekdayEn)), time: times(day, shift).end });
      return <p key={shift} className="text-meta text-info">{text}</p>;
    }
    if (state !== "incomplete" && state !== "empty") return null;
    return <p key={shift} role="alert" className="text-meta text-danger">{t(`state.${state}`)}</p>;
  });
}

function DayRow({ day, onChange, onCopy }: {
  day: ScheduleDay;
  onChange: (day: ScheduleDay) => void;
  onCopy: () => void;
}) {
  const { t } = useTranslation("hours");
  /** The times of a day before it was closed, which come back when it is opened again. */
  const before = useRef(day);
  if (!isClosed(day)) before.current = day;
  const name = dayName(day.weekdayEn);
  const off = isClosed(day);
  const second = shiftState(day, "B") !== "none";
  const open = () => onChange(likeDay(day, isClosed(before.current) ? defaultSchedules[0]! : before.current));
  return (
    <li className="grid items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto] sm:py-2">
      <Switch
        label={<span className="font-500 first-letter:uppercase inline-block">{name}</span>}
        checked={!off}
        onChange={() => off ? open() : onChange(closeDay(day))}
      />
      <div className="min-w-0 space-y-1">
        {off
          ? <p className="flex min-h-control items-center text-fg-subtle">{t("closed")}</p>
          : (
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <ShiftTimes day={day} shift="A" onChange={onChange} />
              {second ? <ShiftTimes day={day} shift="B" onChange={onChange} /> : (
                <Button
                  size="small"
                  tone="quiet"
                  onClick={() => onChange(withTimes(day, "B", { start: "13:00", end: "18:00" }))}
                >
                  <Plus aria-hidden /> {t("addShift")}
                </Button>
              )}
            </div>
          )}
        <Said day={day} />
      </div>
      <Button
        size="small"
        tone="quiet"
        aria-label={t("copyOf", { day: name })}
        onClick={onCopy}
        className="justify-self-start sm:mt-0.5"
      >
        <Copy aria-hidden /> {t("copy")}
      </Button>
    </li>
  );
}

/** Service hours of a week: two shifts a day, closed days, and a remark on shifts past midnight. */
export function WeekHours({ value, onChange }: { value: Schedules; onChange: (schedules: Schedules) => void }) {
  const { t } = useTranslation("hours");
  if (value.length === 0) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4">
        <Clock aria-hidden className="size-5 shrink-0 text-fg-subtle" />
        <div className="min-w-60 flex-1">
          <p className="font-500">{t("always")}</p>
          <p className="text-fg-muted">{t("alwaysHint")}</p>
        </div>
        <Button onClick={() => onChange(defaultSchedules)}>{t("set")}</Button>
      </div>
    );
  }
  const week = weekOf(value);
  return (
    <div className="space-y-2">
      <ul className="divide-y divide-line">
        {week.map((day, index) => (
          <DayRow
            key={day.weekdayEn}
            day={day}
            onChange={(next) => onChange(week.with(index, next))}
            onCopy={() => onChange(copyToAll(week, day))}
          />
        ))}
      </ul>
      <p className="text-meta text-fg-subtle">{t("zone")}</p>
      <Button size="small" tone="quiet" onClick={() => onChange([])}>{t("clear")}</Button>
    </div>
  );
}
