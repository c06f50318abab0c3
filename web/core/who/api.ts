// The app's one door to the API: calls of the contract, with an idempotency key for each write. Must not know any screen.
import { v7 as uuid } from "uuid";
import { ApiError, buildRequest, readAnswer } from "../../../api/contract/client.ts";
import type { Answer, Call, Endpoint } from "../../../api/contract/endpoint.ts";
import { authorised, onEnding } from "./authorised.ts";
import type { Progress } from "./upload.ts";

export { ApiError, authorised };

export interface CallApiOptions {
  signal?: AbortSignal;
  /** The key of this write; the same key twice is one change. Made when left out. */
  idempotencyKey?: string;
  /** Called with 0–1 while a body is being sent. */
  onProgress?: Progress;
}

/** Told when the session ended (`signed-out`) or the company's subscription did (`expired`). */
export function onSessionEnd(listener: (ending: "signed-out" | "expired") => void): () => void {
  return onEnding((ending) => ending !== "too-old" && listener(ending));
}

/**
 * Calls an endpoint of the contract. Throws ApiError for every refusal, and with status 0 (`ERR_UNREACHABLE`) when the API
 * cannot be reached.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  call: Call<E> = {},
  options: CallApiOptions = {},
): Promise<Answer<E>> {
  const headers: Record<string, string> = endpoint.method === "GET"
    ? {}
    : { "idempotency-key": options.idempotencyKey ?? uuid() };
  const response = await authorised(
    () => buildRequest("", endpoint, call, { headers, signal: options.signal }),
    options.onProgress,
  );
  return await readAnswer(endpoint, response);
}

/** Fetches a stored file (`mediaUrl`, `profileImage`, …) with the session's token. */
export async function fetchMedia(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await authorised(() => new Request(path, { signal }));
  if (!response.ok) throw new ApiError(response.status, "ERR_NO_MEDIA_FOUND", { error: "ERR_NO_MEDIA_FOUND" });
  return await response.blob();
}

/** Fetches the file a call answers (`file` in its contract). Throws like `callApi`. */
export async function fetchFile<E extends Endpoint>(endpoint: E, call: Call<E> = {}): Promise<Blob> {
  const response = await authorised(() => buildRequest("", endpoint, call));
  if (!response.ok) await readAnswer(endpoint, response);
  return await response.blob();
}
