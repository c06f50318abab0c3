// Answers from the device: what a screen shows before the network answers, and instead of it when there is none. Features say
// per call of the contract how its answer is made from what is kept.
import type { Answer, Call, Endpoint } from "../../../api/contract/endpoint.ts";
import { callApi } from "../who/api.ts";
import type { Brought } from "./kept.ts";
import { factsFor, queryClient, queryKey } from "../answers/query-client.ts";
import { isPages, type Page, type Pages } from "../store/records.ts";

/** Where an answer comes from when it is not the server's. */
export interface FromDevice {
  /** As of when, ms. */
  at: number;
  /** True where the server would know more. */
  partial: boolean;
}
export interface DeviceAnswer<A> extends FromDevice {
  answer: A;
}
type Asked = Record<string, unknown>;
interface Source {
  read: (call: Asked) => Promise<DeviceAnswer<unknown> | null>;
  brings?: (call: Asked, answer: unknown) => Brought;
}
const sources = new Map<Endpoint, Source>();
const marks = new Map<string, FromDevice>();
const hashOf = (key: readonly unknown[]) => JSON.stringify(key);

/**
 * Registers how a call is answered from the device, and what a server's answer brings to it. `read` answers null where the
 * device knows nothing. Called from a feature's `startup.ts`.
 */
export function deviceSource<E extends Endpoint>(
  endpoint: E,
  read: (call: Pick<Call<E>, "params" | "query">) => Promise<DeviceAnswer<Answer<E>> | null>,
  brings?: (call: Pick<Call<E>, "params" | "query">, answer: Answer<E>) => Brought,
): void {
  sources.set(endpoint, { read, brings } as unknown as Source);
}

/** What the answer under a key is, when it is not the server's. */
export const fromDevice = (key: readonly unknown[]): FromDevice | undefined => marks.get(hashOf(key));

/** No network, or nobody behind it: not a refusal, and nothing the server said. */
function isGone(error: unknown): boolean {
  const status = (error as { status?: number }).status;
  return status === 0 || status === 502 || status === 503 || status === 504;
}

/** The page or record that is cached under a key. */
function cached(key: readonly unknown[], page: number | undefined): unknown {
  const data = queryClient.getQueryData(key);
  return page === undefined ? data : isPages(data) ? data.pages[page - 1] : undefined;
}
const asData = (answer: unknown, page: number | undefined): unknown =>
  page === undefined ? answer : { pages: [answer as Page], pageParams: [page] } satisfies Pages;

async function read(endpoint: Endpoint, call: Asked): Promise<DeviceAnswer<unknown> | null> {
  return await sources.get(endpoint)?.read(call).catch(() => null) ?? null;
}

/**
 * Asks the server; meanwhile, when nothing is shown yet, the device's answer is shown. Without a network the device's answer
 * is the answer: the whole one, or what was shown before when the device knows only a part. `page` is the page of a list.
 */
export async function withDevice<A>(
  endpoint: Endpoint,
  call: Asked,
  key: readonly unknown[],
  page: number | undefined,
  ask: () => Promise<A>,
): Promise<A> {
  const began = Date.now();
  let answered = false;
  let early = false;
  if ((page ?? 1) === 1 && cached(key, page) === undefined) {
    void read(endpoint, call).then((known) => {
      if (!known || answered || queryClient.getQueryData(key) !== undefined) return;
      early = true;
      // Without a network nothing else will come: said at once, not when the request has failed.
      if (navigator.onLine === false) mark(key, known);
      queryClient.setQueryData(key, asData(known.answer, page), { updatedAt: known.at });
    });
  }
  try {
    const answer = await ask();
    marks.delete(hashOf(key));
    const brought = sources.get(endpoint)?.brings?.(call, answer);
    if (brought && (page ?? 1) === 1) bring(brought, began);
    return answer;
  } catch (error) {
    // Broken off, because nobody looked any more: what the device said stays, and was never held against the server's.
    if (early && (error as Error).name === "AbortError") {
      void queryClient.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false });
    }
    if (!isGone(error)) throw error;
    const known = await read(endpoint, call);
    const shown = cached(key, page);
    const before = shown === undefined ? undefined : queryClient.getQueryState(key)?.dataUpdatedAt;
    if (known && (!known.partial || shown === undefined)) mark(key, known);
    else if (shown !== undefined) mark(key, { at: fromDevice(key)?.at ?? before ?? began, partial: true });
    else throw error;
    return (known && (!known.partial || shown === undefined) ? known.answer : shown) as A;
  } finally {
    answered = true;
  }
}

function mark(key: readonly unknown[], { at, partial }: FromDevice) {
  marks.set(hashOf(key), { at, partial });
  again();
}

const AGAIN_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
/** A request may be lost while the stream goes on: answers from the device are asked for again after a while. */
function again() {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (navigator.onLine) refreshFromDevice();
    else if (marks.size > 0) again();
  }, AGAIN_MS);
}

/** The network is back: what came from the device is fetched, what is on screen first. */
export function refreshFromDevice(): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!marks.has(hashOf(query.queryKey))) continue;
    if (query.getObserversCount() === 0) marks.delete(hashOf(query.queryKey));
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

let bring: (brought: Brought, since: number) => void = () => {};
/** Says who keeps what an answer brought: this tab, or the one that leads. */
export function bringTo(keep: (brought: Brought, since: number) => void): void {
  bring = keep;
}

/** Puts the device's answer into memory, so that a screen opens with it in the same frame. Does nothing where one is there. */
export async function warm<E extends Endpoint>(
  kind: "list" | "read",
  endpoint: E,
  call: Pick<Call<E>, "params" | "query">,
): Promise<void> {
  const key = queryKey(kind, endpoint, call);
  if (queryClient.getQueryData(key) !== undefined) return;
  const known = await read(endpoint, call as Asked);
  if (!known || queryClient.getQueryData(key) !== undefined) return;
  // With its facts, so that live events keep it right until it is shown.
  const options = { queryKey: key, meta: factsFor(endpoint, call, true) };
  const query = queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(options));
  query.setData(asData(known.answer, kind === "list" ? 1 : undefined), { updatedAt: known.at, manual: true });
}

const small = new Set<Endpoint>();
/** Registers small answers that many screens need (channels, queues): the device has them before somebody opens the screen. */
export function deviceAlways(...endpoints: Endpoint[]): void {
  endpoints.forEach((endpoint) => small.add(endpoint));
}
/** Fetches those that are not here yet. */
export async function fetchSmall(signal: AbortSignal): Promise<void> {
  for (const endpoint of small) {
    if (signal.aborted) return;
    await queryClient.prefetchQuery({
      queryKey: queryKey("read", endpoint, {}),
      queryFn: () => callApi(endpoint, {}, { signal }),
      meta: factsFor(endpoint, {}, true),
      staleTime: Infinity,
    });
  }
}
