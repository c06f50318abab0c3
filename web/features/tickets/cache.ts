// Finds tickets in what is cached already: a conversation whose row was on screen paints at once.
import { factsOf, queryClient, queryKey } from "../../core/answers/query-client.ts";
import { flatten, isPages } from "../../core/store/records.ts";
import { useRead } from "../../core/query.ts";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";

function* cachedAnswers(): Generator<{ all: readonly Ticket[]; at: number }> {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { data, dataUpdatedAt: at } = query.state;
    const endpoint = factsOf(query)?.endpoint;
    if (endpoint === tickets.list && isPages(data)) yield { all: flatten(data) as unknown as Ticket[], at };
    else if (endpoint === tickets.show && data) yield { all: [data as Ticket], at };
  }
}

/** All cached tickets by id: for who looks for many. */
export function cachedTickets(): Map<number, Ticket> {
  const found = new Map<number, Ticket>();
  for (const { all } of cachedAnswers()) {
    for (const ticket of all) if (!found.has(ticket.id)) found.set(ticket.id, ticket);
  }
  return found;
}

/** A cached ticket that this is true of, and when its answer came. */
export function cachedTicket(wanted: (ticket: Ticket) => boolean): { ticket: Ticket; at: number } | undefined {
  for (const { all, at } of cachedAnswers()) {
    const ticket = all.find(wanted);
    if (ticket) return { ticket, at };
  }
  return undefined;
}

/** The ticket of an address; from a cached list when it is in one, and then fetched when stale. */
export function useTicket(uuid: string) {
  const call = { params: { uuid } };
  const key = queryKey("read", tickets.show, call);
  if (uuid && queryClient.getQueryData(key) === undefined) {
    const known = cachedTicket((ticket) => ticket.uuid === uuid);
    if (known) queryClient.setQueryData(key, known.ticket, { updatedAt: known.at });
  }
  return useRead(tickets.show, call, { enabled: uuid !== "", keep: false });
}
