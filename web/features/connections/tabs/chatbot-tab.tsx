import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { useRead } from "../../../core/query.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { MinutesInput, wholeNumber } from "../../../patterns/forms/minutes-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Values } from "../editor/connection-form.ts";
import { Section } from "./section.tsx";

/** How patient the menu is, where who does not choose goes, and when a conversation closes by itself. */
export function ChatbotTab({ form }: { form: UseFormReturn<Values, unknown, unknown> }) {
  const { t } = useTranslation("connections");
  const { register, control, watch, formState: { errors } } = form;
  const { data } = useRead(queues.list);
  const number = { setValueAs: wholeNumber };
  const closes = wholeNumber(watch("expiresTicket")) > 0;
  return (
    <>
      <Field label={t("bot.tries")} hint={t("bot.triesHint")} error={fieldText(t, errors.maxUseBotQueues)}>
        <MinutesInput times {...register("maxUseBotQueues", number)} />
      </Field>
      <Field label={t("bot.pause")} hint={t("bot.pauseHint")} error={fieldText(t, errors.timeUseBotQueues)}>
        <MinutesInput {...register("timeUseBotQueues", number)} />
      </Field>
      <Section title={t("redirect.title")} hint={t("redirect.hint")}>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field
            label={t("redirect.time")}
            error={errors.timeSendQueue && (errors.timeSendQueue.message === "required"
              ? t("redirect.needsTime")
              : fieldText(t, errors.timeSendQueue))}
          >
            <MinutesInput {...register("timeSendQueue", number)} />
          </Field>
          <Controller
            control={control}
            name="sendIdQueue"
            render={({ field }) => (
              <Field label={t("redirect.queue")} error={errors.sendIdQueue && t("redirect.needsQueue")}>
                <Select
                  {...field}
                  value={field.value ? String(field.value) : ""}
                  onChange={(e) =>
                    field.onChange(e.target.value ? Number(e.target.value) : null)}
                >
                  <option value="">{t("redirect.queueNone")}</option>
                  {data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
                </Select>
              </Field>
            )}
          />
        </div>
      </Section>
      <Section title={t("expire.title")} hint={t("expire.hint")}>
        <Field label={t("expire.time")} hint={t("expire.timeHint")} error={fieldText(t, errors.expiresTicket)}>
          <MinutesInput {...register("expiresTicket", number)} />
        </Field>
        {closes && (
          <>
            <Controller
              control={control}
              name="whenExpiresTicket"
              render={({ field }) => (
                <Switch
                  label={t("expire.ours")}
                  hint={t("expire.oursHint")}
                  checked={Number(field.value) === 1}
                  onChange={(e) => field.onChange(e.target.checked ? 1 : 0)}
                  onBlur={field.onBlur}
                  ref={field.ref}
                />
              )}
            />
            <Field label={t("expire.message")} error={fieldText(t, errors.expiresInactiveMessage)}>
              <Textarea rows={3} {...register("expiresInactiveMessage")} />
            </Field>
          </>
        )}
      </Section>
    </>
  );
}
