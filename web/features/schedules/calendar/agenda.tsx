import { EllipsisVertical, Repeat } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Schedule } from "../../../../api/features/schedules/contract.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { formatTime } from "../../../core/words/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DropdownMenu } from "../../../ui/dropdown-menu.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { dayKey } from "./dates.ts";
import { type Deeds, EntryMenu, tones } from "./entry.tsx";

interface Props {
  days: readonly Date[];
  byDay: ReadonlyMap<string, readonly Schedule[]>;
  today: string;
  deeds: Deeds;
}
/** Day after day, those on which something is planned. */
export function Agenda({ days, byDay, today, deeds }: Props) {
  const { i18n } = useTranslation("schedules");
  const heading = new Intl.DateTimeFormat(i18n.language, { weekday: "long", day: "numeric", month: "long" });
  return (
    <div className="space-y-4">
      {days.filter((day) => byDay.has(dayKey(day))).map((day) => (
        <section key={dayKey(day)} aria-label={heading.format(day)}>
          <h2
            className={`mb-1 text-meta font-600 first-letter:uppercase ${
              dayKey(day) === today ? "text-primary-fg" : "text-fg-muted"
            }`}
          >
            {heading.format(day)}
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {byDay.get(dayKey(day))!.map((one) => <Row key={one.id} schedule={one} deeds={deeds} />)}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ schedule, deeds }: { schedule: Schedule; deeds: Deeds }) {
  const { t } = useTranslation("schedules");
  const { status, contact, body, sendAt, error } = schedule;
  const name = contact?.name ?? t("noContact");
  return (
    <li className="flex items-center gap-1 pr-1">
      <button
        type="button"
        onClick={() => deeds.edit(schedule)}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 px-3 py-2 text-left hover:bg-hover"
      >
        <span className="w-11 shrink-0 font-600 tabular-nums">{formatTime(sendAt)}</span>
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <span dir="auto" className="truncate font-500">{name}</span>
            {schedule.valorIntervalo > 0 && (
              <Repeat aria-label={t("repeats")} className="size-3.5 shrink-0 text-fg-subtle" />
            )}
            {status !== "PENDENTE" && <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>}
          </span>
          <span dir="auto" className="block truncate text-meta text-fg-muted">
            {error && status === "ERRO" ? codeText(error) : body}
          </span>
        </span>
      </button>
      <DropdownMenu trigger={<IconButton icon={EllipsisVertical} label={t("menuOf", { name })} tip="none" />}>
        <EntryMenu schedule={schedule} deeds={deeds} />
      </DropdownMenu>
    </li>
  );
}
