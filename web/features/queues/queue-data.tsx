import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ROTATION_MINUTES } from "../../../api/contract/limits.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { ColourField } from "../../ui/colour-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Values } from "./queue-form.ts";

/** What a queue is called, what it says, and how its tickets are handed out. */
export function QueueData({ form }: { form: UseFormReturn<Values, unknown, unknown> }) {
  const { t } = useTranslation("queues");
  const { register, control, watch, formState: { errors } } = form;
  return (
    <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="space-y-4">
        <Field label={t("name")} error={fieldText(t, errors.name)} required>
          <Input maxLength={50} autoFocus {...register("name")} />
        </Field>
        <Controller
          control={control}
          name="color"
          render={({ field }) => (
            <Field label={t("color")} error={fieldText(t, errors.color)} required>
              <ColourField {...field} swatchLabel={t("colour.swatch")} />
            </Field>
          )}
        />
        <Field label={t("order")} hint={t("orderHint")} error={fieldText(t, errors.orderQueue)}>
          <Input
            type="number"
            min={0}
            max={9999}
            inputMode="numeric"
            className="max-w-30"
            {...register("orderQueue", {
              setValueAs: (value) => value === "" || value === null ? null : Number(value),
            })}
          />
        </Field>
      </div>
      <div className="space-y-4">
        <Field label={t("greeting")} hint={t("greetingHint")} error={fieldText(t, errors.greetingMessage)}>
          <Textarea rows={4} {...register("greetingMessage")} />
        </Field>
        <Field label={t("outOfHours")} error={fieldText(t, errors.outOfHoursMessage)}>
          <Textarea rows={3} {...register("outOfHoursMessage")} />
        </Field>
        <div className="space-y-3 border-t border-line pt-3">
          <Switch label={t("closeTicket")} hint={t("closeTicketHint")} {...register("closeTicket")} />
          <Switch label={t("rotation")} hint={t("rotationHint")} {...register("ativarRoteador")} />
          {watch("ativarRoteador") && (
            <Field label={t("rotationAfter")} error={fieldText(t, errors.tempoRoteador)}>
              <Select {...register("tempoRoteador", { setValueAs: Number })}>
                {ROTATION_MINUTES.map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {minutes === 0 ? t("rotationNever") : t("rotationMinutes", { count: minutes })}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
      </div>
    </div>
  );
}
