import { Controller, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { useRead } from "../../../core/query.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Fields } from "./campaign-sheet.tsx";

const states = ["closed", "pending", "open"] as const;

/** Whether sending opens tickets, in which state, and whose they are. */
export function TicketPart({ locked }: { locked: boolean }) {
  const { t } = useTranslation("campaigns");
  const { control, formState: { errors } } = useFormContext<Fields>();
  const opens = useWatch({ control, name: "openTicket" }) === "enabled";
  const { data: people = [] } = useRead(users.colleagues, { query: {} });
  const { data: departments = [] } = useRead(queues.list);
  const choose = (name: "userId" | "queueId", options: readonly { id: number; name: string }[]) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={t(name)} error={fieldText(t, errors[name])} required={name === "queueId"}>
          <Select
            ref={field.ref}
            disabled={locked}
            value={field.value ?? ""}
            onChange={(event) => field.onChange(event.target.value === "" ? null : Number(event.target.value))}
          >
            <option value="">{t("none")}</option>
            {options.map((option) => <option key={option.id} value={option.id}>{option.name}</option>)}
          </Select>
        </Field>
      )}
    />
  );
  return (
    <>
      <Controller
        control={control}
        name="openTicket"
        render={({ field }) => (
          <Switch
            label={t("openTicket")}
            hint={t("openTicketHint")}
            disabled={locked}
            checked={field.value === "enabled"}
            onChange={(event) => field.onChange(event.target.checked ? "enabled" : "disabled")}
          />
        )}
      />
      {opens && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Controller
            control={control}
            name="statusTicket"
            render={({ field }) => (
              <Field label={t("statusTicket")}>
                <Select ref={field.ref} disabled={locked} value={field.value} onChange={field.onChange}>
                  {states.map((state) => <option key={state} value={state}>{t(`ticket.${state}`)}</option>)}
                </Select>
              </Field>
            )}
          />
          {choose("userId", people)}
          {choose("queueId", departments)}
        </div>
      )}
    </>
  );
}
