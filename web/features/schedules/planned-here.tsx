import { CalendarClock } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { type Schedule, schedules } from "../../../api/features/schedules/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { type Later, takeLater } from "../../core/plan-later.ts";
import { useList } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { Popover } from "../../ui/popover.tsx";
import { useDeeds } from "./use-deeds.ts";

const ScheduleSheet = onDemand(() => import("./schedule-sheet.tsx").then((m) => m.ScheduleSheet));

/** What is planned for the customer of a conversation, above the field; and where what is written there is planned. */
export function PlannedHere({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation("schedules");
  const { contactId } = ticket;
  const [open, setOpen] = useState(false);
  const [sheet, setSheet] = useState<{ schedule: Schedule } | { later: Later } | null>(null);
  const { remove } = useDeeds();
  const list = useList(schedules.list, { query: { contactId, waiting: "true" } }, { keep: false });
  useEffect(() => takeLater(ticket.id, (later) => setSheet({ later })), [ticket.id]);
  const [next] = list.records;
  return (
    <>
      {next && (
        <div className="border-t border-line bg-surface px-3 py-1">
          <Popover
            label={t("here")}
            side="top"
            align="start"
            open={open}
            onOpenChange={setOpen}
            trigger={
              <button
                type="button"
                className="flex max-w-full min-w-0 items-center gap-2 rounded-control px-2 py-1 text-meta text-fg-muted hover:bg-hover touch:min-h-11"
              >
                <CalendarClock aria-hidden className="size-4 shrink-0" />
                <span className="shrink-0">
                  {t("plannedFor", { count: list.count, when: formatMoment(next.sendAt) })}
                </span>
                <span dir="auto" className="truncate text-fg-subtle">{next.body}</span>
              </button>
            }
          >
            <ul className="w-80 max-w-[85vw]">
              {list.records.map((schedule) => (
                <li key={schedule.id}>
                  <button
                    type="button"
                    onClick={() => {
                      setOpen(false);
                      setSheet({ schedule });
                    }}
                    className="flex min-h-11 w-full flex-col justify-center rounded-control px-2 py-1.5 text-left hover:bg-hover"
                  >
                    <span
                      className={schedule.status === "ERRO" ? "text-meta font-500 text-danger" : "text-meta font-500"}
                    >
                      {formatMoment(schedule.sendAt)}
                      {schedule.status === "ERRO" && ` · ${t("status.ERRO")}`}
                    </span>
                    <span dir="auto" className="line-clamp-2 text-fg-muted">{schedule.body}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Popover>
        </div>
      )}
      {sheet && ("schedule" in sheet
        ? (
          <ScheduleSheet
            schedule={sheet.schedule}
            onClose={() => setSheet(null)}
            onRemove={async (schedule) => {
              if (await remove(schedule)) setSheet(null);
            }}
          />
        )
        : (
          <ScheduleSheet
            begun={{
              contact: { id: contactId, name: ticket.contact.name },
              whatsappId: ticket.whatsappId ?? undefined,
              body: sheet.later.text,
            }}
            onClose={() => setSheet(null)}
            onSaved={sheet.later.onPlanned}
          />
        ))}
    </>
  );
}
