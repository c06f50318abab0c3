import { Download } from "lucide-react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { CopyButton } from "../../patterns/copy-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** New recovery codes: shown this once, to be kept. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation("factors");
  const text = codes.join("\n");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("codes.new")}
      description={t("codes.newText")}
      closeLabel={t("do.close")}
      actions={
        <>
          <CopyButton text={text} label={t("codes.copy")} className="h-control" />
          <Button onClick={() => save(text)}>
            <Download aria-hidden /> {t("codes.save")}
          </Button>
          <Button tone="primary" onClick={onClose}>{t("codes.kept")}</Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card bg-bg p-4 text-center">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lead font-500 select-all">{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function save(text: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "recado-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
