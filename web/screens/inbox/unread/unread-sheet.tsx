import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Extra } from "../../../patterns/error-boundary.tsx";
import { LateSheet } from "../../../patterns/late-sheet.tsx";

const List = lazy(() => import("./unread-tickets.tsx").then((file) => ({ default: file.UnreadTickets })));

/** The tickets with something unread, over a phone's screen. */
export function UnreadSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("tickets");
  return (
    <LateSheet
      side="bottom"
      open={open}
      onOpenChange={onClose}
      title={t("unreadList.title")}
      closeLabel={t("do.close")}
    >
      <Extra>
        <Suspense>
          <div className="-mx-3">
            <List onChoose={onClose} />
          </div>
        </Suspense>
      </Extra>
    </LateSheet>
  );
}
