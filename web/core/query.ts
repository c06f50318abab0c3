// Three hooks serve every call of the contract: `useList` for paged answers, `useRead` for single ones, `useCall` for writes.
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { v7 as uuid } from "uuid";
import { ApiError } from "../../api/contract/client.ts";
import type { Answer, Call, Endpoint } from "../../api/contract/endpoint.ts";
import { toast } from "../ui/toast.tsx";
import { callApi } from "./api.ts";
import { errorText } from "./i18n/i18n.ts";
import { noteFetch } from "./live-queries.ts";
import { type QueryFacts, queryKey, refresh, staleTimeOf } from "./query-client.ts";
import { flatten, type Pages, type RecordOf } from "./records.ts";

interface ReadOptions {
  enabled?: boolean;
  /** False where the answer must not stay on the device. */
  keep?: boolean;
  /** Keeps showing the last answer while another search is on its way. */
  keepPrevious?: boolean;
}
type ReadCall<E extends Endpoint> = Pick<Call<E>, "params" | "query">;

const facts = (endpoint: Endpoint, call: object, keep = true): QueryFacts => ({
  endpoint,
  call: call as Record<string, unknown>,
  keep,
});

/** A single answer of the API, cached, kept on the device and live. */
export function useRead<E extends Endpoint>(endpoint: E, call: ReadCall<E> = {}, options: ReadOptions = {}) {
  return useQuery<Answer<E>, Error, Answer<E>, ReturnType<typeof queryKey>>({
    queryKey: queryKey("read", endpoint, call),
    queryFn: ({ signal, queryKey }) => {
      noteFetch(queryKey);
      return callApi<E>(endpoint, call as Call<E>, { signal });
    },
    staleTime: staleTimeOf(endpoint),
    enabled: options.enabled ?? true,
    meta: facts(endpoint, call, options.keep),
    placeholderData: options.keepPrevious ? (previous) => previous as never : undefined,
  });
}

/** A paged list: all records loaded so far, and `more()` for the next page. Live events change it in place. */
export function useList<E extends Endpoint>(endpoint: E, call: ReadCall<E> = {}, options: ReadOptions = {}) {
  const query = useInfiniteQuery({
    queryKey: queryKey("list", endpoint, call),
    queryFn: async ({ signal, pageParam, queryKey }) => {
      if (pageParam === 1) noteFetch(queryKey);
      const paged = { ...call, query: { ...(call.query as object | undefined), pageNumber: pageParam } };
      return await callApi<E>(endpoint, paged as Call<E>, { signal }) as unknown as Pages["pages"][number];
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => last.hasMore ? pages.length + 1 : undefined,
    staleTime: staleTimeOf(endpoint),
    enabled: options.enabled ?? true,
    meta: facts(endpoint, call, options.keep),
    placeholderData: options.keepPrevious ? (previous: Pages | undefined) => previous as never : undefined,
  });
  const data = query.data as Pages | undefined;
  const records = useMemo(() => (data ? flatten(data) : []) as RecordOf<E>[], [data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return {
    records,
    /** Pages as the server gave them, where the order across pages matters. */
    pages: data?.pages as Answer<E>[] | undefined,
    count: data?.pages[0]?.count ?? 0,
    countIsMinimum: data?.pages[0]?.countIsMinimum ?? false,
    hasMore: hasNextPage,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    isLoading: query.isPending && query.fetchStatus !== "idle",
    isFetchingMore: isFetchingNextPage,
    isRefreshing: query.isFetching && !isFetchingNextPage,
    isPlaceholder: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    updatedAt: query.dataUpdatedAt,
    refetch: () => query.refetch(),
  };
}

interface CallOptions<E extends Endpoint> {
  /** Codes the caller shows itself; `true` for all of them. */
  silent?: true | readonly string[];
  /** Answers that no event refreshes. */
  refresh?: readonly Endpoint[];
  onSuccess?: (answer: Answer<E>, call: Call<E>) => void;
  onError?: (error: unknown, call: Call<E>) => void;
}

/** Shows a refusal in words. */
export function toastError(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast.error(errorText(error));
}

/** A write. Refusals are shown as a toast in the reader's language unless `silent` takes them. */
export function useCall<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) {
  return useMutation<Answer<E>, Error, Call<E>>({
    mutationKey: [`${endpoint.method} ${endpoint.path}`],
    mutationFn: (call) => callApi<E>(endpoint, call, { idempotencyKey: uuid() }),
    onSuccess: (answer, call) => {
      for (const stale of options.refresh ?? []) void refresh(stale);
      options.onSuccess?.(answer, call);
    },
    onError: (error, call) => {
      const code = error instanceof ApiError ? error.code : "";
      if (options.silent !== true && !options.silent?.includes(code)) toastError(error);
      options.onError?.(error, call);
    },
  });
}
