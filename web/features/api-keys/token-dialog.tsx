import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

interface Props {
  name: string;
  /** Missing where the answer that had it was lost. */
  token: string | undefined;
  onClose: () => void;
}

/** A new key's token, shown this once. */
export function TokenDialog({ name, token, onClose }: Props) {
  const { t } = useTranslation("api-keys");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("made", { name })}
      description={t(token ? "madeHint" : "lost")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.close")}</Button>
          {token && <CopyButton text={token} label={t("copy")} tone="primary" size="normal" />}
        </>
      }
    >
      {token && (
        <Field label={t("token")}>
          <Input readOnly dir="ltr" value={token} className="font-mono" onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </Dialog>
  );
}
