// What accepting, taking over and reopening share: a queue first where there is none, and somebody else may have been faster.
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { currentMe } from "../../../core/who/me.ts";
import { queryClient, queryKey } from "../../../core/answers/query-client.ts";
import { discard, outcomeOf } from "../../../core/outbox.ts";
import { forgetReply, wantReply } from "../../../core/page/reply-field.ts";
import { changeTicket, leaveTicket, showTicket } from "./change.ts";
import { openDialog } from "./dialogs.ts";

export type Taking = "accept" | "takeOver" | "reopen";
/** After this a refusal is no answer to a tap any more: it waits in its place. */
const HEAR_MS = 8000;

/** The queues that this person may take a ticket into; none where they cannot be asked for. */
async function ownQueues(): Promise<NonNullable<Ticket["queue"]>[]> {
  const me = currentMe();
  if (me?.profile !== "admin") return me?.queues ?? [];
  try {
    return await queryClient.ensureQueryData({
      queryKey: queryKey("read", queues.list, {}),
      queryFn: () => callApi(queues.list),
    });
  } catch {
    return [];
  }
}

/** Takes a ticket for oneself. One without a queue gets the only one there is, or asks for one first. */
export async function takeTicket(ticket: Ticket, then: Taking): Promise<void> {
  if (ticket.queueId !== null || ticket.isGroup) return await takeInto(ticket, ticket.queueId, then);
  const [only, ...more] = await ownQueues();
  if (more.length > 0) openDialog({ kind: "queue", ticket, then });
  else {await takeInto(
      ticket,
      only?.id ?? null,
      then,
      only ? { id: only.id, name: only.name, color: only.color } : null,
    );}
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
  wantReply(ticket.uuid);
  const outcome = await outcomeOf(row, HEAR_MS);
  if (outcome?.state === "done") {
    // Reopening onto the contact's live ticket answers that one.
    const { uuid, status } = outcome.answer as unknown as Ticket;
    if (uuid === ticket.uuid) return;
    showTicket({ uuid, status });
    wantReply(uuid);
  } else if (outcome?.row.found) {
    await discard(row.id);
    leaveTicket(ticket.uuid);
    forgetReply();
    openDialog({ kind: "taken", holder: outcome.row.found, ticketId: ticket.id });
  }
}
