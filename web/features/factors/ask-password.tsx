import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { errorText } from "../../core/words/i18n/i18n.ts";
import { PasswordInput } from "../../patterns/forms/password-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

interface Props {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  /** Does it; what it throws is shown, and the dialog stays. */
  onSubmit: (password: string, fields: FormData) => Promise<void>;
  onClose: () => void;
  /** Fields before the password. */
  children?: ReactNode;
}

/** Asks for one's own password before what it guards is changed. */
export function AskPassword({ title, text, action, danger, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation("factors");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setError("");
    try {
      await onSubmit(String(fields.get("password")), fields);
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text} closeLabel={t("do.close")}>
      <form onSubmit={(event) => void submit(event)} className="space-y-4 pb-3">
        {children}
        <Field label={t("password")} error={error || undefined} required>
          <PasswordInput name="password" autoComplete="current-password" required autoFocus={!children} />
        </Field>
        <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:justify-end">
          <Button type="button" onClick={onClose}>{t("do.cancel")}</Button>
          <Button type="submit" tone={danger ? "danger" : "primary"} busy={busy}>{action}</Button>
        </div>
      </form>
    </Dialog>
  );
}
