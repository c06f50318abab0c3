// How live events change the board's cards: what moved between its days and is open or waits, the last one first. Loaded with the board,
// since nobody else has its cards.
import { boardStatuses, kanban } from "../../../api/features/kanban/contract.ts";
import { type Contact, contactChanged } from "../../../api/features/contacts/contract.ts";
import { queueChanged } from "../../../api/features/queues/contract.ts";
import { type Ticket, ticketChanged } from "../../../api/features/tickets/contract.ts";
import { serverNow } from "../../core/clock.ts";
import { applyChange } from "../../core/events/queries.ts";
import { liveList } from "../../core/events/lists.ts";
import { whenSent } from "../../core/outbox.ts";
import { currentMe } from "../../core/who/me.ts";
import { dayIn } from "../../core/words/zone-clock.ts";

function listed(queueIds: unknown): readonly number[] | null {
  if (typeof queueIds !== "string") return null;
  return JSON.parse(queueIds) as number[];
}
liveList(kanban.tickets, {
  belongs: (ticket: Ticket, { query = {} }) => {
    const timezone = currentMe()?.company.timezone ?? "UTC";
    const today = dayIn(timezone, serverNow());
    const day = dayIn(timezone, ticket.updatedAt);
    const queues = listed(query.queueIds);
    return boardStatuses.includes(ticket.status) && day >= (query.startDate || today) &&
      day <= (query.endDate || today) &&
      (queues === null || queues.includes(ticket.queueId ?? 0));
  },
  sort: (a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id),
  related: (record, event, payload) => {
    const { contact } = payload as { contact?: Contact };
    if (event !== contactChanged || contact?.id !== record.contactId) return record;
    const { id, name, urlPicture, number, isGroup } = contact;
    return { ...record, contact: { id, name, urlPicture, number, isGroup } };
  },
});

liveList(kanban.boards, {
  sort: (a, b) => a.position - b.position || a.id - b.id,
  belongs: () => true,
  related: (board, event, payload) => {
    const { action, queueId } = payload as { action?: string; queueId?: number };
    if (event !== queueChanged || action !== "delete" || !board.queueIds.includes(queueId ?? 0)) return board;
    return { ...board, queueIds: board.queueIds.filter((id) => id !== queueId) };
  },
});

// What was moved without a network: out of all lanes answers no ticket, and the event brings it.
whenSent(["lane"], (_row, answer) => {
  const me = currentMe();
  if (me && answer.id !== undefined) {
    applyChange(ticketChanged, { action: "update", ticket: answer as unknown as Ticket }, me.companyId);
  }
});
