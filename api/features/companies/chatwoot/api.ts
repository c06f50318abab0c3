// Chatwoot's public API, read only: one question after the other, and again where it is busy.
import { guardedFetch } from "../../../core/outside/egress.ts";

export type Json = Record<string, unknown>;
/** Asks a path below the account, `contacts?page=2`; answers its JSON. */
export type Ask = (path: string) => Promise<Json>;
/** Waits, ms. */
export type Pause = (ms: number) => Promise<void>;

const TRIES = 8;
const FIRST_WAIT_MS = 1000;
/** Longer than that a server's wish to wait is not granted. */
const MAX_WAIT_MS = 60_000;
const BUSY = [429, 500, 502, 503, 504];
/** What our own door says of an address that it never opens, and the runtime of one that is none. */
const NEVER = /^refused|Invalid URL/;
const ANSWER_MS = 60_000;
const pauseReally: Pause = (ms) => new Promise((done) => setTimeout(done, ms));

export interface Account {
  /** `https://host`, with the path where Chatwoot is not at the top. */
  base: string;
  id: string;
}
/** The account of an address as it stands in the browser, `https://host/app/accounts/3/dashboard`. Throws for any other. */
export function accountOf(address: string): Account {
  const url = URL.parse(address);
  const found = /^(.*?)(?:\/app|\/api\/v1)?\/accounts\/(\d+)(?:\/|$)/.exec(url?.pathname ?? "");
  if (!url || !/^https?:$/.test(url.protocol) || !found) {
    throw new Error("The address is that of an account, as the browser shows it: https://host/app/accounts/1.");
  }
  return { base: url.origin + found[1]!, id: found[2]! };
}
/** The API's times are seconds since 1970. */
export const momentOf = (seconds: unknown): Date | null =>
  typeof seconds === "number" && seconds > 0 ? new Date(seconds * 1000) : null;

/**
 * Asks Chatwoot, or the store that it sends on to, up to eight times where nobody answers or it is busy. Null where nobody ever answered.
 * Addresses inside stay closed to whatever but Chatwoot itself is named.
 */
export function patiently(base: string, pause = pauseReally) {
  const ask = guardedFetch({ origins: [new URL(base).origin], allow: [] });
  return async (url: string, timeoutMs: number, init: RequestInit = {}): Promise<Response | null> => {
    for (let tried = 1;; tried++) {
      const got = await ask(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch((error) => error as Error);
      const answer = got instanceof Response ? got : null;
      const final = answer ? !BUSY.includes(answer.status) : NEVER.test((got as Error).message);
      if (final || tried === TRIES) return answer;
      const wished = Number(answer?.headers.get("retry-after")) * 1000;
      await answer?.body?.cancel();
      await pause(Math.min(MAX_WAIT_MS, wished || FIRST_WAIT_MS * 2 ** (tried - 1)));
    }
  };
}

/** The API of an account. An answer that is none throws, with what to do where the token opens nothing. */
export function askChatwoot({ base, id }: Account, token: string, pause?: Pause): Ask {
  const ask = patiently(base, pause);
  const init: RequestInit = { headers: { api_access_token: token, accept: "application/json" }, redirect: "manual" };
  return async (path) => {
    const answer = await ask(`${base}/api/v1/accounts/${id}${path ? `/${path}` : ""}`, ANSWER_MS, init);
    if (answer?.ok) return await jsonOf(answer, path);
    await answer?.body?.cancel();
    if (answer && [401, 403].includes(answer.status)) {
      throw new Error(
        `Chatwoot answers ${answer.status}: the token has to be that of an administrator of account ${id}.`,
      );
    }
    throw new Error(`Chatwoot answers ${answer?.status ?? "nothing"} to ${nameOf(path)}.`);
  };
}
const nameOf = (path: string) => path.split("?")[0] || "the account";
async function jsonOf(answer: Response, path: string): Promise<Json> {
  const said: unknown = await answer.json().catch(() => null);
  // Lists come in `payload`, or as they are.
  if (Array.isArray(said)) return { payload: said };
  if (typeof said === "object" && said !== null) return said as Json;
  throw new Error(`Chatwoot answers no JSON to ${nameOf(path)}.`);
}
