import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { vacationFrom } from "../../../../api/contract/rules/connection.ts";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { MinutesInput, wholeNumber } from "../../../patterns/forms/minutes-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import type { Values } from "../editor/connection-form.ts";
import type { FullConnection } from "../full-connection.ts";
import { type FileChange, GreetingFile } from "../editor/greeting-file.tsx";
import { ImportSection } from "../import/import-section.tsx";
import { Section } from "./section.tsx";
import { today } from "../editor/today.ts";

interface Props {
  form: UseFormReturn<Values, unknown, unknown>;
  channel: ChannelInfo;
  connection: FullConnection | undefined;
  file: FileChange;
  onFile: (change: FileChange) => void;
}

/** What customers are told by themselves. */
export function MessagesTab({ form, channel, connection, file, onFile }: Props) {
  const { t } = useTranslation("connections");
  const { register, control, watch, formState: { errors } } = form;
  const day = (name: "collectiveVacationStart" | "collectiveVacationEnd") => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field
          label={t(name === "collectiveVacationStart" ? "vacation.start" : "vacation.end")}
          error={fieldText(t, errors[name])}
          required={Boolean(watch("collectiveVacationMessage")?.trim())}
        >
          <Input type="date" min={vacationFrom(today())} {...field} value={field.value ?? ""} />
        </Field>
      )}
    />
  );
  return (
    <>
      <Field label={t("field.greeting")} hint={t("field.greetingHint")} error={fieldText(t, errors.greetingMessage)}>
        <Textarea rows={4} {...register("greetingMessage")} />
      </Field>
      <GreetingFile connection={connection} change={file} onChange={onFile} />
      <Field
        label={t("field.completion")}
        hint={t("field.completionHint")}
        error={fieldText(t, errors.complationMessage)}
      >
        <Textarea rows={4} {...register("complationMessage")} />
      </Field>
      <Field
        label={t("field.outOfHours")}
        hint={t("field.outOfHoursHint")}
        error={fieldText(t, errors.outOfHoursMessage)}
      >
        <Textarea rows={4} {...register("outOfHoursMessage")} />
      </Field>
      <Section title={t("inactive.title")}>
        <Field
          label={t("inactive.time")}
          hint={t("inactive.timeHint")}
          error={fieldText(t, errors.timeInactiveMessage)}
        >
          <MinutesInput {...register("timeInactiveMessage", { setValueAs: wholeNumber })} />
        </Field>
        <Field label={t("inactive.message")} error={fieldText(t, errors.inactiveMessage)}>
          <Textarea rows={3} {...register("inactiveMessage")} />
        </Field>
      </Section>
      <Section title={t("vacation.title")} hint={t("vacation.hint")}>
        <Field label={t("vacation.message")} error={fieldText(t, errors.collectiveVacationMessage)}>
          <Textarea rows={3} {...register("collectiveVacationMessage")} />
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          {day("collectiveVacationStart")}
          {day("collectiveVacationEnd")}
        </div>
      </Section>
      <Section title={t("again.title")}>
        <Field label={t("again.time")} hint={t("again.timeHint")} error={fieldText(t, errors.timeCreateNewTicket)}>
          <MinutesInput {...register("timeCreateNewTicket", { setValueAs: wholeNumber })} />
        </Field>
      </Section>
      {channel.abilities.history && <ImportSection form={form} channel={channel} />}
    </>
  );
}
