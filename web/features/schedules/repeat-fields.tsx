import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { DAY_TYPES, UNITS } from "../../../api/contract/rules/recurrence.ts";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { FormFields } from "./form.ts";

/** Again and again, and what a day off does. */
export function RepeatFields({ form }: { form: UseFormReturn<FormFields> }) {
  const { t } = useTranslation("schedules");
  const { register, watch, formState: { errors } } = form;
  const unit = watch("intervalo");
  return (
    <>
      <Switch label={t("repeat")} hint={t("repeatHint")} {...register("repeats")} />
      {watch("repeats") && (
        <div className="grid grid-cols-3 gap-3">
          <Field label={t("every")} error={fieldText(t, errors.valorIntervalo)}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={100_000}
              {...register("valorIntervalo", { min: 1, required: true })}
            />
          </Field>
          <Field label={t("unit")}>
            <Select {...register("intervalo")}>
              {Object.entries(UNITS).map(([name, value]) => (
                <option key={name} value={value}>{t(`units.${name}`)}</option>
              ))}
            </Select>
          </Field>
          <Field label={t("times")} error={fieldText(t, errors.enviarQuantasVezes)}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={1_000}
              {...register("enviarQuantasVezes", { min: 1, max: 1_000, required: true })}
            />
          </Field>
        </div>
      )}
      {!(watch("repeats") && unit === String(UNITS.minutes)) && (
        <Field label={t("dayType")}>
          <Select {...register("tipoDias")}>
            {Object.entries(DAY_TYPES).map(([name, value]) => (
              <option key={name} value={value}>{t(`dayTypes.${name}`)}</option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}
