import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { Extra } from "../../patterns/error-boundary.tsx";
import { LateSheet } from "../../patterns/late-sheet.tsx";

const List = onDemand(() => import("./announcement-list.tsx").then((file) => file.AnnouncementList));

/** What the platform announces, over a phone's screen. */
export function AnnouncementsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <LateSheet
      side="bottom"
      open={open}
      onOpenChange={onClose}
      title={t("bar.announcements")}
      closeLabel={t("do.close")}
    >
      <Extra>
        <List />
      </Extra>
    </LateSheet>
  );
}
