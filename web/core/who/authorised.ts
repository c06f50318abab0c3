// Sending with the session's token: for the app's door to the API (`api.ts`) and for the service worker. Knows no contract and no
// screen. An expired token is refreshed once; a token that is no longer good ends the session.
import { noteServerTime } from "../clock.ts";
import { ApiError } from "../../../api/contract/api-error.ts";
import { APP_CONTRACT } from "../../../api/contract/app-version.ts";
import { looks } from "./support-token.ts";
import { readToken, reloadToken, writeToken } from "./token.ts";
import { ownerOf } from "./token-owner.ts";
import { type Progress, sendWithProgress } from "./upload.ts";

/** The client's own code for an API that cannot be reached; it has a text like the server's codes. */
const UNREACHABLE = "ERR_UNREACHABLE";
const REFRESH = "/api/auth/refresh_token";

type Ending = "signed-out" | "expired" | "too-old";
const listeners = new Set<(ending: Ending) => void>();

/** Told when the session ended (`signed-out`), the company's subscription did (`expired`), or the server no longer
 * understands this app (`too-old`). Answers a function that stops it. */
export function onEnding(listener: (ending: Ending) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const announce = (ending: Ending) => listeners.forEach((listener) => listener(ending));

/** The server no longer understands this app: nothing is sent until it is updated. */
export const onAppTooOld = (listener: () => void): () => void =>
  onEnding((ending) => ending === "too-old" && listener());

async function send(request: Request, onProgress?: Progress): Promise<Response> {
  try {
    const began = performance.now();
    const response = onProgress && globalThis.XMLHttpRequest
      ? await sendWithProgress(request, onProgress)
      : await fetch(request);
    // A cached answer has the date at which it was stored.
    if (/no-store/.test(response.headers.get("cache-control") ?? "")) {
      noteServerTime(response.headers.get("date"), performance.now() - began);
    }
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreachable();
  }
}

async function codeOf(response: Response): Promise<string> {
  try {
    return String((await response.clone().json()).error);
  } catch {
    return "";
  }
}

const unreachable = () => new ApiError(0, UNREACHABLE, { error: UNREACHABLE });

/**
 * A new token for the cookie. One refresh at a time in the whole browser; a tab that waited uses the other's result. Cookie and store
 * may belong to another person by now, whom another tab signed in: their token is left alone, and no request is sent with it.
 */
async function refresh(stale: string | null): Promise<string> {
  return await navigator.locks.request("recado.refresh", async () => {
    const now = await reloadToken();
    if (now && ownerOf(now) !== ownerOf(stale)) throw unreachable();
    if (now && now !== stale) return now;
    const response = await send(
      new Request(REFRESH, { method: "POST", headers: { "x-recado-app": `${APP_CONTRACT}` } }),
    );
    const code = response.ok ? "" : await codeOf(response);
    const answer = await response.json().catch(() => ({})) as { token?: unknown };
    if (response.ok && typeof answer.token === "string") {
      if (ownerOf(answer.token) !== ownerOf(stale)) throw unreachable();
      writeToken(answer.token);
      return answer.token;
    }
    // A portal's page in place of the API's answer says nothing about the session.
    if (!code || response.ok) throw unreachable();
    throw new ApiError(response.status, code, { error: code });
  });
}

/** Sends a request with the session's token. Throws ApiError with status 0 when the network is gone. */
export async function authorised(make: () => Request, onProgress?: Progress): Promise<Response> {
  const token = readToken();
  const withToken = (value: string | null) => {
    const request = make();
    request.headers.set("x-recado-app", `${APP_CONTRACT}`);
    if (value) request.headers.set("authorization", `Bearer ${value}`);
    return request;
  };
  let response = await send(withToken(token), onProgress);
  if (response.status === 403 && token && await codeOf(response) === "ERR_SESSION_EXPIRED") {
    // The hour of who looks into a company is over; nothing renews it.
    if (looks) return announce("signed-out"), response;
    try {
      response = await send(withToken(await refresh(token)), onProgress);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        announce(error.status === 426 ? "too-old" : "signed-out");
      }
      throw error;
    }
  }
  if (response.status === 401 && token) {
    const code = await codeOf(response);
    if (code === "ERR_INVALID_TOKEN" || code === "ERR_COMPANY_INACTIVE") announce("signed-out");
  }
  if (response.status === 402) announce("expired");
  if (response.status === 426) announce("too-old");
  return response;
}
