import i18next from "i18next";
import { type Ticket, ticketChanged, tickets } from "../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { applyChange } from "../../../core/events/queries.ts";
import { currentMe } from "../../../core/who/me.ts";
import { toastError } from "../../../core/query.ts";
import { confirm } from "../../../patterns/confirm.tsx";
import { leaveTicket } from "./change.ts";

/** Deletes a ticket and its messages, after a question that names it. */
export async function deleteTicket(ticket: Ticket): Promise<void> {
  const sure = await confirm({
    title: i18next.t("delete.title", { ns: "tickets", id: ticket.id, name: ticket.contact.name }),
    text: i18next.t("delete.text", { ns: "tickets" }),
    action: i18next.t("do.delete"),
    danger: true,
  });
  if (!sure) return;
  try {
    // Left before it goes: the conversation would take the event for somebody else's doing.
    leaveTicket(ticket.uuid);
    await callApi(tickets.remove, { params: { id: ticket.id } });
    const me = currentMe();
    if (me) applyChange(ticketChanged, { action: "delete", ticketId: ticket.id }, me.companyId);
  } catch (error) {
    toastError(error);
  }
}
