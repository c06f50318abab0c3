import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { OptOutForm, optOuts, SAID_MAX } from "../../../api/features/opt-outs/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

/** Adds a number to which nothing automated may be sent. */
export function OptOutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("opt-outs");
  const form = useForm<z.input<typeof OptOutForm>, unknown, z.output<typeof OptOutForm>>({
    resolver: zodResolver(OptOutForm),
    defaultValues: { number: "", said: "" },
  });
  const { register, formState: { errors, isDirty } } = form;
  const add = useCall(optOuts.add, {
    silent: true,
    refresh: [optOuts.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error) => showServerErrors(form, error) || toastError(error),
  });
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t("addTitle")}
      dirty={isDirty}
      busy={add.isPending}
      onSubmit={form.handleSubmit((body) => add.mutate({ body }))}
    >
      <Field label={t("number")} hint={t("numberHint")} error={fieldText(t, errors.number)} required>
        <Input type="tel" inputMode="tel" maxLength={50} autoFocus {...register("number")} />
      </Field>
      <Field label={t("said")} hint={t("saidHint")} error={fieldText(t, errors.said)}>
        <Textarea rows={3} maxLength={SAID_MAX} {...register("said")} />
      </Field>
    </FormSheet>
  );
}
