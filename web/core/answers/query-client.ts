// The cache of the server's answers: one QueryClient, its keys, and the part of it that stays on the device between starts.
import { QueryClient } from "@tanstack/react-query";
import type { Query } from "@tanstack/react-query";
import type { Endpoint } from "../../../api/contract/endpoint.ts";
import { isPages } from "../store/records.ts";
import { fromDevice } from "./marks.ts";
import { dropRow, readRows, type SavedQuery, writeRow } from "../store/store.ts";

/** The facts about a cached query, which live events and the device's store read. */
export interface QueryFacts extends Record<string, unknown> {
  endpoint: Endpoint;
  call: Record<string, unknown>;
  /** False where the answer gets no row of its own on the device. */
  keep: boolean;
}
type Input = { params?: unknown; query?: unknown };

const LIVE_STALE_MS = 5 * 60_000;
const PLAIN_STALE_MS = 30_000;
const SAVE_AFTER_MS = 1000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      gcTime: 24 * 3600_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
      retryDelay: (attempt, error) => askedToWait(error) ?? Math.min(1000 * 2 ** attempt, 8000),
      refetchOnWindowFocus: false,
      refetchOnReconnect: (query) => query.state.status === "error",
    },
    mutations: { networkMode: "always" },
  },
});

/** How long the server asks to wait, ms; a minute at most, a little apart from all others who were told the same. */
export function askedToWait(error: unknown, chance = Math.random): number | null {
  const { status, body } = error as { status?: number; body?: { retryAfter?: unknown } };
  const seconds = Number(body?.retryAfter);
  return status === 429 && seconds > 0 ? Math.min(seconds, 60) * 1000 + chance() * 1000 : null;
}

/** True for a failure that repeating may cure: no network, a server that is not well, or one that asks to wait. */
export function isTransient(error: unknown): boolean {
  const status = (error as { status?: number }).status;
  return status === 0 || status === 429 || (status !== undefined && status >= 500);
}

/** How long an answer counts as fresh, ms. Live answers are kept right by events. */
export const staleTimeOf = (endpoint: Endpoint) => endpoint.live ? LIVE_STALE_MS : PLAIN_STALE_MS;

/** The key of a call's answer. Lists by pages and single answers are cached apart. */
export function queryKey(kind: "list" | "read", endpoint: Endpoint, call: Input) {
  return [kind, `${endpoint.method} ${endpoint.path}`, call.params ?? {}, call.query ?? {}] as const;
}

/** Fetches every cached answer of an endpoint again; those on screen at once. */
export function refresh(endpoint: Endpoint): Promise<void> {
  return queryClient.invalidateQueries({ predicate: (query) => factsOf(query)?.endpoint === endpoint });
}

/** The `meta` of a query. */
export const factsFor = (endpoint: Endpoint, call: object, keep: boolean): QueryFacts => ({
  endpoint,
  call: call as Record<string, unknown>,
  keep,
});

/** The facts of a query made by `useList` or `useRead`. */
export function factsOf(query: Query): QueryFacts | undefined {
  return query.meta as QueryFacts | undefined;
}

const waiting = new Map<string, Query>();
let timer: ReturnType<typeof setTimeout> | undefined;

function save() {
  timer = undefined;
  for (const query of waiting.values()) {
    // Forgotten meanwhile.
    if (queryClient.getQueryCache().get(query.queryHash) !== query) continue;
    const data = query.state.data;
    const row: SavedQuery = {
      hash: query.queryHash,
      key: query.queryKey as unknown[],
      data: isPages(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
      updatedAt: query.state.dataUpdatedAt,
    };
    void writeRow(row);
  }
  waiting.clear();
}

/** True where the server says that this is not there, or not for this person. */
/** True for the answer of a server that has no such thing, or not for this person. */
export const isGone = (error: unknown): boolean =>
  [403, 404].includes((error as { status?: number } | null)?.status ?? 0);

queryClient.getQueryCache().subscribe(({ type, query }) => {
  // What one may not have any more does not stay on the device either.
  if (type === "updated" && isGone(query.state.error) && factsOf(query)?.keep) {
    waiting.delete(query.queryHash);
    void dropRow(query.queryHash);
  }
  if (type !== "updated" || query.state.status !== "success" || query.state.data === undefined) return;
  // An old answer keeps its row and the time at which the server gave it.
  if (!factsOf(query)?.keep || fromDevice(query.queryKey)) return;
  waiting.set(query.queryHash, query);
  timer ??= setTimeout(save, SAVE_AFTER_MS);
});

/**
 * Puts the lists and single answers that the device kept into memory before the first screen. They count as stale and are
 * fetched when used. Conversations and searches are not among them: they are read when somebody opens them.
 */
export async function restoreQueries(): Promise<void> {
  for (const row of await readRows()) {
    if (queryClient.getQueryData(row.key) !== undefined) continue;
    queryClient.setQueryData(row.key, row.data, { updatedAt: row.updatedAt });
    queryClient.getQueryCache().find({ queryKey: row.key, exact: true })?.invalidate();
  }
}
