import { CalendarClock } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { planLater } from "../../../../core/plan-later.ts";
import { useMe } from "../../../../core/who/me.ts";
import { MenuItem } from "../../../../ui/menu-panel.tsx";

interface Props {
  ticket: Ticket;
  /** What is written in the field. */
  text: string;
  onPlanned: () => void;
}

/** The attach menu's "Send later". Nothing where the plan has no schedules. */
export function LaterEntry({ ticket, text, onPlanned }: Props) {
  const { t } = useTranslation("messages");
  const me = useMe();
  if (!me.company.plan.useSchedules) return null;
  return (
    <MenuItem onSelect={() => planLater({ ticket, text, onPlanned })}>
      <CalendarClock aria-hidden /> {t("attach.later")}
    </MenuItem>
  );
}
