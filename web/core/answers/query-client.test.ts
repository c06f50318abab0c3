import { expect, test } from "vitest";
import { ApiError } from "../../../api/contract/api-error.ts";
import { readAnswer } from "../../../api/contract/client.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { askedToWait, isTransient } from "./query-client.ts";

test("a call is tried again after the time a server asks to wait, and not after any other refusal", async () => {
  const answer = Response.json({ error: "ERR_TOO_MANY_REQUESTS" }, { status: 429, headers: { "retry-after": "7" } });
  const error = await readAnswer(queues.list, answer).catch((error) => error);
  expect(error).toBeInstanceOf(ApiError);
  expect(isTransient(error)).toBe(true);
  expect(askedToWait(error, () => 0)).toBe(7_000);
  const busy = new ApiError(503, "ERR_NOT_READY", { error: "ERR_NOT_READY", retryAfter: 7 });
  expect(askedToWait(busy)).toBe(null);
  expect(isTransient(new ApiError(403, "ERR_NO_PERMISSION", { error: "ERR_NO_PERMISSION" }))).toBe(false);
});

test("a call waits a minute at most when a server asks for more", () => {
  const error = new ApiError(429, "ERR_TOO_MANY_REQUESTS", { error: "ERR_TOO_MANY_REQUESTS", retryAfter: 9e9 });
  expect(askedToWait(error, () => 0)).toBe(60_000);
});
