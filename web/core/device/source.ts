// Answers from the device, which a screen shows before the server's, and instead of it when there is no network. Features register
// for each call of the contract how the device's records make its answer.
import type { Answer, Call, Endpoint } from "../../../api/contract/endpoint.ts";
import { serverNow } from "../clock.ts";
import { painted } from "../page/painted.ts";
import { callApi } from "../who/api.ts";
import type { Brought } from "./kept.ts";
import { anyMarks, dropMark, type FromDevice, fromDevice, mark, noteMade, unmark } from "../answers/marks.ts";
import { askedToWait, factsFor, isTransient, queryClient, queryKey } from "../answers/query-client.ts";
import { isPages, type Page, type Pages } from "../store/records.ts";

export interface DeviceAnswer<A> extends FromDevice {
  answer: A;
}
type Asked = Record<string, unknown>;
interface Source {
  read: (call: Asked) => Promise<DeviceAnswer<unknown> | null>;
  brings?: (call: Asked, answer: unknown) => Brought;
}
const sources = new Map<Endpoint, Source>();

/**
 * Registers how the device answers a call, and which records a server's answer brings to it. `read` answers null where the device
 * has no records. Called from a feature's `startup.ts`.
 */
export function deviceSource<E extends Endpoint>(
  endpoint: E,
  read: (call: Pick<Call<E>, "params" | "query">) => Promise<DeviceAnswer<Answer<E>> | null>,
  brings?: (call: Pick<Call<E>, "params" | "query">, answer: Answer<E>) => Brought,
): void {
  sources.set(endpoint, { read, brings } as unknown as Source);
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
 * Asks the server; meanwhile, when nothing is shown yet, the device's answer is shown. Without a network, or with a server that is
 * not well, the device's answer is the answer: the whole one, or what was shown before when the device knows only a part. Such
 * answers are marked and asked for again. `page` is the page of a list.
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
  const shows = cached(key, page) !== undefined;
  if ((page ?? 1) === 1 && !shows) {
    void read(endpoint, call).then((known) => {
      if (!known || answered || queryClient.getQueryData(key) !== undefined) return;
      early = true;
      if (known.partial) noteMade(key);
      // Without a network no other answer will come, so the device's is marked at once, not when the request has failed.
      if (navigator.onLine === false) markOld(key, known);
      queryClient.setQueryData(key, asData(known.answer, page), { updatedAt: known.at });
    });
  }
  try {
    // What is only asked for again does not keep the screen from showing what it has.
    if (shows) await painted();
    const answer = await ask();
    // A later page does not make the first one fresh.
    if ((page ?? 1) === 1) unmark(key);
    const brought = sources.get(endpoint)?.brings?.(call, answer);
    if (brought && (page ?? 1) === 1) bring(brought, began);
    return answer;
  } catch (error) {
    // The request was cancelled because the screen was left: the device's answer stays and is still not the server's.
    if (early && (error as Error).name === "AbortError") {
      void queryClient.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false });
    }
    if (!isTransient(error)) throw error;
    const known = await read(endpoint, call);
    const shown = cached(key, page);
    const wait = askedToWait(error) ?? 0;
    if (known && (!known.partial || shown === undefined)) {
      if (known.partial) noteMade(key);
      markOld(key, known, wait);
      return known.answer as A;
    }
    if (shown === undefined) throw error;
    const before = queryClient.getQueryState(key)?.dataUpdatedAt ?? began;
    const at = early && known ? known.at : before + serverNow() - Date.now();
    markOld(key, { at: fromDevice(key)?.at ?? at, partial: true }, wait);
    return shown as A;
  } finally {
    answered = true;
  }
}

const SOON_MS = 2_000;
const AGAIN_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let due = 0;
let tries = 0;

function markOld(key: readonly unknown[], { at, partial }: FromDevice, wait = 0) {
  if (!anyMarks()) tries = 0;
  mark(key, { at, partial });
  again(wait);
}

/** A request may fail while all else goes on: marked answers are asked for again, soon at first, and no sooner than the server asks. */
function again(wait = 0) {
  if (timer !== undefined && Date.now() + wait <= due) return;
  clearTimeout(timer);
  const pause = Math.max(wait, tries++ === 0 ? SOON_MS : AGAIN_MS);
  due = Date.now() + pause;
  timer = setTimeout(() => {
    timer = undefined;
    if (navigator.onLine !== false) refreshFromDevice();
    else if (anyMarks()) again();
  }, pause);
}

/** Fetches the device's answers anew when the network is back, those on screen first. */
export function refreshFromDevice(): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!fromDevice(query.queryKey)) continue;
    if (query.getObserversCount() === 0) dropMark(query.queryKey);
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

let bring: (brought: Brought, since: number) => void = () => {};
/** Sets the function that stores the records of an answer, in this tab or the leading one. */
export function bringTo(keep: (brought: Brought, since: number) => void): void {
  bring = keep;
}

/**
 * Puts the device's answer into memory, so that a screen opens with it in the same frame. Does nothing where one is there. The server
 * is asked all the same once a screen uses it: an event that was heard already may not have been written when the device was read.
 */
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
  query.invalidate();
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
    const key = queryKey("read", endpoint, {});
    if (queryClient.getQueryData(key) !== undefined) continue;
    await queryClient.prefetchQuery({
      queryKey: key,
      queryFn: () => callApi(endpoint, {}, { signal }),
      meta: factsFor(endpoint, {}, true),
      staleTime: Infinity,
    });
  }
}
