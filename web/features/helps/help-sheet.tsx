import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { HELP } from "../../../api/contract/limits.ts";
import { type Help, HelpForm, helps } from "../../../api/features/helps/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

/** Offers or changes a help video; without a record a new one. */
export function HelpSheet({ record, onClose }: { record?: Help; onClose: () => void }) {
  const { t } = useTranslation("helps");
  const form = useForm<z.input<typeof HelpForm>, unknown, z.output<typeof HelpForm>>({
    resolver: zodResolver(HelpForm),
    defaultValues: {
      title: record?.title ?? "",
      description: record?.description ?? "",
      video: record?.video ?? "",
    },
  });
  const { register, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [helps.list],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "title" }) ||
        toastError(error)),
  };
  const create = useCall(helps.create, options);
  const update = useCall(helps.update, options);
  const save = (body: z.output<typeof HelpForm>) => {
    if (record) update.mutate({ params: { id: record.id }, body });
    else create.mutate({ body });
  };
  const video = errors.video?.message === "video" ? t("videoWrong") : fieldText(t, errors.video);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.title ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("name")} error={fieldText(t, errors.title)} required>
        <Input maxLength={HELP.title} autoFocus {...register("title")} />
      </Field>
      <Field label={t("video")} hint={t("videoHint")} error={video} required>
        <Input maxLength={HELP.video} autoCapitalize="none" spellCheck={false} {...register("video")} />
      </Field>
      <Field label={t("description")} error={fieldText(t, errors.description)}>
        <Textarea rows={5} maxLength={HELP.description} {...register("description")} />
      </Field>
    </FormSheet>
  );
}
