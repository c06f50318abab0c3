import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { users } from "../../../api/features/users/contract.ts";
import { useRead } from "../../core/query.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { FormFields } from "./form.ts";

/** Whether the message opens a ticket, and for whom. */
export function TicketFields({ form }: { form: UseFormReturn<FormFields> }) {
  const { t } = useTranslation("schedules");
  const { register, watch } = form;
  const open = watch("openTicket");
  const { data: people } = useRead(users.colleagues, {}, { enabled: open, keep: false });
  const { data: all } = useRead(queues.list, {}, { enabled: open, keep: false });
  return (
    <>
      <Switch label={t("openTicket")} hint={t("openTicketHint")} {...register("openTicket")} />
      {open && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={t("statusTicket")}>
            <Select {...register("statusTicket")}>
              {(["closed", "open", "pending"] as const).map((status) => (
                <option key={status} value={status}>{t(`ticketStatus.${status}`)}</option>
              ))}
            </Select>
          </Field>
          <Field label={t("ticketUser")}>
            <Select {...register("ticketUserId")}>
              <option value="">—</option>
              {people?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
            </Select>
          </Field>
          <Field label={t("queue")}>
            <Select {...register("queueId")}>
              <option value="">—</option>
              {all?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
            </Select>
          </Field>
        </div>
      )}
    </>
  );
}
