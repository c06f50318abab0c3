import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import {
  integrationMistakes,
  integrations,
  integrationTypes,
  type QueueIntegration,
  QueueIntegrationForm,
} from "../../../api/features/integrations/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";
import { DialogflowFields, TypebotFields, WebhookFields } from "./type-fields.tsx";
import { Trial } from "./trial.tsx";
import { typeNames } from "./type-sign.tsx";

interface Props {
  /** The integration to change; none makes a new one. */
  record?: QueueIntegration;
  onClose: () => void;
}
export type Values = z.input<typeof QueueIntegrationForm>;
type Body = z.output<typeof QueueIntegrationForm>;

/** Creates or changes an integration: its fields are those of its type. */
export function IntegrationSheet({ record, onClose }: Props) {
  const { t } = useTranslation("integrations");
  const form = useForm<Values, unknown, Body>({
    resolver: zodResolver(QueueIntegrationForm),
    defaultValues: {
      type: record?.type ?? "typebot",
      name: record?.name ?? "",
      projectName: record?.type === "dialogflow" ? record.projectName : "",
      language: (record?.language ?? "pt-BR") as Values["language"],
      urlN8N: record?.urlN8N ?? "",
      typebotSlug: record?.typebotSlug ?? "",
      typebotExpires: record?.typebotExpires ?? 1,
      typebotDelayMessage: record?.typebotDelayMessage ?? 1000,
      typebotKeywordFinish: record?.typebotKeywordFinish ?? "",
      typebotKeywordRestart: record?.typebotKeywordRestart ?? "",
      typebotRestartMessage: record?.typebotRestartMessage ?? "",
      typebotUnknownMessage: record?.typebotUnknownMessage ?? "",
      alsoGroups: record?.alsoGroups ?? false,
      jsonContent: "",
      secret: "",
    },
  });
  const { register, watch, formState: { errors, isDirty } } = form;
  const type = watch("type") ?? "typebot";
  const options = {
    silent: true as const,
    refresh: [integrations.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error)),
  };
  const create = useCall(integrations.create, options);
  const update = useCall(integrations.update, options);
  const save = (body: Body) => {
    const mistakes = integrationMistakes({ ...body, hasKey: Boolean(record?.clientEmail) });
    for (const { field, message } of mistakes) form.setError(field, { type: "server", message });
    if (mistakes.length > 0) return;
    if (record) update.mutate({ params: { id: record.id }, body });
    else create.mutate({ body });
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("type")} error={fieldText(t, errors.type)} required>
        <Select {...register("type")}>
          {integrationTypes.map((one) => <option key={one} value={one}>{typeNames[one]}</option>)}
        </Select>
      </Field>
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={50} autoFocus {...register("name")} />
      </Field>
      {type === "dialogflow" && <DialogflowFields form={form as never} clientEmail={record?.clientEmail ?? ""} />}
      {type === "typebot" && <TypebotFields form={form as never} />}
      {(type === "n8n" || type === "webhook") && (
        <WebhookFields form={form as never} isSigned={record?.isSigned ?? false} />
      )}
      <Switch label={t("alsoGroups")} hint={t("alsoGroupsHint")} {...register("alsoGroups")} />
      <Trial id={record?.id} values={() => form.getValues()} />
    </FormSheet>
  );
}
