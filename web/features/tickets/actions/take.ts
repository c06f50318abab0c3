// What accepting and reopening share: a queue first where there is none, and somebody else may have been faster.
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { callApi } from "../../../core/api.ts";
import { currentMe } from "../../../core/me.ts";
import { queryClient, queryKey } from "../../../core/query-client.ts";
import { changeTicket, showTicket } from "./change.ts";
import { openDialog } from "./dialogs.ts";

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

/** Names the owner when the ticket is somebody else's; otherwise opens the conversation. */
export function arrive(ticket: Ticket): void {
  if (ticket.userId !== null && ticket.userId !== currentMe()?.id) {
    openDialog({ kind: "taken", holder: { user: ticket.user?.name ?? "", queue: ticket.queue?.name ?? "" } });
  } else showTicket(ticket);
}

/** Takes a ticket for oneself. A ticket without a queue asks for one first, where there are queues (spec 1 §4). */
export async function take(ticket: Ticket, then: "accept" | "reopen"): Promise<void> {
  if (ticket.queueId === null && !ticket.isGroup && await hasQueues()) openDialog({ kind: "queue", ticket, then });
  else await takeInto(ticket, ticket.queueId);
}

/** Takes a ticket into a queue; null leaves it as it is. */
export async function takeInto(ticket: Ticket, queueId: number | null): Promise<void> {
  const me = currentMe();
  const answer = await changeTicket(ticket, { status: "open", userId: me?.id, queueId: queueId ?? undefined });
  if (answer) arrive(answer);
}
