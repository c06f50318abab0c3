import { zodResolver } from "@hookform/resolvers/zod";
import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import {
  mayChange,
  type QuickMessage,
  QuickMessageForm,
  quickMessages,
  SHORTCODE_MAX,
  type Variable,
  variables,
} from "../../../api/features/quick-messages/contract.ts";
import { MAX_MESSAGE_CHARS } from "../../../api/contract/limits.ts";
import { useMe } from "../../core/who/me.ts";
import { toastError, useCall } from "../../core/query.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { MediaField } from "../../patterns/forms/media-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";
import { flagsOf, type Sharing, sharingOf, sharings } from "./sharing.ts";

interface Props {
  /** The one to change; none makes a new one. */
  record?: QuickMessage;
  onClose: () => void;
}
/** Creates, changes or, where somebody else alone may change it, shows a quick message. */
export function QuickMessageSheet({ record, onClose }: Props) {
  const me = useMe();
  return record && !mayChange(record, me.id)
    ? <Shown record={record} onClose={onClose} />
    : <Edited record={record} mine={!record || record.userId === me.id} onClose={onClose} />;
}

function Shown({ record, onClose }: { record: QuickMessage; onClose: () => void }) {
  const { t } = useTranslation("quick-messages");
  return (
    <Sheet open onOpenChange={onClose} title={`/${record.shortcode}`} closeLabel={t("do.close")}>
      <p className="mb-4 text-meta text-fg-muted">{t("othersHint")}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">{record.message}</p>
      {record.isMedia && <FileName name={record.mediaName} />}
    </Sheet>
  );
}

function FileName({ name, onRemove }: { name: string; onRemove?: () => void }) {
  const { t } = useTranslation("quick-messages");
  return (
    <p className="mt-2 flex min-w-0 items-center gap-2 rounded-control border border-line px-2.5 py-1.5">
      <Paperclip aria-hidden className="size-4 shrink-0 text-fg-muted" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {onRemove && <IconButton small icon={X} label={t("fileRemove", { name })} tip="none" onClick={onRemove} />}
    </p>
  );
}

function Edited({ record, mine, onClose }: Props & { mine: boolean }) {
  const { t } = useTranslation("quick-messages");
  const [sharing, setSharing] = useState<Sharing>(record ? sharingOf(record) : "own");
  const [file, setFile] = useState<File | null>(null);
  const [dropped, setDropped] = useState(false);
  const area = useRef<HTMLTextAreaElement | null>(null);
  const form = useForm<z.input<typeof QuickMessageForm>, unknown, z.output<typeof QuickMessageForm>>({
    resolver: zodResolver(QuickMessageForm),
    defaultValues: {
      shortcode: record?.shortcode ?? "",
      message: record?.message ?? "",
      status: record?.status ?? true,
    },
  });
  const { register, formState: { errors, isDirty } } = form;
  const create = useCall(quickMessages.create, { silent: true });
  const update = useCall(quickMessages.update, { silent: true });
  const upload = useCall(quickMessages.upload, { silent: true });
  const removeFile = useCall(quickMessages.removeFile, { silent: true });
  /** A new one that is kept already, whose file was refused: saving again changes it. */
  const kept = useRef(record?.id);

  const save = async (fields: z.output<typeof QuickMessageForm>) => {
    const body = { ...fields, ...(mine && flagsOf(sharing)) };
    try {
      if (kept.current) await update.mutateAsync({ params: { id: kept.current }, body });
      else kept.current = (await create.mutateAsync({ body })).id;
      const params = { id: kept.current };
      if (file) await upload.mutateAsync({ params, body: { typeArch: "quickMessage" }, files: [file] });
      else if (dropped) await removeFile.mutateAsync({ params });
      toast.success(t("state.saved"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) toastError(error);
    } finally {
      void refresh(quickMessages.list);
      void refresh(quickMessages.all);
    }
  };
  const insert = (name: Variable) => {
    const text = form.getValues("message") ?? "";
    const at = area.current?.selectionStart ?? text.length;
    const put = `{{${name}}}`;
    form.setValue("message", text.slice(0, at) + put + text.slice(area.current?.selectionEnd ?? at), {
      shouldDirty: true,
    });
    area.current?.focus();
    area.current?.setSelectionRange(at + put.length, at + put.length);
  };
  const message = register("message");
  const name = file?.name ?? (dropped ? undefined : record?.mediaName) ?? "";
  const busy = [create, update, upload, removeFile].some((call) => call.isPending);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record ? `/${record.shortcode}` : t("add")}
      dirty={isDirty || file !== null || dropped || (record ? sharingOf(record) : "own") !== sharing}
      busy={busy}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("shortcode")} hint={t("shortcodeHint")} error={fieldText(t, errors.shortcode)} required>
        <Input maxLength={SHORTCODE_MAX} autoFocus autoCapitalize="none" {...register("shortcode")} />
      </Field>
      <Field label={t("message")} error={fieldText(t, errors.message)}>
        <Textarea
          rows={6}
          maxLength={MAX_MESSAGE_CHARS}
          {...message}
          ref={(element) => {
            message.ref(element);
            area.current = element;
          }}
        />
      </Field>
      <div role="group" aria-label={t("variables")} className="-mt-2">
        <p className="mb-1 text-meta text-fg-subtle">{t("variablesHint")}</p>
        <div className="flex flex-wrap gap-1.5">
          {variables.map((variable) => (
            <Button
              key={variable}
              size="small"
              className="touch:min-h-11"
              onClick={() => insert(variable)}
            >
              {t(`variable.${variable}`)}
            </Button>
          ))}
        </div>
      </div>
      <div>
        <p className="mb-1 text-meta font-500 text-fg-muted">{t("file")}</p>
        <MediaField
          preview={null}
          accept="image/*,audio/*,video/*,application/*,text/*"
          label={t(name ? "fileChange" : "fileAdd")}
          busy={upload.isPending}
          onPick={setFile}
        />
        {name && (
          <FileName
            name={name}
            onRemove={() => {
              setFile(null);
              setDropped(record?.isMedia ?? false);
            }}
          />
        )}
      </div>
      {mine && (
        <Field label={t("who")} hint={t(`sharingHint.${sharing}`)}>
          <Select value={sharing} onChange={(e) => setSharing(e.target.value as Sharing)}>
            {sharings.map((choice) => <option key={choice} value={choice}>{t(`sharing.${choice}`)}</option>)}
          </Select>
        </Field>
      )}
      <Switch label={t("status")} hint={t("statusHint")} {...register("status")} />
    </FormSheet>
  );
}
