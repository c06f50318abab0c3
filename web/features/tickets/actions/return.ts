import i18next from "i18next";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { toast } from "../../../ui/toast.tsx";
import { changeTicket, heardWell, leaveTicket, undo } from "./change.ts";
import { takeInto } from "./take.ts";

/** An open ticket waits again, without an owner. Taken back within five seconds by the toast's button. */
export async function returnTicket(ticket: Ticket): Promise<void> {
  const row = await changeTicket(ticket, "return", {
    status: "pending",
    userId: null,
    ifUserId: ticket.userId,
  });
  if (!row || !await heardWell(row)) return;
  leaveTicket(ticket.uuid);
  const back = () => takeInto({ ...ticket, status: "pending", userId: null }, ticket.queueId, "accept");
  toast.success(i18next.t("returned", { ns: "tickets", name: ticket.contact.name }), {
    action: { label: i18next.t("do.undo"), run: () => void undo(row, back) },
  });
}
