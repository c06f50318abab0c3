import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { fieldText } from "../../patterns/form-errors.ts";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import type { Values } from "./connection-sheet.tsx";

/** What customers are told by themselves. */
export function MessagesTab({ form }: { form: UseFormReturn<Values, unknown, unknown> }) {
  const { t } = useTranslation("connections");
  const { register, formState: { errors } } = form;
  return (
    <>
      <Field label={t("field.greeting")} hint={t("field.queuesHint")} error={fieldText(t, errors.greetingMessage)}>
        <Textarea rows={4} {...register("greetingMessage")} />
      </Field>
      <Field label={t("field.completion")} error={fieldText(t, errors.complationMessage)}>
        <Textarea rows={4} {...register("complationMessage")} />
      </Field>
      <Field label={t("field.outOfHours")} error={fieldText(t, errors.outOfHoursMessage)}>
        <Textarea rows={4} {...register("outOfHoursMessage")} />
      </Field>
    </>
  );
}
