// The live panel as columns: who waits first, then a column for each person with conversations.
import { compareNames } from "../../../api/contract/words/name-order.ts";
import { statusesOf, type Ticket } from "../../../api/features/tickets/contract.ts";

export interface Column {
  /** 0 for those who wait. */
  id: number;
  name: string | null;
  colour: string;
  tickets: Ticket[];
}

/** As in the tab: a customer who is asked for consent waits too. */
const waits = (ticket: Ticket) => statusesOf("pending").includes(ticket.status);

/** True if the panel shows this ticket under this filter of queues (JSON text; 0 stands for none). */
export function inPanel(ticket: Ticket, queueIds?: string): boolean {
  if (ticket.status !== "open" && !waits(ticket)) return false;
  return queueIds === undefined || (JSON.parse(queueIds) as number[]).includes(ticket.queueId ?? 0);
}
/** Longest unmoved first. */
export const waitingFirst = (a: Ticket, b: Ticket) =>
  a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : a.id - b.id;

/** Those who wait, then people by name. */
export function columnsOf(tickets: readonly Ticket[]): Column[] {
  const waiting: Column = { id: 0, name: null, colour: "", tickets: [] };
  const people = new Map<number, Column>();
  for (const ticket of tickets) {
    if (!ticket.user || waits(ticket)) {
      waiting.tickets.push(ticket);
      continue;
    }
    const { id, name, color } = ticket.user;
    const column = people.get(id) ?? { id, name, colour: color, tickets: [] };
    column.tickets.push(ticket);
    people.set(id, column);
  }
  return [waiting, ...[...people.values()].sort((a, b) => compareNames(a.name!, b.name!) || a.id - b.id)];
}
