import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { InvitationForm, invitations } from "../../../api/features/invitations/contract.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { toastError, useCall, useRead } from "../../core/query.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { fieldText, showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { Picker } from "../../patterns/forms/picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";

type Values = z.input<typeof InvitationForm>;
const FORM = "invite-form";

/** Invites a colleague: e-mail, profile and queues, then the link to send them. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("users");
  const { data: allQueues } = useRead(queues.list);
  const form = useForm<Values, unknown, z.output<typeof InvitationForm>>({
    resolver: zodResolver(InvitationForm),
    defaultValues: { email: "", profile: "user", queueIds: [] },
  });
  const { register, control, setValue, watch, formState: { errors } } = form;
  const create = useCall(invitations.create, {
    silent: true,
    refresh: [invitations.list],
    onError: (error) =>
      void (showServerErrors(form, error) || showCode(form, error, { ERR_DUPLICATED_EMAIL: "email" }) ||
        toastError(error)),
  });
  // A company with one queue has nothing to choose: whoever is new works in it.
  const only = allQueues?.length === 1 ? allQueues[0]!.id : undefined;
  useEffect(() => {
    if (only !== undefined) setValue("queueIds", [only]);
  }, [only, setValue]);
  if (create.data) return <InviteLink email={create.data.email} link={create.data.link} onClose={onClose} />;
  const [profile, queueIds] = watch(["profile", "queueIds"]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("invite.title")}
      description={t("invite.intro")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.cancel")}</Button>
          <Button tone="primary" type="submit" form={FORM} busy={create.isPending}>{t("invite.make")}</Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={form.handleSubmit((body) => create.mutate({ body }))}
        className="space-y-4 py-1"
      >
        <Field label={t("field.email")} error={fieldText(t, errors.email)} required>
          <Input type="email" autoComplete="off" autoCapitalize="none" autoFocus {...register("email")} />
        </Field>
        <Field label={t("field.role")}>
          <Select {...register("profile")}>
            <option value="user">{t("role.user")}</option>
            <option value="admin">{t("role.admin")}</option>
          </Select>
        </Field>
        <Controller
          control={control}
          name="queueIds"
          render={({ field }) => (
            <Field
              label={t("field.queues")}
              hint={profile === "user" && !(queueIds as number[]).length && (
                <span className="font-500 text-warning">{t("field.queuesWarning")}</span>
              )}
            >
              <Picker
                choices={allQueues ?? []}
                value={(field.value ?? []) as number[]}
                onChange={field.onChange}
                label={t("field.queues")}
                placeholder={t("field.queuesNone")}
              />
            </Field>
          )}
        />
      </form>
    </Dialog>
  );
}

/** The link, shown this once; where the answer that had it was lost, what to do. */
export function InviteLink({ email, link, onClose }: { email: string; link?: string; onClose: () => void }) {
  const { t } = useTranslation("users");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("invite.ready", { email })}
      description={t(link ? "invite.readyHint" : "invite.lost")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.close")}</Button>
          {link && <CopyButton text={link} label={t("invite.copy")} tone="primary" size="normal" />}
        </>
      }
    >
      {link && (
        <Field label={t("invite.link")}>
          <Input readOnly value={link} onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </Dialog>
  );
}
