// Brings live events into the cached answers: patches them where it can, and refetches, a little later and once, those that only
// the server can tell.
import { notifyManager, type Query } from "@tanstack/react-query";
import type { Endpoint } from "../../../api/contract/endpoint.ts";
import { eventName, eventNamed, eventOfRecord, isEvent, type LiveEvent } from "../../../api/contract/event.ts";
import { applyEvent } from "./apply.ts";
import { factsOf, queryClient } from "../answers/query-client.ts";
import { flatten, isPages, type Row } from "../store/records.ts";

const REFETCH_AFTER_MS = 400;
const stale = new Set<Query>();
const fetchedAt = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Remembers when a fetch began: an answer older than the stream may have missed something. */
export function noteFetch(key: readonly unknown[]): void {
  fetchedAt.set(JSON.stringify(key), Date.now());
}

function refetchStale() {
  timer = undefined;
  const busy: Query[] = [];
  for (const query of stale) {
    if (query.state.fetchStatus === "fetching") busy.push(query);
    else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
  stale.clear();
  busy.forEach(markStale);
}
function markStale(query: Query) {
  stale.add(query);
  timer ??= setTimeout(refetchStale, REFETCH_AFTER_MS);
}

/** Applies one event, by its name on the stream, to every cached answer whose contract names it. */
export function applyToQueries(name: string, companyId: number, payload: unknown): void {
  noteTold(name, payload as Row);
  apply(name, companyId, payload, queryClient.getQueryCache().getAll());
}
function apply(name: string, companyId: number, payload: unknown, queries: readonly Query[]): void {
  const event = eventNamed(name);
  if (!event || !isEvent(event, companyId, name)) return;
  notifyManager.batch(() => {
    for (const query of queries) {
      const facts = factsOf(query);
      if (!facts?.endpoint.live?.includes(event)) continue;
      const result = applyEvent(facts.endpoint, facts.call, query.state.data, event, payload);
      const { isInvalidated, dataUpdatedAt, fetchStatus, data } = query.state;
      // The age stays: a patch is no proof that the rest is fresh. An answer on its way may be older than this event.
      if (result.data !== data) queryClient.setQueryData(query.queryKey, result.data, { updatedAt: dataUpdatedAt });
      if (result.stale || isInvalidated || fetchStatus === "fetching") markStale(query);
    }
  });
}

/** Applies a change this tab knows before its event arrives: the answer of a write, or an optimistic record. */
export function applyChange(event: LiveEvent, payload: Record<string, unknown>, companyId: number): void {
  applyToQueries(eventName(event, companyId), companyId, payload);
}

/** For each write under way: the records that events told of meanwhile, by event and id. */
const underWay = new Set<Set<string>>();
const recordName = (event: LiveEvent, id: unknown) => `${event.name} ${id}`;
function noteTold(name: string, payload: Row): void {
  if (underWay.size === 0) return;
  const event = eventNamed(name);
  if (!event?.record) return;
  const record = payload[event.record] as Row | undefined;
  const told = recordName(event, record?.id ?? payload[event.recordId ?? "id"]);
  for (const write of underWay) write.add(told);
}

function holds(data: unknown, id: unknown): boolean {
  const rows = isPages(data) ? flatten(data) : Array.isArray(data) ? data as Row[] : [data as Row | undefined];
  return rows.some((row) => row?.id === id);
}

/**
 * Does a write, and puts the record it answers into the cached answers that hold it: a person who opens the record again at once, or
 * without a stream, must not find it as it was before. What an event told of the record meanwhile is as new as the answer or newer.
 */
export async function withAnswer<A>(
  endpoint: Endpoint,
  companyId: number | undefined,
  write: () => Promise<A>,
): Promise<A> {
  const event = eventOfRecord(endpoint.response);
  if (!event?.record || companyId === undefined) return await write();
  const told = new Set<string>();
  underWay.add(told);
  try {
    const answer = await write();
    const { id } = answer as Row;
    if (!told.has(recordName(event, id))) {
      const holding = queryClient.getQueryCache().getAll().filter(({ state }) => holds(state.data, id));
      apply(eventName(event, companyId), companyId, { action: "update", [event.record]: answer }, holding);
    }
    return answer;
  } finally {
    underWay.delete(told);
  }
}

/** Fetches all answers from before `since` again, after a `reset` or when the stream began without a position. */
export function refetchOlderThan(since: number): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    if (factsOf(query)?.endpoint.live && (fetchedAt.get(JSON.stringify(query.queryKey)) ?? 0) < since) markStale(query);
  }
}
