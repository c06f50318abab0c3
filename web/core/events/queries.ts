// Brings live events into the cached answers: patches them where it can, and refetches, a little later and once, those that only
// the server can tell.
import { notifyManager, type Query } from "@tanstack/react-query";
import { eventName, isEvent, type LiveEvent } from "../../../api/contract/event.ts";
import { applyEvent } from "./apply.ts";
import { factsOf, queryClient } from "../answers/query-client.ts";

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
  notifyManager.batch(() => {
    for (const query of queryClient.getQueryCache().getAll()) {
      const facts = factsOf(query);
      const event = facts?.endpoint.live?.find((live) => isEvent(live, companyId, name));
      if (!facts || !event) continue;
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

/** Fetches all answers from before `since` again, after a `reset` or when the stream began without a position. */
export function refetchOlderThan(since: number): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    if (factsOf(query)?.endpoint.live && (fetchedAt.get(JSON.stringify(query.queryKey)) ?? 0) < since) markStale(query);
  }
}
