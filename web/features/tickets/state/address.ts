// The list's state as an address: every view can be linked to, and Back finds it again. Pure.
import { TICKETS_PAGE, TICKETS_PAGE_MAX } from "../../../../api/contract/limits.ts";
import { ticketStatuses } from "../../../../api/features/tickets/contract.ts";
import { type Filters, firstState, type ListState, type Tab } from "./state.ts";

const tabs: readonly Tab[] = ["open", "pending", "group"];
const lists = ["queues", "connections", "users", "tags", "contacts"] as const satisfies readonly (keyof Filters)[];
const words = (text: string | null) => text ? text.split(",") : [];

/** `?tab=pending&queues=1,2`; empty where everything is as at first. */
export function toAddress(state: ListState): string {
  const { view, tab, search, searchOnMessages, showAll, turned, pageSize, filters } = state;
  const parts: [string, string | false][] = [
    ["view", view === "closed" && "closed"],
    ["tab", tab !== "open" && tab],
    ["q", search],
    ["in", searchOnMessages && search !== "" && "messages"],
    ["all", showAll && "1"],
    ["turned", turned.join()],
    ["size", pageSize !== TICKETS_PAGE && String(pageSize)],
    ["status", filters.statuses.join()],
    ...lists.map((name): [string, string] => [name, filters[name].join()]),
  ];
  const set = parts.filter((part): part is [string, string] => Boolean(part[1]));
  return set.length > 0 ? `?${set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}` : "";
}

/** The state an address asks for; null where it asks for none. What it does not know it leaves out. */
export function fromAddress(address: string): ListState | null {
  const asked = new URLSearchParams(address);
  const known = ["view", "tab", "q", "in", "all", "turned", "size", "status", ...lists];
  if (!known.some((name) => asked.has(name))) return null;
  const size = Number(asked.get("size"));
  const ids = (name: string) => words(asked.get(name)).map(Number).filter((id) => Number.isSafeInteger(id) && id >= 0);
  const [queues = [], connections = [], users = [], tags = [], contacts = []] = lists.map(ids);
  return {
    ...firstState,
    view: asked.get("view") === "closed" ? "closed" : "open",
    tab: tabs.find((tab) => tab === asked.get("tab")) ?? "open",
    search: (asked.get("q") ?? "").slice(0, 200),
    searchOnMessages: asked.get("in") === "messages",
    showAll: asked.get("all") === "1",
    turned: tabs.filter((tab) => words(asked.get("turned")).includes(tab)),
    pageSize: size >= 1 && size <= TICKETS_PAGE_MAX ? Math.round(size) : TICKETS_PAGE,
    filters: {
      queues,
      connections,
      users,
      tags,
      contacts,
      statuses: ticketStatuses.filter((status) => words(asked.get("status")).includes(status)),
    },
  };
}
