import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { MAX_MESSAGE_CHARS } from "../../../api/contract/limits.ts";
import { type Schedule, SCHEDULE_MIN_CHARS, schedules } from "../../../api/features/schedules/contract.ts";
import { tickets } from "../../../api/features/tickets/contract.ts";
import { useChannel } from "../../core/channels.ts";
import { serverNow } from "../../core/clock.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { refresh } from "../../core/answers/query-client.ts";
import { codeText } from "../../core/words/i18n/i18n.ts";
import { useMe } from "../../core/who/me.ts";
import { fieldText, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.tsx";
import { isOpen } from "./calendar/entry.tsx";
import { type Chosen, ContactField } from "./contact-field.tsx";
import { type Begun, bodyOf, fieldsOf, type FormFields } from "./form.ts";
import { type PictureChange, PictureField, pictureName } from "./picture-field.tsx";
import { RepeatFields } from "./repeat-fields.tsx";
import { type TemplateChoice, TemplateFields, useApproved, wantsPicture } from "./template-fields.tsx";
import { TicketFields } from "./ticket-fields.tsx";

interface Props {
  /** The one to change; none plans a new one. */
  schedule?: Schedule;
  begun?: Begun;
  onClose: () => void;
  onSaved?: () => void;
  onRemove?: (schedule: Schedule) => void;
}
const VARIABLES = ["firstName", "name", "ms", "date", "hour"] as const;

/** Plans a message, changes one, or shows what has gone out. */
export function ScheduleSheet({ schedule, begun = {}, onClose, onSaved, onRemove }: Props) {
  const { t } = useTranslation("schedules");
  const me = useMe();
  const [contact, setContact] = useState<Chosen | null>(schedule?.contact ?? begun.contact ?? null);
  const [tried, setTried] = useState(false);
  const [picture, setPicture] = useState<PictureChange>({});
  const [template, setTemplate] = useState<TemplateChoice | null>(schedule?.template ?? null);
  const area = useRef<HTMLTextAreaElement | null>(null);
  const form = useForm<FormFields>({ defaultValues: fieldsOf(schedule, begun) });
  const { register, watch, setValue, formState: { errors, isDirty, isSubmitting } } = form;
  const reach = { params: { contactId: contact?.id ?? 0 } };
  const { data: lines, refetch } = useRead(tickets.lines, reach, { enabled: contact !== null, keep: false });
  const lineOf = (all = lines) => all?.find(({ id }) => String(id) === watch("whatsappId")) ?? all?.[0];
  const line = lineOf();
  // A contact's connections are known later than the form.
  useEffect(() => {
    if (line && watch("whatsappId") !== String(line.id)) setValue("whatsappId", String(line.id));
  }, [line?.id]);
  const create = useCall(schedules.create, { silent: true });
  const update = useCall(schedules.update, { silent: true });
  const upload = useCall(schedules.upload, { silent: true });
  const removeFile = useCall(schedules.removeFile, { silent: true });
  /** A new one that is kept already, whose picture was refused: saving again changes it. */
  const kept = useRef(schedule?.id);
  const mine = !schedule || me.profile === "admin" || schedule.userId === me.id;
  const able = mine && (!schedule || isOpen(schedule));

  const approved = useApproved(line);
  /** The approved text has a picture above it, and none is chosen. */
  const bare = wantsPicture(approved, template) && !pictureName(schedule, picture);

  // Even if the customer has just written, the time to answer is over by then.
  const channel = useChannel(line?.channel ?? "");
  const hours = channel?.replyWindow?.hours;
  const planned = Date.parse(watch("sendAt"));
  const late = able && hours !== undefined && template === null && planned > serverNow() + hours * 3_600_000;

  const save = async (fields: FormFields) => {
    setTried(true);
    if (!contact || bare) return;
    // The form may be quicker than the answer that says which connections reach the contact.
    const asked = lines ? undefined : await refetch({ cancelRefetch: false });
    if (asked?.error) return toastError(asked.error);
    const by = lineOf(asked?.data);
    if (!by) return;
    const body = { ...bodyOf(fields, contact.id, by.id, schedule), template };
    try {
      if (kept.current) await update.mutateAsync({ params: { id: kept.current }, body });
      else kept.current = (await create.mutateAsync({ body })).id;
      const params = { id: kept.current };
      if (picture.file) await upload.mutateAsync({ params, files: [picture.file] });
      else if (picture.removed) await removeFile.mutateAsync({ params });
      toast.success(t("planned"));
      onSaved?.();
      onClose();
    } catch (error) {
      if (!showServerErrors(form, error)) toastError(error);
    } finally {
      void refresh(schedules.list);
    }
  };
  const insert = (name: string) => {
    const text = form.getValues("body");
    const at = area.current?.selectionStart ?? text.length;
    setValue("body", `${text.slice(0, at)}{{${name}}}${text.slice(area.current?.selectionEnd ?? at)}`, {
      shouldDirty: true,
    });
    area.current?.focus();
  };
  const body = register("body", { validate: (text) => text.trim().length >= SCHEDULE_MIN_CHARS || "too_short" });
  const title = !schedule
    ? t("add")
    : schedule.status === "ERRO"
    ? t("errorTitle")
    : t("messageTitle", { status: t(`status.${schedule.status}`) });
  return (
    <FormSheet
      open
      onClose={onClose}
      title={title}
      dirty={able &&
        (isDirty || picture.file !== undefined || picture.removed === true ||
          template !== (schedule?.template ?? null) ||
          (!schedule && !begun.contact && contact !== null))}
      busy={isSubmitting}
      saveLabel={schedule?.status === "ERRO" || schedule?.status === "CANCELADA" ? t("again") : t("plan")}
      readOnly={!able}
      aside={schedule && mine && onRemove && (
        <Button tone="dangerQuiet" onClick={() => onRemove(schedule)}>{t("do.delete")}</Button>
      )}
      onSubmit={(event) => {
        setTried(true);
        void form.handleSubmit(save)(event);
      }}
    >
      {schedule?.error && (
        <p role="alert" className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{codeText(schedule.error)}</span>
        </p>
      )}
      <fieldset disabled={!able} className="min-w-0 space-y-4">
        <ContactField
          value={contact}
          onChange={able ? setContact : undefined}
          error={tried && !contact ? t("field.required", { ns: "core" }) : undefined}
        />
        <Field label={t("body")} error={fieldText(t, errors.body)} required>
          <Textarea
            rows={5}
            dir="auto"
            maxLength={MAX_MESSAGE_CHARS}
            autoFocus={contact !== null}
            {...body}
            ref={(element) => {
              body.ref(element);
              area.current = element;
            }}
          />
        </Field>
        {able && (
          <div role="group" aria-label={t("variables")} className="-mt-2 flex flex-wrap gap-1.5">
            {VARIABLES.map((name) => (
              <Button key={name} size="small" onClick={() => insert(name)}>{t(`variable.${name}`)}</Button>
            ))}
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("sendAt")} error={sendAtText(t, errors.sendAt)} required>
            <Input type="datetime-local" {...register("sendAt", { required: true })} />
          </Field>
          <Field
            label={t("connection")}
            error={tried && contact && lines?.length === 0 ? t("noLine") : fieldText(t, errors.whatsappId)}
            required
          >
            <Select {...register("whatsappId")} disabled={!lines?.length}>
              {!lines?.length && <option value="">{contact ? "—" : t("contactFirst")}</option>}
              {lines?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
            </Select>
          </Field>
        </div>
        {late && (
          <p role="status" className="flex items-start gap-2 rounded-control bg-warning-soft px-3 py-2 text-warning">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{t(channel?.templates ? "windowTemplate" : "window", { hours })}</span>
          </p>
        )}
        {approved && <TemplateFields all={approved} value={template} onChange={setTemplate} />}
        <PictureField
          schedule={schedule}
          value={picture}
          onChange={setPicture}
          error={tried && bare ? t("field.required", { ns: "core" }) : undefined}
        />
        <RepeatFields form={form} />
        <Switch label={t("sign")} hint={t("signHint")} {...register("assinar")} />
        <Switch label={t("cancelOnReply")} hint={t("cancelOnReplyHint")} {...register("cancelOnReply")} />
        <TicketFields form={form} />
      </fieldset>
    </FormSheet>
  );
}

/** The refusals of a time that have words of their own. */
function sendAtText(t: ReturnType<typeof useTranslation>["t"], error: { message?: string; type?: string } | undefined) {
  return error?.message === "past" || error?.message === "too_far" ? t(error.message) : fieldText(t, error);
}
