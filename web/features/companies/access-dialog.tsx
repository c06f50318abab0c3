import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { href } from "../../core/page/href.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Made } from "./company-sheet.tsx";

/** The password that the server made for a company's first admin, which no answer holds again. */
export function AccessDialog({ made: { name, email, password }, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation("companies");
  const lines = [[t("address"), location.origin + href("login")], [t("email"), email], [t("password"), password]];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("madeTitle", { name })}
      description={t("madeText")}
      closeLabel={t("do.close")}
      actions={
        <>
          <Button onClick={onClose}>{t("do.close")}</Button>
          <CopyButton
            text={lines.map(([label, value]) => `${label}: ${value}`).join("\n")}
            label={t("madeCopy")}
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
