import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../../api/features/connections/contract.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";

const QrCode = lazy(() => import("./qr-code.tsx").then((module) => ({ default: module.QrCode })));

/** The code to scan. It is renewed by live events, and goes when it has been read. */
export function QrDialog({ connection, onClose }: { connection?: Connection; onClose: () => void }) {
  const { t } = useTranslation("connections");
  const gone = !connection || connection.status === "CONNECTED";
  useEffect(() => {
    if (gone) onClose();
  }, [gone]);
  if (!connection) return null;
  const waiting = (
    <p role="status" className="flex items-center gap-2 text-fg-muted">
      <Spinner /> {t("qr.waiting")}
    </p>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("qr.title")}
      description={t("qr.hint")}
      closeLabel={t("do.close")}
    >
      <div className="grid min-h-72 place-items-center pb-4">
        {connection.qrcode
          ? (
            <Suspense fallback={waiting}>
              <QrCode text={connection.qrcode} label={t("qr.alt", { name: connection.name })} />
            </Suspense>
          )
          : waiting}
      </div>
    </Dialog>
  );
}
