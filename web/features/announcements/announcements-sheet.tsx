import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Extra } from "../../patterns/error-boundary.tsx";
import { LateSheet } from "../../patterns/late-sheet.tsx";

const List = lazy(() => import("./announcement-list.tsx").then((file) => ({ default: file.AnnouncementList })));

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
        <Suspense>
          <List />
        </Suspense>
      </Extra>
    </LateSheet>
  );
}
