import { RefreshCw } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { languages } from "../../../api/features/integrations/contract.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { fieldText } from "../../patterns/forms/form-errors.ts";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { Values } from "./integration-sheet.tsx";

type Form = UseFormReturn<Values, unknown, unknown>;
const number = { setValueAs: (value: unknown) => value === "" || value === null ? 0 : Number(value) };

/** A project of Google's, and the service account that may ask its agent. */
export function DialogflowFields({ form, clientEmail }: { form: Form; clientEmail: string }) {
  const { t } = useTranslation("integrations");
  const { register, formState: { errors } } = form;
  const key = errors.jsonContent;
  return (
    <>
      <Field label={t("project")} error={fieldText(t, errors.projectName)} required>
        <Input maxLength={100} spellCheck={false} {...register("projectName")} />
      </Field>
      <Field label={t("language")} error={fieldText(t, errors.language)} required>
        <Select {...register("language")}>
          {languages.map((one) => <option key={one} value={one}>{t(`languageOf.${one}`)}</option>)}
        </Select>
      </Field>
      <Field
        label={t("key")}
        hint={clientEmail ? t("keySet", { email: clientEmail }) : t("keyHint")}
        error={key?.message === "service_account" ? t("reason.service_account") : fieldText(t, key)}
        required={!clientEmail}
      >
        <Textarea
          rows={5}
          maxLength={20_000}
          spellCheck={false}
          className="font-mono text-meta"
          {...register("jsonContent")}
        />
      </Field>
    </>
  );
}

/** The address that gets the envelopes, and what they are signed with. */
export function WebhookFields({ form, isSigned }: { form: Form; isSigned: boolean }) {
  const { t } = useTranslation("integrations");
  const { register, watch, setValue, formState: { errors } } = form;
  const secret = watch("secret") ?? "";
  const make = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    setValue("secret", `whsec_${btoa(String.fromCharCode(...bytes))}`, { shouldDirty: true });
  };
  return (
    <>
      <Field label={t("address")} hint={t("addressHint")} error={fieldText(t, errors.urlN8N)} required>
        <Input type="url" inputMode="url" maxLength={2000} spellCheck={false} {...register("urlN8N")} />
      </Field>
      <div className="space-y-1.5">
        <Field label={t("secret")} hint={t(isSigned ? "secretSet" : "secretHint")} error={fieldText(t, errors.secret)}>
          <Input maxLength={200} spellCheck={false} autoComplete="off" className="font-mono" {...register("secret")} />
        </Field>
        <div className="flex items-center gap-1.5">
          {secret && <CopyButton text={secret} />}
          <IconButton icon={RefreshCw} label={t("secretNew")} className="size-7! touch:size-9!" onClick={make} />
        </div>
      </div>
    </>
  );
}

/** The viewer's address, the flow's public name, and how a conversation with it ends, expires and begins anew. */
export function TypebotFields({ form }: { form: Form }) {
  const { t } = useTranslation("integrations");
  const { register, watch, formState: { errors } } = form;
  const expires = Number(watch("typebotExpires") ?? 0);
  return (
    <>
      <Field label={t("viewer")} hint={t("viewerHint")} error={fieldText(t, errors.urlN8N)} required>
        <Input type="url" inputMode="url" maxLength={2000} spellCheck={false} {...register("urlN8N")} />
      </Field>
      <Field label={t("slug")} hint={t("slugHint")} error={fieldText(t, errors.typebotSlug)} required>
        <Input maxLength={200} spellCheck={false} {...register("typebotSlug")} />
      </Field>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label={t("expires")}
          hint={expires > 0 ? t("expiresHint", { count: expires }) : t("expiresNever")}
          error={fieldText(t, errors.typebotExpires)}
        >
          <Input type="number" min={0} max={10_080} inputMode="numeric" {...register("typebotExpires", number)} />
        </Field>
        <Field label={t("delay")} hint={t("delayHint")} error={fieldText(t, errors.typebotDelayMessage)}>
          <Input
            type="number"
            min={0}
            max={10_000}
            step={100}
            inputMode="numeric"
            {...register("typebotDelayMessage", number)}
          />
        </Field>
        <Field label={t("finish")} hint={t("finishHint")} error={fieldText(t, errors.typebotKeywordFinish)}>
          <Input maxLength={100} {...register("typebotKeywordFinish")} />
        </Field>
        <Field label={t("restart")} hint={t("restartHint")} error={fieldText(t, errors.typebotKeywordRestart)}>
          <Input maxLength={100} {...register("typebotKeywordRestart")} />
        </Field>
      </div>
      <Field label={t("restartMessage")} error={fieldText(t, errors.typebotRestartMessage)}>
        <Textarea rows={2} maxLength={4000} {...register("typebotRestartMessage")} />
      </Field>
      <Field label={t("unknownMessage")} hint={t("unknownHint")} error={fieldText(t, errors.typebotUnknownMessage)}>
        <Textarea rows={2} maxLength={4000} {...register("typebotUnknownMessage")} />
      </Field>
    </>
  );
}
