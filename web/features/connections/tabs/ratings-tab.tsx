import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { fieldText } from "../../../patterns/forms/form-errors.ts";
import { MinutesInput, wholeNumber } from "../../../patterns/forms/minutes-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/input.tsx";
import type { Values } from "../editor/connection-form.ts";

interface Props {
  form: UseFormReturn<Values, unknown, unknown>;
  /** The company asks for ratings: then the question and its time are required. */
  rates: boolean;
}

/** The question for a rating from 0 to 10 after a conversation. */
export function RatingsTab({ form, rates }: Props) {
  const { t } = useTranslation("connections");
  const { register, formState: { errors } } = form;
  const missing = (name: "ratingMessage" | "expiresTicketNPS", word: string) =>
    errors[name] && (errors[name].message === "required" ? word : fieldText(t, errors[name]));
  return (
    <>
      {!rates && <p className="rounded-control bg-info-soft px-3 py-2 text-info">{t("rating.off")}</p>}
      <Field
        label={t("rating.message")}
        hint={t("rating.messageHint")}
        error={missing("ratingMessage", t("rating.needsMessage"))}
        required={rates}
      >
        <Textarea rows={4} {...register("ratingMessage")} />
      </Field>
      <Field
        label={t("rating.time")}
        hint={t("rating.timeHint")}
        error={missing("expiresTicketNPS", t("rating.needsTime"))}
        required={rates}
      >
        <MinutesInput {...register("expiresTicketNPS", { setValueAs: wholeNumber })} />
      </Field>
      <Field label={t("rating.tries")} hint={t("rating.triesHint")} error={fieldText(t, errors.maxUseBotQueuesNPS)}>
        <MinutesInput times {...register("maxUseBotQueuesNPS", { setValueAs: wholeNumber })} />
      </Field>
    </>
  );
}
