// What the list pane shows: view, tab, search, filters. Screen state only; the tickets themselves are the server's.
import { atom } from "jotai";
import type { TicketStatus } from "../../../../api/features/tickets/contract.ts";
import type { TicketCall } from "./membership.ts";

export type View = "open" | "closed";
export type Tab = "open" | "pending" | "group";
export interface Filters {
  queues: number[];
  connections: number[];
  users: number[];
  statuses: TicketStatus[];
}
export interface ListState {
  view: View;
  tab: Tab;
  /** Paused typing; an empty text is no search. */
  search: string;
  searchOnMessages: boolean;
  showAll: boolean;
  oldestFirst: boolean;
  filters: Filters;
}
export const noFilters: Filters = { queues: [], connections: [], users: [], statuses: [] };
export const listAtom = atom<ListState>({
  view: "open",
  tab: "open",
  search: "",
  searchOnMessages: false,
  showAll: false,
  oldestFirst: false,
  filters: noFilters,
});

/** How many filters are set, for the button's badge. The status counts in a search only. */
export function filterCount({ filters, search }: ListState): number {
  const { queues, connections, users, statuses } = filters;
  return [queues, connections, users, search ? statuses : []].filter((list) => list.length > 0).length;
}

const json = (list: readonly unknown[]) => list.length > 0 ? JSON.stringify(list) : undefined;

/** The call that asks for what the pane shows. Left-out parts filter nothing, so equal states make equal calls. */
export function listCall(state: ListState): TicketCall {
  const { view, tab, search, searchOnMessages, showAll, oldestFirst, filters } = state;
  const open = !search && view === "open";
  const parts: TicketCall = {
    searchParam: search || undefined,
    searchOnMessages: search && searchOnMessages ? "true" : undefined,
    status: search ? undefined : open ? tab : "closed",
    statusFilter: search ? json(filters.statuses) : undefined,
    queueIds: json(filters.queues),
    whatsapps: json(filters.connections),
    users: json(filters.users),
    showAll: showAll ? "true" : undefined,
    sortTickets: open && oldestFirst ? "ASC" : undefined,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
