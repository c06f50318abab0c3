import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { ContactForm as Schema, contacts } from "../../../../../api/features/contacts/contract.ts";
import { toastError, useCall } from "../../../../core/query.ts";
import { fieldText, showServerErrors } from "../../../../patterns/forms/form-errors.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { NumberCheck } from "./number-check.tsx";

interface Props {
  /** What was typed in the search: a name, or a number. */
  name: string;
  onMade: (contact: { id: number; name: string }) => void;
  onCancel: () => void;
}

/** A new contact in three fields, inside the dialog that needs it. */
export function ContactForm({ name, onMade, onCancel }: Props) {
  const { t } = useTranslation("tickets");
  const isNumber = /^[+\d][\d\s().-]{6,}$/.test(name.trim());
  const form = useForm<z.input<typeof Schema>, unknown, z.output<typeof Schema>>({
    resolver: zodResolver(Schema),
    defaultValues: { name: isNumber ? "" : name.trim(), number: isNumber ? name.trim() : "", email: "" },
  });
  const { register, watch, formState: { errors } } = form;
  const create = useCall(contacts.create, {
    silent: true,
    onSuccess: onMade,
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(error);
    },
  });
  const submit = form.handleSubmit((body) => create.mutate({ body }));
  return (
    <fieldset className="space-y-3 rounded-card border border-line p-3">
      <legend className="px-1 text-meta font-500 text-fg-muted">{t("new.newContact")}</legend>
      <Field label={t("contact.name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={250} {...register("name")} />
      </Field>
      <Field label={t("contact.number")} error={fieldText(t, errors.number)}>
        <Input inputMode="tel" maxLength={50} {...register("number")} />
      </Field>
      <NumberCheck number={watch("number") ?? ""} />
      <Field label={t("contact.email")} error={fieldText(t, errors.email)}>
        <Input type="email" {...register("email")} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t("do.back")}</Button>
        <Button tone="primary" busy={create.isPending} onClick={() => void submit()}>{t("new.create")}</Button>
      </div>
    </fieldset>
  );
}
