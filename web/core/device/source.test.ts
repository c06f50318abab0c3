import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../api/contract/api-error.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { fromDevice, isMade } from "../answers/marks.ts";
import { deviceSource, warm, withDevice } from "./source.ts";
import { queryClient, queryKey } from "../answers/query-client.ts";

const endpoint = queues.list;
const key = queryKey("read", endpoint, {});
deviceSource(endpoint, () => Promise.resolve({ answer: [], at: Date.now(), partial: true }));
afterEach(() => queryClient.clear());

/** A screen that asks, and the outcome of its request. */
function look(ask: (signal: AbortSignal) => Promise<unknown>): () => void {
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    staleTime: 60_000,
    queryFn: ({ signal }) => withDevice(endpoint, {}, key, undefined, () => ask(signal)),
  });
  return observer.subscribe(() => {});
}
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(new DOMException("left", "AbortError")))
  );

test("the device's answer is used and marked when there is no network", async () => {
  const leave = look(() => Promise.reject(new ApiError(0, "ERR_UNREACHABLE", { error: "ERR_UNREACHABLE" })));
  await expect.poll(() => queryClient.getQueryData(key)).toEqual([]);
  await expect.poll(() => fromDevice(key)?.partial).toBe(true);
  leave();
});

test.each(["at once", "later"])(
  "a screen that was left before the server answered and comes back %s asks again: the device's answer does not pass for the server's",
  async (when) => {
    const leave = look(never);
    await expect.poll(() => queryClient.getQueryData(key)).toEqual([]);
    leave();
    if (when === "later") await new Promise((resolve) => setTimeout(resolve, 20));
    const again = look(() => Promise.resolve(["the server's"]));
    await expect.poll(() => queryClient.getQueryData(key)).toEqual(["the server's"]);
    again();
  },
);

test("an answer that was put into memory beforehand is shown at once, and the server is asked when a screen uses it", async () => {
  await warm("read", endpoint, {});
  expect(queryClient.getQueryData(key)).toEqual([]);
  const leave = look(() => Promise.resolve(["with what was heard and not yet written"]));
  await expect.poll(() => queryClient.getQueryData(key)).toEqual(["with what was heard and not yet written"]);
  leave();
});

/** The requests of a paged list's screen: its first page, then the next. */
const pageOf = (number: number) => queryKey("list", endpoint, { query: { searchParam: `page ${number}` } });
const ill = (status: number) => Promise.reject(new ApiError(status, "ERR_INTERNAL", { error: "ERR_INTERNAL" }));

test.each([500, 503, 0, 429])(
  "an answer that is cached stays and is marked with its time when the server answers %s, until it answers again",
  async (status) => {
    const call = { query: { searchParam: `cached ${status}` } };
    const cachedKey = queryKey("read", endpoint, call);
    const before = Date.now() - 3_600_000;
    queryClient.setQueryData(cachedKey, ["of an hour ago"], { updatedAt: before });
    const kept = await withDevice(endpoint, call, cachedKey, undefined, () => ill(status));
    expect(kept).toEqual(["of an hour ago"]);
    expect(fromDevice(cachedKey)?.at).toBe(before);
    // The second failure is no younger answer.
    queryClient.setQueryData(cachedKey, kept);
    await withDevice(endpoint, call, cachedKey, undefined, () => ill(status));
    expect(fromDevice(cachedKey)?.at).toBe(before);
    await withDevice(endpoint, call, cachedKey, undefined, () => Promise.resolve([]));
    expect(fromDevice(cachedKey)).toBeUndefined();
  },
);

test("a refusal is thrown and not replaced by the device's answer", async () => {
  queryClient.setQueryData(key, ["cached"]);
  await expect(withDevice(endpoint, {}, key, undefined, () => ill(403))).rejects.toThrow();
  expect(fromDevice(key)).toBeUndefined();
});

test("a list that the device made counts the device's records until the server has answered", async () => {
  const listKey = pageOf(1);
  await withDevice(endpoint, {}, listKey, 1, () => ill(500));
  expect(isMade(listKey)).toBe(true);
  await withDevice(endpoint, {}, listKey, 1, () => Promise.resolve({ hasMore: false, count: 31 }));
  expect(isMade(listKey)).toBe(false);
});

test("the first page stays marked as old when a later page comes", async () => {
  const listKey = pageOf(2);
  queryClient.setQueryData(listKey, { pages: [{ hasMore: true, count: 31 }], pageParams: [1] });
  await withDevice(endpoint, {}, listKey, 1, () => ill(500));
  await withDevice(endpoint, {}, listKey, 2, () => Promise.resolve({ hasMore: false, count: 31 }));
  expect(fromDevice(listKey)).toBeDefined();
});

test("an old answer is fetched again without a call", async () => {
  let asked = 0;
  const leave = look(() => asked++ === 0 ? ill(500) : Promise.resolve(["new"]));
  await expect.poll(() => queryClient.getQueryData(key)).toEqual(["new"]);
  expect(fromDevice(key)).toBeUndefined();
  leave();
});
