// How often a person, and a company, may call in a minute, by what the call costs (docs/product/api.md#limits). Counted in this
// process, without the database: with several processes each counts its own.
import { getQueryParam } from "hono/utils/url";
import type { Endpoint } from "../../contract/endpoint.ts";
import { refuse } from "../../contract/errors.ts";
import { COMPANY_SHARE } from "../../contract/limits.ts";
import type { Env } from "../env.ts";
import { type Left, take } from "./rate-limit.ts";

export type CallClass = "reads" | "writes" | "searches" | "exports" | "uploads";
/** Calls of each class that one person may make in a minute. */
export type CallLimits = Record<CallClass, number>;
let limits: CallLimits | null = null;

/** Sets once at start how often people may call; nothing is counted before. */
export function setUpCallLimits(env: Pick<Env, "CALL_LIMITS"> | null): void {
  limits = env && env.CALL_LIMITS;
}

/** What a call costs: a form counts as an upload, a list that is searched as a search. */
export function classOf(e: Endpoint, request: Request): CallClass {
  if (e.file) return "exports";
  if (e.bytes || e.upload && request.headers.get("content-type")?.toLowerCase().startsWith("multipart/")) {
    return "uploads";
  }
  if (e.method !== "GET") return "writes";
  const search = getQueryParam(request.url, "searchParam") as string | undefined;
  return search?.trim() ? "searches" : "reads";
}

/**
 * Counts a call of a person, a key or a connection's token, and of its company; answers what is left, and says it to `told` before it
 * refuses ERR_TOO_MANY_REQUESTS with the seconds after which it may be tried again.
 */
export function countCall(
  e: Endpoint,
  request: Request,
  who: { companyId: number; person: string },
  told: (left: Left) => void,
): Left | null {
  if (!limits) return null;
  const name = classOf(e, request);
  const own = take(`${name}:${who.person}`, limits[name]);
  const all = own.ok ? take(`${name}:company:${who.companyId}`, limits[name] * COMPANY_SHARE) : own;
  const left = own.remaining <= all.remaining ? own : all;
  told(left);
  if (!own.ok || !all.ok) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: left.next });
  return left;
}

/** Says in an answer's headers what is left. */
export function tellLeft(left: Left, headers: Headers): void {
  headers.set("ratelimit-limit", String(left.limit));
  headers.set("ratelimit-remaining", String(left.remaining));
  headers.set("ratelimit-reset", String(left.reset));
}
