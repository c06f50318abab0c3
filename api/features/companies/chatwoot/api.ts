// Chatwoot's public API, read only: one question after the other, and again where it is busy.
import { guardedFetch } from "../../../core/outside/egress.ts";

export type Json = Record<string, unknown>;
/** Asks a path below the account, `contacts?page=2`; answers its JSON. */
export type Ask = (path: string) => Promise<Json>;

const TIMEOUT_MS = 60_000;
const TRIES = 8;
const FIRST_WAIT_MS = 1000;
/** Longer than that a server's wish to wait is not granted. */
const MAX_WAIT_MS = 60_000;
const BUSY = [429, 500, 502, 503, 504];

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

/** The API of an account. Each answer throws with what to do where the token opens nothing, and after eight tries where nobody answers. */
export function askChatwoot(
  { base, id }: Account,
  token: string,
  pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
): Ask {
  const ask = guardedFetch({ origins: [new URL(base).origin], allow: [] });
  const headers = { api_access_token: token, accept: "application/json" };
  return async (path) => {
    for (let tried = 1;; tried++) {
      const answer = await ask(`${base}/api/v1/accounts/${id}${path ? `/${path}` : ""}`, {
        ...{ headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) },
      }).catch((error) => error as Error);
      if (answer instanceof Response && answer.ok) return await jsonOf(answer, path);
      const why = answer instanceof Response ? String(answer.status) : "nothing";
      const wait = answer instanceof Response ? Number(answer.headers.get("retry-after")) * 1000 : 0;
      if (answer instanceof Response) await answer.body?.cancel();
      if (why === "401" || why === "403") {
        throw new Error(`Chatwoot answers ${why}: the token has to be that of an administrator of account ${id}.`);
      }
      if (answer instanceof Response && !BUSY.includes(answer.status) || tried === TRIES) {
        throw new Error(`Chatwoot answers ${why} to ${path.split("?")[0] || "the account"}.`);
      }
      await pause(Math.min(MAX_WAIT_MS, wait || FIRST_WAIT_MS * 2 ** (tried - 1)));
    }
  };
}
async function jsonOf(answer: Response, path: string): Promise<Json> {
  const said: unknown = await answer.json().catch(() => null);
  // Lists come in `payload`, or as they are.
  if (Array.isArray(said)) return { payload: said };
  if (typeof said === "object" && said !== null) return said as Json;
  throw new Error(`Chatwoot answers no JSON to ${path.split("?")[0] || "the account"}.`);
}
