import i18next from "i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { toast } from "../../../ui/toast.tsx";
import { changeTicket, leaveTicket } from "./change.ts";

/** Closes a waiting ticket without an answer: no farewell, no chatbot turns (spec 1 §4). */
export async function ignoreTicket(ticket: Ticket): Promise<void> {
  const answer = await changeTicket(ticket, { status: "closed", sendFarewellMessage: false, amountUsedBotQueues: 0 });
  if (!answer) return;
  leaveTicket(ticket.uuid);
  toast.success(i18next.t("ignored", { ns: "tickets", name: ticket.contact.name }));
}
