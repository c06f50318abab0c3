// What accepting, taking over and reopening share: a queue first where there is none, and somebody else may have been faster.
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { currentMe } from "../../../core/who/me.ts";
import { queryClient, queryKey } from "../../../core/answers/query-client.ts";
import { discard, outcomeOf } from "../../../core/outbox.ts";
import { changeTicket, leaveTicket, showTicket } from "./change.ts";
import { openDialog } from "./dialogs.ts";

export type Taking = "accept" | "takeOver" | "reopen";
/** After this a refusal is no answer to a tap any more: it waits in its place. */
const HEAR_MS = 8000;

async function hasQueues(): Promise<boolean> {
  const me = currentMe();
  if (me?.profile !== "admin") return (me?.queues.length ?? 0) > 0;
  try {
    const list = await queryClient.ensureQueryData({
      queryKey: queryKey("read", queues.list, {}),
      queryFn: () => callApi(queues.list),
    });
    return list.length > 0;
  } catch {
    return false;
  }
}

/** Takes a ticket for oneself. A ticket without a queue asks for one first, where there are queues. */
export async function takeTicket(ticket: Ticket, then: Taking): Promise<void> {
  if (ticket.queueId === null && !ticket.isGroup && await hasQueues()) openDialog({ kind: "queue", ticket, then });
  else await takeInto(ticket, ticket.queueId, then);
}

/** Takes a ticket into a queue, null leaves it as it is, and opens the conversation. Somebody else's is named, if heard soon. */
export async function takeInto(
  ticket: Ticket,
  queueId: number | null,
  then: Taking,
  queue = ticket.queue,
): Promise<void> {
  const me = currentMe();
  const body = {
    ...(then === "takeOver" ? { isTransfered: true } : { status: "open" as const }),
    userId: me?.id,
    queueId: queueId ?? undefined,
    // What somebody else accepted and closed since is not opened again.
    ...(then !== "reopen" && { ifUserId: ticket.userId }),
  };
  const user = me && { id: me.id, name: me.name, color: me.color };
  const row = await changeTicket(ticket, then, body, { queue, user });
  if (!row) return;
  showTicket({ uuid: ticket.uuid, status: ticket.isGroup ? "group" : "open" });
  const outcome = await outcomeOf(row, HEAR_MS);
  if (outcome?.state === "done") {
    // Reopening onto the contact's live ticket answers that one.
    const { uuid, status } = outcome.answer as unknown as Ticket;
    if (uuid !== ticket.uuid) showTicket({ uuid, status });
  } else if (outcome?.row.found) {
    await discard(row.id);
    leaveTicket(ticket.uuid);
    openDialog({ kind: "taken", holder: outcome.row.found, ticketId: ticket.id });
  }
}
