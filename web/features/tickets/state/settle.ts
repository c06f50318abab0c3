// Rows do not move under the pointer: while somebody is about to click, the order stays and only the contents change.
import type { Ticket } from "../../../../api/features/tickets/contract.ts";

export interface ShownTicket {
  ticket: Ticket;
  /** It left this list; the row waits, dimmed, until it may go. */
  gone: boolean;
}
export interface Settled {
  rows: ShownTicket[];
  /** Tickets that came in and wait to be shown. */
  held: number;
  /** True if letting go would change the order. */
  moved: boolean;
}

export const asShown = (tickets: readonly Ticket[]): ShownTicket[] =>
  tickets.map((ticket) => ({ ticket, gone: false }));

/** Keeps the order that is on screen: contents are new, later pages are appended, newcomers are held back. */
export function settle(shown: readonly ShownTicket[], fresh: readonly Ticket[]): Settled {
  const place = new Map(fresh.map((ticket, index) => [ticket.id, index]));
  const known = new Set(shown.map((row) => row.ticket.id));
  const rows = shown.map(({ ticket }): ShownTicket => {
    const now = fresh[place.get(ticket.id) ?? -1];
    return now ? { ticket: now, gone: false } : { ticket, gone: true };
  });
  const last = fresh.findLastIndex((ticket) => known.has(ticket.id));
  const later = fresh.slice(last + 1);
  const held = fresh.slice(0, last + 1).filter((ticket) => !known.has(ticket.id)).length;
  const order = rows.filter((row) => !row.gone).map((row) => place.get(row.ticket.id) ?? 0);
  const moved = held > 0 || rows.some((row) => row.gone) || order.some((at, i) => i > 0 && at < (order[i - 1] ?? 0));
  return { rows: [...rows, ...asShown(later)], held, moved };
}
