import i18next from "i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { toast } from "../../../ui/toast.tsx";
import { changeTicket, leaveTicket } from "./change.ts";
import { openDialog } from "./dialogs.ts";
import { takeInto } from "./take.ts";

/** Asks whether to say goodbye, then closes. */
export const closeTicket = (ticket: Ticket): void => openDialog({ kind: "close", ticket });

/** Closes a ticket with or without the farewell text. Taken back within five seconds by the toast's button. */
export async function finishTicket(ticket: Ticket, sendFarewellMessage: boolean): Promise<boolean> {
  const answer = await changeTicket(ticket, { status: "closed", userId: ticket.userId, sendFarewellMessage });
  if (!answer) return false;
  leaveTicket(ticket.uuid);
  toast.success(i18next.t("closed", { ns: "tickets", name: ticket.contact.name }), {
    action: { label: i18next.t("do.undo"), run: () => void takeInto(answer, answer.queueId) },
  });
  return true;
}
