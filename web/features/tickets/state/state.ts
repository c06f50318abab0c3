// What the list pane shows: view, tab, search, filters. Screen state only; the tickets themselves are the server's.
import { atom } from "jotai";
import { TICKETS_PAGE } from "../../../../api/contract/limits.ts";
import type { TicketStatus } from "../../../../api/features/tickets/contract.ts";
import type { TicketCall } from "./membership.ts";

export type View = "open" | "closed";
export type Tab = "open" | "pending" | "group";
export interface Filters {
  queues: number[];
  connections: number[];
  users: number[];
  tags: number[];
  statuses: TicketStatus[];
  contacts: number[];
}
export interface ListState {
  view: View;
  tab: Tab;
  /** Paused typing; an empty text is no search. */
  search: string;
  searchOnMessages: boolean;
  showAll: boolean;
  /** Tabs that are turned against their usual order. */
  turned: readonly Tab[];
  /** Tickets per page of a search. */
  pageSize: number;
  filters: Filters;
}
export const noFilters: Filters = { queues: [], connections: [], users: [], tags: [], statuses: [], contacts: [] };
export const firstState: ListState = {
  view: "open",
  tab: "open",
  search: "",
  searchOnMessages: false,
  showAll: false,
  turned: [],
  pageSize: TICKETS_PAGE,
  filters: noFilters,
};
export const listAtom = atom<ListState>(firstState);

/** What is in the search field now; `search` follows when typing pauses. */
export const typedAtom = atom("");

/** True in the search view: something was typed, or a filter goes across the tabs. */
export const isSearch = ({ search, filters }: ListState): boolean =>
  search !== "" || filters.statuses.length > 0 || filters.contacts.length > 0;

/** True where the longest untouched comes first: the longest waiting is next, unless the order was turned. */
export const oldestFirst = ({ tab, turned }: ListState): boolean => (tab === "pending") !== turned.includes(tab);

/** Turns the order of the tab that is shown. */
export const turn = (state: ListState): ListState => ({
  ...state,
  turned: state.turned.includes(state.tab)
    ? state.turned.filter((tab) => tab !== state.tab)
    : [...state.turned, state.tab],
});

/** How many filters are set, for the button's badge. */
export const filterCount = ({ filters }: ListState): number =>
  Object.values(filters).filter((list: readonly unknown[]) => list.length > 0).length;

const json = (list: readonly unknown[]) => list.length > 0 ? JSON.stringify(list) : undefined;
const given = <T extends object>(parts: T): T =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;

/** The call that asks for what the pane shows. Left-out parts filter nothing, so equal states make equal calls. */
export function listCall(state: ListState): TicketCall {
  const { view, tab, search, searchOnMessages, pageSize, filters } = state;
  const searching = isSearch(state);
  const open = !searching && view === "open";
  return given<TicketCall>({
    searchParam: search || undefined,
    searchOnMessages: search && searchOnMessages ? "true" : undefined,
    status: searching ? undefined : open ? tab : "closed",
    statusFilter: json(filters.statuses),
    contacts: json(filters.contacts),
    pageSize: searching && pageSize !== TICKETS_PAGE ? pageSize : undefined,
    ...tabsCall(state),
    sortTickets: open && oldestFirst(state) ? "ASC" : undefined,
  });
}

/** The filters that count in every tab: badges and lists are asked the same. */
export function tabsCall({ showAll, filters }: ListState) {
  return given({
    showAll: showAll ? "true" as const : undefined,
    queueIds: json(filters.queues),
    whatsapps: json(filters.connections),
    users: json(filters.users),
    tags: json(filters.tags),
  });
}
