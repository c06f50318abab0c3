import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { readNumber } from "../../../../api/contract/rules/phone.ts";
import { type Contact, contacts, type Wallet } from "../../../../api/features/contacts/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { phoneNumber } from "../../../core/words/phone-number.ts";
import { toastError, useCall, useRead } from "../../../core/query.ts";
import { fieldText, showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../../patterns/forms/form-sheet.tsx";
import { Picker } from "../../../patterns/forms/picker.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type Checked, Form, type Values } from "./contact-form.ts";
import { ExtraRows } from "./extra-rows.tsx";
import { useCountry } from "../use-country.ts";
import { WalletFields } from "./wallet-fields.tsx";

interface Props {
  /** The contact to change; none makes a new one. */
  contact?: Contact;
  /** Asks the channel whether somebody is at a number. */
  check: (number: string) => ReactNode;
  onClose: () => void;
}

/** A number that the company hides, or that is a group's address, is not written here. */
const isLocked = (contact?: Contact) => contact !== undefined && (contact.isGroup || contact.number.includes("*"));
const valuesOf = (contact?: Contact): Values => ({
  name: contact?.name ?? "",
  number: isLocked(contact) ? "" : contact?.number ?? "",
  email: contact?.email ?? "",
  extraInfo: contact?.extraInfo.map(({ name, value }) => ({ name, value })) ?? [],
  tags: contact?.tags.map(({ id }) => id) ?? [],
  disableBot: contact?.disableBot ?? false,
  acceptAudioMessage: contact?.acceptAudioMessage ?? true,
  wallet: contact?.wallet ?? null,
});

/** Creates or changes a contact. */
export function ContactSheet({ contact, check, onClose }: Props) {
  const { t } = useTranslation("contacts");
  const country = useCountry();
  const { data: choices = contact?.tags ?? [] } = useRead(tags.all, { query: {} });
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(Form) as never,
    defaultValues: valuesOf(contact),
  });
  const { register, control, watch, formState: { errors, isDirty, dirtyFields } } = form;
  const typed = watch("number") ?? "";
  const locked = isLocked(contact);
  const digits = readNumber(typed, country);
  const unchanged = !dirtyFields.number;
  const wrong = typed.trim() !== "" && !unchanged && digits === null;
  const options = {
    silent: true as const,
    onSuccess: () => {
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => void (showServerErrors(form, error) || toastError(error)),
  };
  const create = useCall(contacts.create, options);
  const update = useCall(contacts.update, options);
  const save = (body: Checked) => {
    if (wrong) return form.setError("number", { type: "server", message: "number" }, { shouldFocus: true });
    const number = digits ?? "";
    const extraInfo = body.extraInfo?.filter(({ name, value }) => name.trim() || value.trim());
    const { wallet: _, ...made } = body;
    if (!contact) return create.mutate({ body: { ...made, number, extraInfo } });
    // Only what was touched: a colleague may have changed the rest meanwhile.
    const changed = Object.fromEntries(
      Object.entries({ ...body, number, extraInfo }).filter(([key]) => key in dirtyFields),
    );
    update.mutate({ params: { id: contact.id }, body: changed });
  };
  const numberError = wrong && errors.number ? t("field.number", { ns: "core" }) : fieldText(t, errors.number);
  const read = digits !== null && digits !== typed.replace(/\D/g, "");
  return (
    <FormSheet
      open
      onClose={onClose}
      title={contact?.name ?? t("add")}
      dirty={isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save)}
    >
      <Field label={t("field.name")} error={fieldText(t, errors.name)} required>
        <Input maxLength={250} autoFocus={!contact} autoComplete="off" {...register("name")} />
      </Field>
      <Field
        label={t("field.number")}
        hint={locked
          ? t("numberHidden")
          : read
          ? t("numberRead", { number: phoneNumber(digits) })
          : wrong
          ? t("numberUnlikely")
          : t("numberHint")}
        error={numberError}
      >
        <Input
          inputMode="tel"
          maxLength={50}
          autoComplete="off"
          disabled={locked}
          placeholder={locked ? contact?.number : undefined}
          {...register("number")}
        />
      </Field>
      {!locked && digits !== null && check(digits)}
      <Field label={t("field.email")} error={fieldText(t, errors.email)}>
        <Input type="email" autoComplete="off" {...register("email")} />
      </Field>
      <Controller
        control={control}
        name="tags"
        render={({ field }) => (
          <Field label={t("field.tags")}>
            <Picker
              choices={choices}
              value={(field.value ?? []) as number[]}
              onChange={field.onChange}
              label={t("field.tags")}
              placeholder={t("noTags")}
            />
          </Field>
        )}
      />
      {contact && !contact.isGroup && (
        <Controller
          control={control}
          name="wallet"
          render={({ field }) => <WalletFields value={field.value as Wallet | null} onChange={field.onChange} />}
        />
      )}
      <ExtraRows control={control as never} register={register as never} />
      <Switch label={t("disableBot")} hint={t("disableBotHint")} {...register("disableBot")} />
      <Switch label={t("acceptAudio")} hint={t("acceptAudioHint")} {...register("acceptAudioMessage")} />
    </FormSheet>
  );
}
