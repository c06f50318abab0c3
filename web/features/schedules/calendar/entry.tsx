import { ArrowUpRight, CircleAlert, Clock, Pencil, Repeat, Trash2 } from "lucide-react";
import type { TFunction } from "i18next";
import type { DragEvent } from "react";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import type { Schedule, ScheduleState } from "../../../../api/features/schedules/contract.ts";
import { formatTime } from "../../../core/words/format.ts";
import { ContextMenu } from "../../../ui/context-menu.tsx";
import { cn } from "../../../ui/cn.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { MenuItem, MenuLine } from "../../../ui/menu-panel.tsx";

/** What can be done with an entry. */
export interface Deeds {
  edit: (schedule: Schedule) => void;
  remove: (schedule: Schedule) => void;
  sendNow: (schedule: Schedule) => void;
  /** Whether this person may change it. */
  mayChange: (schedule: Schedule) => boolean;
}
export const tones: Record<ScheduleState, "primary" | "info" | "success" | "danger" | "neutral"> = {
  PENDENTE: "primary",
  AGENDADA: "info",
  ENVIADA: "success",
  ERRO: "danger",
  CANCELADA: "neutral",
};
const looks: Record<ScheduleState, string> = {
  PENDENTE: "bg-primary-soft text-primary-fg",
  AGENDADA: "bg-info-soft text-info",
  ENVIADA: "bg-success-soft text-success",
  ERRO: "bg-danger-soft text-danger",
  CANCELADA: "bg-hover text-fg-muted line-through",
};
/** Only what has not gone out can be planned anew. */
export const isOpen = ({ status }: Schedule): boolean => status !== "AGENDADA" && status !== "ENVIADA";

const DRAGGED = "application/x-schedule";
/** The schedule that is being dropped here, by its id; null for anything else. */
export const droppedId = (e: DragEvent): number | null => Number(e.dataTransfer.getData(DRAGGED)) || null;

interface EntryProps {
  t: TFunction;
  schedule: Schedule;
  deeds: Deeds;
  wide?: boolean;
}
/** An entry of the calendar: its time and contact, opened by a press, moved by dragging, the rest in its menu and its buttons. */
export function Entry({ t, schedule, deeds, wide }: EntryProps) {
  const { status, sendAt, contact, body } = schedule;
  const name = contact?.name ?? t("noContact");
  const time = formatTime(sendAt);
  const state = t(`status.${status}`);
  const movable = isOpen(schedule) && deeds.mayChange(schedule);
  const Sign = status === "ERRO" ? CircleAlert : schedule.valorIntervalo > 0 ? Repeat : null;
  return (
    <ContextMenu
      target={
        <div
          draggable={movable}
          onDragStart={(e) => {
            e.dataTransfer.setData(DRAGGED, String(schedule.id));
            e.dataTransfer.effectAllowed = "move";
          }}
          className={cn(
            "group/entry flex min-w-0 items-center rounded-control",
            looks[status],
            movable && "cursor-grab",
          )}
        >
          <button
            type="button"
            onClick={() => deeds.edit(schedule)}
            title={`${time} ${name} · ${state}`}
            className="flex min-h-6 min-w-0 flex-1 items-center gap-1 rounded-control px-1.5 py-0.5 text-left text-small touch:min-h-11"
          >
            {Sign && <Sign aria-hidden className="size-3.5 shrink-0" />}
            <span className="shrink-0 font-500 tabular-nums">{time}</span>
            <span dir="auto" className="truncate">{name}</span>
            {wide && <span dir="auto" className="min-w-0 flex-1 truncate opacity-80">{body}</span>}
            <span className="sr-only">{state}</span>
          </button>
          {wide && movable && (
            <span className="flex shrink-0">
              <IconButton
                small
                icon={Pencil}
                label={t("editOf", { name })}
                tip="none"
                className="size-7 text-current"
                onClick={() => deeds.edit(schedule)}
              />
              <IconButton
                small
                icon={Trash2}
                label={t("deleteOf", { name })}
                tip="none"
                className="size-7 text-current"
                onClick={() => deeds.remove(schedule)}
              />
            </span>
          )}
        </div>
      }
    >
      <EntryMenu schedule={schedule} deeds={deeds} />
    </ContextMenu>
  );
}

/** What the menu of an entry offers. */
export function EntryMenu({ schedule, deeds }: { schedule: Schedule; deeds: Deeds }) {
  const { t } = useTranslation("schedules");
  const mine = deeds.mayChange(schedule);
  return (
    <>
      <MenuItem onSelect={() => deeds.edit(schedule)}>
        {mine && isOpen(schedule) ? <Clock aria-hidden /> : <Pencil aria-hidden />}
        {t(mine && isOpen(schedule) ? "move" : "look")}
      </MenuItem>
      {mine && isOpen(schedule) && schedule.contactId !== null && (
        <MenuItem onSelect={() => deeds.sendNow(schedule)}>
          <ArrowUpRight aria-hidden /> {t(schedule.status === "ERRO" ? "again" : "sendNow")}
        </MenuItem>
      )}
      {mine && (
        <>
          <MenuLine />
          <MenuItem danger onSelect={() => deeds.remove(schedule)}>
            <Trash2 aria-hidden /> {t("do.delete")}
          </MenuItem>
        </>
      )}
    </>
  );
}
