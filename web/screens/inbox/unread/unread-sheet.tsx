import { useTranslation } from "../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../core/app-files/on-demand.ts";
import { Extra } from "../../../patterns/error-boundary.tsx";
import { LateSheet } from "../../../patterns/late-sheet.tsx";

const List = onDemand(() => import("./unread-tickets.tsx").then((file) => file.UnreadTickets));

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
        <div className="-mx-3">
          <List onChoose={onClose} />
        </div>
      </Extra>
    </LateSheet>
  );
}
