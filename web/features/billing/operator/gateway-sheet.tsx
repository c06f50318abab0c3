import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { invoices } from "../../../../api/features/invoices/contract.ts";
import type { GatewayState } from "../../../../api/contract/rules/gateways.ts";
import { toastError, useCall } from "../../../core/query.ts";
import { CopyButton } from "../../../patterns/copy-button.tsx";
import { FormSheet } from "../../../patterns/forms/form-sheet.tsx";
import { MediaField } from "../../../patterns/forms/media-field.tsx";
import { PasswordInput } from "../../../patterns/forms/password-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { toast } from "../../../ui/toast.tsx";
import { fieldText, showServerErrors } from "../../../patterns/forms/form-errors.ts";
import { CERTIFICATE_MAX, certificateText } from "./certificate-file.ts";

const INSTRUCTIONS_MAX = 2_000;
/** What each way is asked for: what lies open, and the secrets. */
const fields = {
  manual: { open: [], secret: [] },
  efi: { open: ["pixKey", "clientId"], secret: ["clientSecret"] },
  mercadopago: { open: [], secret: ["accessToken", "webhookSecret"] },
  stripe: { open: [], secret: ["secretKey", "webhookSecret"] },
} as const;
const secrets = ["clientSecret", "certificate", "accessToken", "secretKey", "webhookSecret"] as const;

interface Values extends Record<"instructions" | "pixKey" | "clientId" | typeof secrets[number], string> {
  active: boolean;
  callbackMtls: boolean;
}
interface Props {
  gateway: GatewayState;
  inUse: boolean;
  /** Where the provider calls us; empty where nobody calls. */
  callback: string;
  onClose: () => void;
}

/** The settings of one way to pay. Secrets are written and never shown: an empty field keeps what is there. */
export function GatewaySheet({ gateway, inUse, callback, onClose }: Props) {
  const { t } = useTranslation("billing");
  const { kind } = gateway;
  const [file, setFile] = useState("");
  const form = useForm<Values>({
    defaultValues: {
      active: inUse,
      instructions: gateway.instructions,
      pixKey: gateway.pixKey,
      clientId: gateway.clientId,
      callbackMtls: gateway.callbackMtls === "yes",
      ...Object.fromEntries(secrets.map((secret) => [secret, ""])) as Record<typeof secrets[number], string>,
    },
  });
  const { register, formState: { errors, isDirty } } = form;
  const save = useCall(invoices.setGateway, {
    silent: true,
    refresh: [invoices.gateways, invoices.subscription],
    onSuccess: () => {
      toast.success(t("state.saved"));
      onClose();
    },
    onError: (error) => {
      if (!showServerErrors(form, error)) toastError(error);
    },
  });
  const test = useCall(invoices.testGateway);
  const submit = form.handleSubmit((values) => {
    const given = Object.fromEntries(secrets.filter((name) => values[name]).map((name) => [name, values[name]]));
    const { active, instructions, pixKey, clientId } = values;
    const callbackMtls: GatewayState["callbackMtls"] = values.callbackMtls ? "yes" : "no";
    const own = kind === "manual" ? { instructions } : kind === "efi" ? { pixKey, clientId, callbackMtls } : {};
    save.mutate({ params: { kind }, body: { ...own, ...given, active } });
  });
  const pick = async (picked: File) => {
    const text = await certificateText(picked);
    if (text === null) return void toast.error(t("gateway.notACertificate"));
    form.setValue("certificate", text, { shouldDirty: true });
    setFile(picked.name);
  };
  const hint = (name: typeof secrets[number]) => t(gateway.set.includes(name) ? "gateway.isSet" : "gateway.notSet");
  const { data: result } = test;
  return (
    <FormSheet
      open
      onClose={onClose}
      title={t(`gateway.${kind}`)}
      description={t(`gateway.${kind}Hint`)}
      dirty={isDirty}
      busy={save.isPending}
      onSubmit={submit}
    >
      {kind === "manual" && (
        <Field
          label={t("gateway.instructions")}
          hint={t("gateway.instructionsHint")}
          error={fieldText(t, errors.instructions)}
        >
          <Textarea rows={6} maxLength={INSTRUCTIONS_MAX} {...register("instructions")} />
        </Field>
      )}
      {fields[kind].open.map((name) => (
        <Field key={name} label={t(`gateway.field.${name}`)} error={fieldText(t, errors[name])}>
          <Input autoComplete="off" spellCheck={false} maxLength={200} {...register(name)} />
        </Field>
      ))}
      {fields[kind].secret.map((name) => (
        <Field
          key={name}
          label={t(`gateway.field.${name}`)}
          hint={hint(name)}
          error={fieldText(t, errors[name])}
        >
          <PasswordInput autoComplete="new-password" maxLength={300} {...register(name)} />
        </Field>
      ))}
      {kind === "efi" && (
        <div className="space-y-1">
          <p className="text-meta font-500 text-fg-muted">{t("gateway.field.certificate")}</p>
          <MediaField
            preview={file && <span dir="auto" className="truncate text-body">{file}</span>}
            accept=".p12,.pfx,.pem,application/x-pkcs12,application/x-pem-file"
            label={t("gateway.chooseCertificate")}
            maxBytes={CERTIFICATE_MAX}
            onPick={(picked) => void pick(picked)}
          />
          <p className="text-meta text-fg-subtle">{hint("certificate")}</p>
          {errors.certificate && (
            <p role="alert" className="text-meta text-danger">{fieldText(t, errors.certificate)}</p>
          )}
        </div>
      )}
      {callback && (
        <div className="space-y-1">
          <p className="text-meta font-500 text-fg-muted">{t("gateway.callback")}</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 rounded-control bg-hover px-2 py-1 text-meta break-all">{callback}</code>
            <CopyButton text={callback} />
          </div>
        </div>
      )}
      {kind === "efi" && (
        <Switch
          label={t("gateway.mtls")}
          hint={t("gateway.mtlsHint")}
          {...register("callbackMtls")}
        />
      )}
      <Switch label={t("gateway.use")} hint={t("gateway.useHint")} {...register("active")} />
      {errors.active && <p role="alert" className="text-meta text-danger">{t("gateway.reason.incomplete")}</p>}
      {kind !== "manual" && (
        <section className="space-y-2 border-t border-line pt-4">
          <Button
            busy={test.isPending}
            disabled={isDirty || !gateway.ready}
            onClick={() => test.mutate({ params: { kind }, body: {} })}
          >
            <FlaskConical aria-hidden /> {t("gateway.test")}
          </Button>
          {result
            ? (
              <p role="status" className={result.ok ? "text-body text-success" : "text-body text-danger wrap-anywhere"}>
                {result.ok ? t("gateway.works") : t(`gateway.reason.${result.reason}`)}
                {result.detail !== result.reason && <span className="block text-meta">{result.detail}</span>}
              </p>
            )
            : <p className="text-meta text-fg-subtle">{t(isDirty ? "gateway.testAfter" : "gateway.testHint")}</p>}
        </section>
      )}
    </FormSheet>
  );
}
