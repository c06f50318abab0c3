// What the report is asked for, as the person chooses it and as the call wants it.
import { serverNow } from "../../core/clock.ts";
import { dayIn } from "../../core/words/zone-clock.ts";
import type { Call } from "../../../api/contract/endpoint.ts";
import type { reports } from "../../../api/features/reports/contract.ts";
import { ticketStatuses } from "../../../api/features/tickets/contract.ts";

/** A contact that was found, or a text that names or numbers are searched for. */
export type Who = { id: number; name: string } | { text: string };
export interface Filters {
  who: Who | null;
  connections: number[];
  users: number[];
  queues: number[];
  statuses: number[];
  from: string;
  to: string;
  onlyRated: boolean;
}
/** Statuses one may choose, by their place (the picker knows numbers). */
export const statuses = ticketStatuses;

/** The first of this month to today, as the company's calendar has them. */
export function initialFilters(timezone: string, now = serverNow()): Filters {
  const today = dayIn(timezone, now);
  return {
    who: null,
    connections: [],
    users: [],
    queues: [],
    statuses: [],
    from: `${today.slice(0, 8)}01`,
    to: today,
    onlyRated: false,
  };
}
/** How many filters are set besides the dates. */
export function countFilters(f: Filters): number {
  const lists = [f.connections, f.users, f.queues, f.statuses].filter((list) => list.length > 0).length;
  return lists + (f.who ? 1 : 0) + (f.onlyRated ? 1 : 0);
}

const list = (values: readonly (number | string)[]) => values.length ? JSON.stringify(values) : undefined;
/** The filters of the call; nothing chosen filters nothing. */
export function asQuery(f: Filters): NonNullable<Call<typeof reports.list>["query"]> {
  return {
    ...(f.who && ("id" in f.who ? { contactId: f.who.id } : { searchParam: f.who.text })),
    whatsappId: list(f.connections),
    users: list(f.users),
    queueIds: list(f.queues),
    status: list(f.statuses.map((place) => statuses[place]!)),
    dateFrom: f.from,
    dateTo: f.to,
    ...(f.onlyRated && { onlyRated: "true" as const }),
  };
}
