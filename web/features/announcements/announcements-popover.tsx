import { Megaphone } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../core/app-files/on-demand.ts";
import { useMe } from "../../core/who/me.ts";
import { Extra } from "../../patterns/error-boundary.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { TriggerProps } from "../../ui/dropdown-menu.tsx";
import { useUnseen } from "./unseen.ts";

const List = onDemand(() => import("./announcement-list.tsx").then((file) => file.AnnouncementList));

/** The sign of announcements, and what it is called with what is new. */
export function useAnnouncementsEntry() {
  const { t } = useTranslation();
  const { expired } = useMe().company;
  const unseen = useUnseen().length;
  const title = t("bar.announcements");
  return {
    shown: !expired,
    fresh: !expired && unseen > 0,
    icon: Megaphone,
    title,
    label: unseen > 0 ? `${title} (${unseen})` : title,
    mark: unseen > 0 && (
      <span
        aria-hidden
        className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-danger-fill ring-2 ring-surface"
      />
    ),
  };
}

/** What the platform announces, on the button of a desk's menu. */
export function AnnouncementsPopover({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger={trigger}
      side="right"
      align="end"
      label={t("bar.announcements")}
      open={open}
      onOpenChange={setOpen}
      className="flex max-h-[70dvh] min-h-40 w-96 flex-col overflow-hidden p-0!"
    >
      <h2 className="shrink-0 border-b border-line px-3 py-2.5 font-600">{t("bar.announcements")}</h2>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <Extra>
          <List />
        </Extra>
      </div>
    </Popover>
  );
}
