import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../api/contract/api-error.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { deviceSource, fromDevice, withDevice } from "./source.ts";
import { queryClient, queryKey } from "../answers/query-client.ts";

const endpoint = queues.list;
const key = queryKey("read", endpoint, {});
deviceSource(endpoint, () => Promise.resolve({ answer: [], at: Date.now(), partial: true }));
afterEach(() => queryClient.clear());

/** A screen that asks, and what its request becomes. */
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

test("without a network the device's answer is the answer, and is marked", async () => {
  const leave = look(() => Promise.reject(new ApiError(0, "ERR_UNREACHABLE", { error: "ERR_UNREACHABLE" })));
  await expect.poll(() => queryClient.getQueryData(key)).toEqual([]);
  await expect.poll(() => fromDevice(key)?.partial).toBe(true);
  leave();
});

test.each(["at once", "later"])(
  "who left before the server answered and comes back %s asks it again: the device's answer does not pass for the server's",
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
