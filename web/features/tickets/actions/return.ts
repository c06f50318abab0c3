import i18next from "i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { toast } from "../../../ui/toast.tsx";
import { changeTicket, leaveTicket } from "./change.ts";
import { takeInto } from "./take.ts";

/** An open ticket waits again, without an owner. Taken back within five seconds by the toast's button. */
export async function returnTicket(ticket: Ticket): Promise<void> {
  const answer = await changeTicket(ticket, { status: "pending", userId: null });
  if (!answer) return;
  leaveTicket(ticket.uuid);
  toast.success(i18next.t("returned", { ns: "tickets", name: ticket.contact.name }), {
    action: { label: i18next.t("do.undo"), run: () => void takeInto(answer, answer.queueId) },
  });
}
