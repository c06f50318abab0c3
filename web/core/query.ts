// Three hooks serve every call of the contract: `useList` for paged answers, `useRead` for single ones, `useCall` for writes.
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { v7 as uuid } from "uuid";
import { ApiError } from "../../api/contract/client.ts";
import type { Answer, Call, Endpoint } from "../../api/contract/endpoint.ts";
import { toast } from "../ui/toast.tsx";
import { callApi } from "./who/api.ts";
import { currentMe } from "./who/me.ts";
import { errorText } from "./words/i18n/i18n.ts";
import { withDevice } from "./device/source.ts";
import { noteFetch, withAnswer } from "./events/queries.ts";
import { type FromDevice, fromDevice, isMade } from "./answers/marks.ts";
import { factsFor, queryKey, refresh, staleTimeOf } from "./answers/query-client.ts";
import { flatten, type Pages, type RecordOf } from "./store/records.ts";

interface ReadOptions {
  enabled?: boolean;
  /** False where the answer needs no row of its own on the device: a search, or what is kept as a record. */
  keep?: boolean;
  /** Keeps showing the last answer while another search is on its way. */
  keepPrevious?: boolean;
}
type ReadCall<E extends Endpoint> = Pick<Call<E>, "params" | "query">;

/** A single answer of the API, cached, kept on the device and live; `fromDevice` where the server could not be asked. */
export function useRead<E extends Endpoint>(endpoint: E, call: ReadCall<E> = {}, options: ReadOptions = {}) {
  const key = queryKey("read", endpoint, call);
  const query = useQuery<Answer<E>, Error, Answer<E>, ReturnType<typeof queryKey>>({
    queryKey: key,
    queryFn: ({ signal, queryKey }) => {
      noteFetch(queryKey);
      const ask = () => callApi<E>(endpoint, call as Call<E>, { signal });
      return withDevice(endpoint, call as Record<string, unknown>, queryKey, undefined, ask);
    },
    staleTime: staleTimeOf(endpoint),
    enabled: options.enabled ?? true,
    meta: factsFor(endpoint, call, options.keep ?? true),
    placeholderData: options.keepPrevious ? (previous) => previous as never : undefined,
  });
  // The query is the prototype, because it notes which of its parts a component reads and draws the component again for those only.
  return Object.create(query, {
    fromDevice: { get: () => query.dataUpdatedAt > 0 ? fromDevice(key) : undefined },
  }) as typeof query & { readonly fromDevice: FromDevice | undefined };
}

/** A page: its number, and its beginning if the page before told it. */
type PageParam = number | { page: number; after: string };
/** A paged list: all records loaded so far, and `more()` for the next page. Live events change it in place. */
export function useList<E extends Endpoint>(endpoint: E, call: ReadCall<E> = {}, options: ReadOptions = {}) {
  const key = queryKey("list", endpoint, call);
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ signal, pageParam, queryKey }) => {
      const { page: pageNumber, after = undefined } = typeof pageParam === "number" ? { page: pageParam } : pageParam;
      if (pageNumber === 1) noteFetch(queryKey);
      const query = { ...(call.query as object | undefined), pageNumber, ...(after !== undefined && { after }) };
      const paged = { ...call, query };
      const ask = () => callApi<E>(endpoint, paged as Call<E>, { signal });
      return await withDevice(endpoint, paged, queryKey, pageNumber, ask) as unknown as Pages["pages"][number];
    },
    initialPageParam: 1 as PageParam,
    getNextPageParam: (last, pages): PageParam | undefined => {
      if (!last.hasMore) return undefined;
      const page = pages.length + 1;
      return last.next === undefined ? page : { page, after: last.next };
    },
    staleTime: staleTimeOf(endpoint),
    enabled: options.enabled ?? true,
    meta: factsFor(endpoint, call, options.keep ?? true),
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
    /** There are at least so many: the server counts no further, or only the device has counted. */
    countIsMinimum: (data?.pages[0]?.countIsMinimum ?? false) || isMade(key),
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
    /** Set when the answer is the device's, because the server could not be asked. */
    fromDevice: fromDevice(key),
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

/** A write outside of components, done once however often it is sent; the record it answers stands in the cached answers at once. */
export function write<E extends Endpoint>(endpoint: E, call: Call<E>): Promise<Answer<E>> {
  return withAnswer(endpoint, currentMe()?.companyId, () => callApi<E>(endpoint, call, { idempotencyKey: uuid() }));
}

/** A write. Refusals are shown as a toast in the reader's language unless `silent` takes them. */
export function useCall<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) {
  return useMutation<Answer<E>, Error, Call<E>>({
    mutationKey: [`${endpoint.method} ${endpoint.path}`],
    mutationFn: (call) => write(endpoint, call),
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
