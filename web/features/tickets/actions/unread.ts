import i18next from "i18next";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { toastError } from "../../../core/query.ts";
import { toast } from "../../../ui/toast.tsx";
import { leaveTicket, tellTicket } from "./change.ts";

/** Marks a ticket unread, to come back to it, and leaves it: staying would be reading it. */
export async function markUnread(ticket: Ticket): Promise<void> {
  leaveTicket(ticket.uuid);
  try {
    tellTicket(await callApi(tickets.unread, { params: { id: ticket.id } }));
    toast.success(i18next.t("markedUnread", { ns: "tickets", name: ticket.contact.name }));
  } catch (error) {
    toastError(error);
  }
}
