import { EllipsisVertical, Repeat } from "lucide-react";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Schedule } from "../../../../api/features/schedules/contract.ts";
import { codeText } from "../../../core/words/i18n/i18n.ts";
import { formatTime } from "../../../core/words/format.ts";
import { Endless } from "../../../patterns/lists/endless.tsx";
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
/** So many rows are drawn at first, and so many more whenever their end comes into sight. */
const DRAWN = 30;

/** Day after day, those on which something is planned. Give it the first day as its key: another month begins at its top. */
export function Agenda({ days, byDay, today, deeds }: Props) {
  const { t, i18n } = useTranslation("schedules");
  const [drawn, setDrawn] = useState(DRAWN);
  const heading = new Intl.DateTimeFormat(i18n.language, { weekday: "long", day: "numeric", month: "long" });
  let left = drawn;
  const parts = days.flatMap((day) => {
    const rows = (byDay.get(dayKey(day)) ?? []).slice(0, left);
    left -= rows.length;
    return rows.length > 0 ? [{ day, rows, name: heading.format(day) }] : [];
  });
  return (
    <div className="space-y-4">
      {parts.map(({ day, rows, name }) => (
        <section key={dayKey(day)} aria-label={name}>
          <h2
            className={`mb-1 text-meta font-600 first-letter:uppercase ${
              dayKey(day) === today ? "text-primary-fg" : "text-fg-muted"
            }`}
          >
            {name}
          </h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {rows.map((one) => <Row key={one.id} t={t} schedule={one} deeds={deeds} />)}
          </ul>
        </section>
      ))}
      <Endless key={drawn} hasMore={left === 0} loading={false} onMore={() => setDrawn(drawn + DRAWN)} />
    </div>
  );
}

function Row({ t, schedule, deeds }: { t: TFunction; schedule: Schedule; deeds: Deeds }) {
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
