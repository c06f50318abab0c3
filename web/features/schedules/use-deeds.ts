import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { type Schedule, schedules } from "../../../api/features/schedules/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { useCall } from "../../core/query.ts";
import { formatMoment } from "../../core/words/format.ts";
import { confirm } from "../../patterns/confirm.tsx";
import { toast } from "../../ui/toast.tsx";

/** What is done with a schedule beside editing it. */
export function useDeeds() {
  const { t } = useTranslation("schedules");
  const update = useCall(schedules.update, { refresh: [schedules.list] });
  const remove = useCall(schedules.remove, { refresh: [schedules.list] });
  const nameOf = ({ contact }: Schedule) => contact?.name ?? t("noContact");
  return {
    /** Plans it for another time; a past one is refused by the server, in words. */
    move: (schedule: Schedule, to: Date) => {
      if (to.getTime() === Date.parse(schedule.sendAt)) return;
      if (to.getTime() < serverNow()) return toast.error(t("past"));
      update.mutate({ params: { id: schedule.id }, body: { sendAt: to.toISOString() } }, {
        onSuccess: () => toast.success(t("moved", { when: formatMoment(to) })),
      });
    },
    sendNow: (schedule: Schedule) =>
      update.mutate({ params: { id: schedule.id }, body: { sendAt: new Date(serverNow()).toISOString() } }, {
        onSuccess: () => toast.success(t("sendingNow", { name: nameOf(schedule) })),
      }),
    /** Asks first; true when it is gone. */
    remove: async (schedule: Schedule): Promise<boolean> => {
      const title = t("deleteTitle", { name: nameOf(schedule), when: formatMoment(schedule.sendAt) });
      if (!await confirm({ title, action: t("do.delete"), danger: true })) return false;
      try {
        await remove.mutateAsync({ params: { id: schedule.id } });
        toast.success(t("deleted"));
        return true;
      } catch {
        return false;
      }
    },
  };
}
