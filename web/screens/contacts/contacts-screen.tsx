import { useEffect } from "react";
import { ContactsList } from "../../features/contacts/contacts-list.tsx";
import { TicketDialogs } from "../../features/tickets/actions/dialogs/dialog-host.tsx";
import { closeDialog, openDialog } from "../../features/tickets/actions/dialogs.ts";
import { NumberCheck } from "../../features/tickets/actions/dialogs/number-check.tsx";

/** `/contacts`: the list, with the tickets' own dialogs for writing to somebody. */
export function ContactsScreen() {
  useEffect(() => closeDialog, []);
  return (
    <>
      <ContactsList
        onTicket={({ id, name }) => openDialog({ kind: "new", contact: { id, name } })}
        check={(number) => <NumberCheck number={number} />}
      />
      <TicketDialogs />
    </>
  );
}
