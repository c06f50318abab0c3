import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { ANNOUNCEMENT } from "../../../api/contract/limits.ts";
import {
  type Announcement,
  AnnouncementForm,
  announcements,
  priorities,
} from "../../../api/features/announcements/contract.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { toastError, useCall } from "../../core/query.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { MediaField } from "../../patterns/forms/media-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";

interface Props {
  /** The announcement to change; none makes a new one. */
  record?: Announcement;
  onClose: () => void;
}

/** Writes an announcement: what it says, how much it matters, whether it is shown, and a picture. */
export function AnnouncementSheet({ record, onClose }: Props) {
  const { t } = useTranslation("announcements");
  const [file, setFile] = useState<File | null>(null);
  const [dropped, setDropped] = useState(false);
  const form = useForm<z.input<typeof AnnouncementForm>, unknown, z.output<typeof AnnouncementForm>>({
    resolver: zodResolver(AnnouncementForm),
    defaultValues: {
      title: record?.title ?? "",
      text: record?.text ?? "",
      priority: record?.priority ?? 3,
      status: record?.status ?? true,
    },
  });
  const { register, formState: { errors, isDirty } } = form;
  const create = useCall(announcements.create, { silent: true });
  const update = useCall(announcements.update, { silent: true });
  const upload = useCall(announcements.upload, { silent: true });
  const removeFile = useCall(announcements.removeFile, { silent: true });
  /** A new one that is kept already, whose picture was refused: saving again changes it. */
  const kept = useRef(record?.id);

  const save = async (body: z.output<typeof AnnouncementForm>) => {
    try {
      if (kept.current) await update.mutateAsync({ params: { id: kept.current }, body });
      // Nobody is told before its picture is there.
      else kept.current = (await create.mutateAsync({ body: { ...body, status: body.status && !file } })).id;
      const params = { id: kept.current };
      if (file) {
        await upload.mutateAsync({ params, body: { typeArch: "announcements" }, files: [file] });
        if (!record && body.status) await update.mutateAsync({ params, body: { status: true } });
      } else if (dropped) await removeFile.mutateAsync({ params });
      toast.success(t("state.saved"));
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) toastError(error);
    } finally {
      void refresh(announcements.list);
    }
  };
  const picked = useMemo(() => file ? URL.createObjectURL(file) : null, [file]);
  useEffect(() => () => {
    if (picked) URL.revokeObjectURL(picked);
  }, [picked]);
  const image = picked ?? (dropped ? null : record?.mediaPath ?? null);
  const busy = [create, update, upload, removeFile].some((call) => call.isPending);
  return (
    <FormSheet
      open
      onClose={onClose}
      title={record?.title ?? t("add")}
      dirty={isDirty || file !== null || dropped}
      busy={busy}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("name")} error={fieldText(t, errors.title)} required>
        <Input maxLength={ANNOUNCEMENT.title} autoFocus {...register("title")} />
      </Field>
      <Field label={t("text")} hint={t("textHint")} error={fieldText(t, errors.text)} required>
        <Textarea rows={6} maxLength={ANNOUNCEMENT.text} {...register("text")} />
      </Field>
      <Field label={t("priorityName")} hint={t("priorityHint")} error={fieldText(t, errors.priority)}>
        <Select className="max-w-60" {...register("priority")}>
          {priorities.map((priority) => <option key={priority} value={priority}>{t(`priority.${priority}`)}</option>)}
        </Select>
      </Field>
      <div>
        <p className="mb-1 text-meta font-500 text-fg-muted">{t("image")}</p>
        {image && (
          <img
            src={image}
            alt={file?.name ?? record?.mediaName ?? ""}
            className="mb-2 max-h-48 max-w-full rounded-control border border-line bg-hover object-contain"
          />
        )}
        <MediaField
          preview={null}
          accept="image/png,image/jpeg"
          label={t(image ? "imageChange" : "imageAdd")}
          maxBytes={ANNOUNCEMENT.imageBytes}
          busy={upload.isPending}
          onPick={(next) => {
            setFile(next);
            setDropped(false);
          }}
        >
          {image && (
            <Button
              tone="quiet"
              onClick={() => {
                setFile(null);
                setDropped(Boolean(record?.mediaPath));
              }}
            >
              {t("imageRemove")}
            </Button>
          )}
        </MediaField>
      </div>
      <Switch label={t("active")} hint={t("activeHint")} {...register("status")} />
    </FormSheet>
  );
}
