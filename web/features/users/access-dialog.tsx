import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { href } from "../../core/page/href.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** What somebody signs in with whose password was made for them. */
export interface Access {
  name: string;
  email: string;
  password: string;
}

/** A made password is shown once more after saving, ready to be handed over. */
export function AccessDialog({ access: { name, email, password }, onClose }: { access: Access; onClose: () => void }) {
  const { t } = useTranslation("users");
  const lines = [[t("access.address"), location.origin + href("login")], [t("field.email"), email], [
    t("field.password"),
    password,
  ]];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("access.title", { name })}
      description={t("access.intro")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.close")}</Button>
          <CopyButton
            text={lines.map(([label, value]) => `${label}: ${value}`).join("\n")}
            label={t("access.copy")}
            tone="primary"
            size="normal"
          />
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-muted">{label}</dt>
            <dd className="font-500 wrap-anywhere" dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
