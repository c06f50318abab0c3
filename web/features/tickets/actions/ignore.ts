import i18next from "i18next";
import { toast } from "../../../ui/toast.tsx";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { changeTicket, heardWell, showTicket, tellTicket, undo } from "./change.ts";
import { goOn } from "./closing/next.ts";

/** An ignored ticket waits again: there is no step from closed to waiting, so it is reopened and given back. */
async function waitAgain({ id, queueId }: Ticket): Promise<void> {
  const call = (body: { status: "open" | "pending"; userId?: null; queueId?: number }) =>
    callApi(tickets.update, { params: { id }, body });
  await call({ status: "open", queueId: queueId ?? undefined });
  const ticket = await call({ status: "pending", userId: null });
  tellTicket(ticket);
  showTicket(ticket);
}

/**
 * Closes a waiting ticket without an answer: no farewell, no chatbot turns (docs/product/tickets.md#ignore). Can be taken back
 * for five seconds.
 */
export async function ignoreTicket(ticket: Ticket): Promise<void> {
  const row = await changeTicket(ticket, "ignore", {
    status: "closed",
    ifUserId: ticket.userId,
    sendFarewellMessage: false,
    amountUsedBotQueues: 0,
  });
  if (!row || !await heardWell(row)) return;
  void goOn(ticket);
  const back = () => waitAgain(ticket);
  toast.success(i18next.t("ignored", { ns: "tickets", name: ticket.contact.name }), {
    action: { label: i18next.t("do.undo"), run: () => void undo(row, back) },
  });
}
