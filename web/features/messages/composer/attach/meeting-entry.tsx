import { Video } from "lucide-react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { useCompanySetting } from "../../../../core/who/me.ts";
import { MenuItem } from "../../../../ui/menu-panel.tsx";
import { meetingLink } from "./meeting.ts";

interface Props {
  ticket: Ticket;
  /** Takes the words with the link; they are sent like any others. */
  onText: (text: string) => void;
}

/** The attach menu's "Video meeting". Nothing where the company has no meeting server. */
export function MeetingEntry({ ticket, onText }: Props) {
  const { t } = useTranslation("messages");
  const server = useCompanySetting("meetingUrl");
  if (!server) return null;
  return (
    <MenuItem onSelect={() => onText(t("attach.meetingText", { url: meetingLink(server, ticket) }))}>
      <Video aria-hidden /> {t("attach.meeting")}
    </MenuItem>
  );
}
