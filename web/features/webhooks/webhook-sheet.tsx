import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { happeningTypes } from "../../../api/contract/programs/happenings.ts";
import { WebhookForm } from "../../../api/contract/programs/webhook-form.ts";
import { type Webhook, webhooks } from "../../../api/features/webhooks/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

type Values = z.input<typeof WebhookForm>;
type Body = z.output<typeof WebhookForm>;
interface Props {
  /** The webhook to change; none makes a new one. */
  record?: Webhook;
  onClose: () => void;
  onMade: (made: { name: string; secret: string | undefined }) => void;
}

/** Makes or changes a webhook: its name, its address, and what it is told of. */
export function WebhookSheet({ record, onClose, onMade }: Props) {
  const { t } = useTranslation("webhooks");
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(WebhookForm),
    defaultValues: { name: record?.name ?? "", url: record?.url ?? "", events: record?.events ?? ["message.received"] },
  });
  const { register, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [webhooks.list],
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error)),
  };
  const create = useCall(webhooks.create, {
    ...options,
    onSuccess: ({ name, secret }) => {
      onMade({ name, secret });
      onClose();
    },
  });
  const update = useCall(webhooks.update, {
    ...options,
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
  });
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit((body) =>
        record ? update.mutate({ params: { id: record.id }, body }) : create.mutate({ body })
      )}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={50} autoFocus {...register("name")} />
      </Field>
      <Field label={t("url")} hint={t("urlHint")} error={fieldText(t, errors.url)} required>
        <Input type="url" inputMode="url" maxLength={2000} spellCheck={false} {...register("url")} />
      </Field>
      <fieldset>
        <legend className="pb-1.5 text-meta font-500">{t("events")}</legend>
        <div className="space-y-2">
          {happeningTypes.map((type) => (
            <Checkbox
              key={type}
              value={type}
              label={t(`type.${type.replace(".", "_")}`)}
              hint={<code dir="ltr">{type}</code>}
              {...register("events")}
            />
          ))}
        </div>
        {errors.events && <p role="alert" className="pt-1.5 text-meta text-danger">{t("eventsNone")}</p>}
      </fieldset>
    </FormSheet>
  );
}
