// The one door to the API. Adds the token and the idempotency key, refreshes an expired session once, and tells the session
// when it is over. Must not know any screen.
import { v7 as uuid } from "uuid";
import { ApiError, buildRequest, readAnswer } from "../../api/contract/client.ts";
import type { Answer, Call, Endpoint } from "../../api/contract/endpoint.ts";
import { session } from "../../api/features/session/contract.ts";
import { readToken, reloadToken, writeToken } from "./token.ts";
import { type Progress, sendWithProgress } from "./upload.ts";

export { ApiError };

export interface CallApiOptions {
  signal?: AbortSignal;
  /** The key of this write; the same key twice is one change. Made when left out. */
  idempotencyKey?: string;
  /** Called with 0–1 while a body is being sent. */
  onProgress?: Progress;
}

/** The client's own code for an API that cannot be reached; it has a text like the server's codes. */
export const UNREACHABLE = "ERR_UNREACHABLE";

type Ending = "signed-out" | "expired";
const listeners = new Set<(ending: Ending) => void>();

/** Told when the session ended (`signed-out`) or the company's subscription did (`expired`). */
export function onSessionEnd(listener: (ending: Ending) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const announce = (ending: Ending) => listeners.forEach((listener) => listener(ending));

async function send(request: Request, onProgress?: Progress): Promise<Response> {
  try {
    return onProgress ? await sendWithProgress(request, onProgress) : await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiError(0, UNREACHABLE, { error: UNREACHABLE });
  }
}

async function codeOf(response: Response): Promise<string> {
  try {
    return String((await response.clone().json()).error);
  } catch {
    return "";
  }
}

/** A new token for the cookie. One refresh at a time in the whole browser; a tab that waited takes the other's result. */
async function refresh(stale: string | null): Promise<string> {
  return await navigator.locks.request("recado.refresh", async () => {
    const now = reloadToken();
    if (now && now !== stale) return now;
    const response = await send(buildRequest("", session.refresh, {}));
    const { token } = await readAnswer(session.refresh, response);
    writeToken(token);
    return token;
  });
}

/**
 * Sends a request with the session's token. An expired token is refreshed once and the request repeated; a token that is no
 * longer good ends the session. Throws ApiError with status 0 when the network is gone.
 */
export async function authorised(make: () => Request, onProgress?: Progress): Promise<Response> {
  const token = readToken();
  const withToken = (value: string | null) => {
    const request = make();
    if (value) request.headers.set("authorization", `Bearer ${value}`);
    return request;
  };
  let response = await send(withToken(token), onProgress);
  if (response.status === 403 && token && await codeOf(response) === "ERR_SESSION_EXPIRED") {
    try {
      response = await send(withToken(await refresh(token)), onProgress);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        announce("signed-out");
      }
      throw error;
    }
  }
  if (response.status === 401 && token) {
    const code = await codeOf(response);
    if (code === "ERR_INVALID_TOKEN" || code === "ERR_COMPANY_INACTIVE") announce("signed-out");
  }
  if (response.status === 402) announce("expired");
  return response;
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
