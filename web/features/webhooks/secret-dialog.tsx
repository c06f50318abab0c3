import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

interface Props {
  name: string;
  /** Missing where the answer that had it was lost. */
  secret: string | undefined;
  onClose: () => void;
}

/** A secret that deliveries are signed with, shown this once. */
export function SecretDialog({ name, secret, onClose }: Props) {
  const { t } = useTranslation("webhooks");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("secretOf", { name })}
      description={t(secret ? "secretHint" : "lost")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.close")}</Button>
          {secret && <CopyButton text={secret} label={t("copy")} tone="primary" size="normal" />}
        </>
      }
    >
      {secret && (
        <Field label={t("secret")}>
          <Input readOnly dir="ltr" value={secret} className="font-mono" onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </Dialog>
  );
}
