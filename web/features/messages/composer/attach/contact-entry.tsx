import { UserRound } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Ticket } from "../../../../../api/features/tickets/contract.ts";
import { MenuItem } from "../../../../ui/menu-panel.tsx";

const ContactDialog = lazy(() => import("./contact-dialog.tsx").then((m) => ({ default: m.ContactDialog })));

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
      <Suspense fallback={null}>
        <ContactDialog
          ticketId={ticket.id}
          contactId={ticket.contactId}
          name={ticket.contact.name}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}
