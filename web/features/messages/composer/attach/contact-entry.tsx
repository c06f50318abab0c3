import { UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "../../../../core/words/i18n/use-translation.ts";
import { onDemand } from "../../../../core/app-files/on-demand.ts";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { MenuItem } from "../../../../ui/menu-panel.tsx";

const ContactDialog = onDemand(() => import("./contact-dialog.tsx").then((m) => m.ContactDialog));

/** The attach menu's "Contact", where the channel carries cards, and the dialog it opens. */
export function useContactEntry(ticket: Ticket, able: boolean): { entry: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation("messages");
  const [open, setOpen] = useState(false);
  return {
    entry: able && (
      <MenuItem onSelect={() => setOpen(true)}>
        <UserRound aria-hidden /> {t("attach.contact")}
      </MenuItem>
    ),
    dialog: open && (
      <ContactDialog
        ticketId={ticket.id}
        contactId={ticket.contactId}
        name={ticket.contact.name}
        onClose={() => setOpen(false)}
      />
    ),
  };
}
