import { type FormEvent, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { factors } from "../../../api/features/factors/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { errorText } from "../../core/words/i18n/i18n.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { QrCode } from "../../patterns/qr-code.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

interface Props {
  secret: string;
  uri: string;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the code to scan, and takes the first code that the app makes. */
export function ConfirmApp({ secret, uri, onDone, onClose }: Props) {
  const { t } = useTranslation("factors");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    setBusy(true);
    setError("");
    try {
      const { recoveryCodes } = await callApi(factors.confirmAuthenticator, { body: { code } });
      onDone(recoveryCodes);
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("app.scan")}
      description={t("app.scanText")}
      closeLabel={t("do.close")}
    >
      <form onSubmit={(event) => void submit(event)} className="space-y-4 pb-3">
        <div className="grid justify-items-center gap-3">
          <div className="max-w-52">
            <QrCode text={uri} label={t("app.qr")} />
          </div>
          <p className="text-meta text-fg-muted">{t("app.byHand")}</p>
          <p className="flex max-w-full flex-wrap items-center justify-center gap-2">
            <code className="font-500 wrap-anywhere">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
            <CopyButton text={secret} />
          </p>
        </div>
        <Field label={t("app.code")} error={error || undefined} required>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={12} required autoFocus />
        </Field>
        <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:justify-end">
          <Button type="button" onClick={onClose}>{t("do.cancel")}</Button>
          <Button type="submit" tone="primary" busy={busy}>{t("app.confirm")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
