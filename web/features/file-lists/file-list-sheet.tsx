import { zodResolver } from "@hookform/resolvers/zod";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { z } from "zod";
import { FILE_LIST, MAX_MESSAGE_CHARS } from "../../../api/contract/limits.ts";
import { type FileList, FileListForm, fileLists } from "../../../api/features/file-lists/contract.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";
import { FileRow } from "./file-row.tsx";
import { useFileRows } from "./use-file-rows.ts";

interface Props {
  /** The list to change; none makes a new one. */
  record?: FileList;
  onClose: () => void;
}
const Fields = z.object({ name: FileListForm.shape.name, message: FileListForm.shape.message });
type Values = z.output<typeof Fields>;

/** Creates or changes a file list. Files are uploaded as they are chosen, and saved with the form. */
export function FileListSheet({ record, onClose }: Props) {
  const { t } = useTranslation("file-lists");
  const [saved, setSaved] = useState(false);
  const files = useFileRows(record?.options ?? []);
  const form = useForm<Values>({
    resolver: zodResolver(Fields),
    defaultValues: { name: record?.name ?? "", message: record?.message ?? "" },
  });
  const { register, formState: { errors, isDirty } } = form;
  const options = {
    silent: true as const,
    refresh: [fileLists.list],
    onSuccess: () => {
      setSaved(true);
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_NAME: "name" }) ||
        toastError(error)),
  };
  const create = useCall(fileLists.create, options);
  const update = useCall(fileLists.update, options);
  const save = (fields: Values) => {
    const body = { ...fields, options: files.options() };
    if (record) update.mutate({ params: { id: record.id }, body });
    else create.mutate({ body });
  };
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.name ?? t("add")}
      dirty={!saved && (isDirty || files.dirty)}
      busy={create.isPending || update.isPending || files.busy}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={100} autoFocus {...register("name")} />
      </Field>
      <Field label={t("message")} hint={t("messageHint")} error={fieldText(t, errors.message)} required>
        <Textarea rows={3} maxLength={MAX_MESSAGE_CHARS} {...register("message")} />
      </Field>
      <section aria-label={t("files")} className="space-y-3">
        <h3 className="text-meta font-500 text-fg-muted">{t("files")}</h3>
        {files.rows.length === 0 && <p className="text-meta text-fg-subtle">{t("filesEmpty")}</p>}
        <ol className="space-y-3">
          {files.rows.map((row, index) => (
            <FileRow
              key={row.key}
              row={row}
              number={index + 1}
              onName={(name) => files.rename(row.key, name)}
              onPick={(file) => void files.pick(row.key, file)}
              onRemove={() => files.remove(row.key)}
            />
          ))}
        </ol>
        {files.rows.length < FILE_LIST.options
          ? (
            <Button onClick={files.add}>
              <Plus aria-hidden /> {t("fileAdd")}
            </Button>
          )
          : <p className="text-meta text-fg-subtle">{t("full", { count: FILE_LIST.options })}</p>}
      </section>
    </FormSheet>
  );
}
