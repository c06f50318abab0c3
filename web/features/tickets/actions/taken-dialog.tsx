import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Holder } from "./dialogs.ts";

/** Somebody else has this contact's ticket: who, and in which queue. */
export function TakenDialog({ holder, onClose }: { holder: Holder; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={onClose}
      title={t("taken.title")}
      description={t("taken.text")}
      closeLabel={t("do.close")}
      actions={<Button tone="primary" onClick={onClose}>{t("taken.ok")}</Button>}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-card bg-bg px-3 py-2.5">
        <dt className="text-fg-muted">{t("taken.user")}</dt>
        <dd className="font-600 wrap-anywhere">{holder.user || t("taken.nobody")}</dd>
        <dt className="text-fg-muted">{t("taken.queue")}</dt>
        <dd className="font-600 wrap-anywhere">{holder.queue || t("noQueue")}</dd>
      </dl>
    </Dialog>
  );
}
