// Turns whatever was thrown into an answer. Expected refusals are values of the catalogue; the rest is a bug and is logged.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, errors, Refusal } from "../../contract/errors.ts";
import { sentences } from "../../contract/words/sentences.ts";
import { log } from "../log.ts";
import { type SecurityEvent, securityEvent } from "../access/security-events.ts";

/** PostgreSQL refusing a value is the caller's mistake, never ours. */
const byState: Record<string, ErrorCode> = {
  "22P05": "ERR_VALIDATION",
  "22021": "ERR_VALIDATION",
  "22003": "ERR_VALIDATION",
  "22023": "ERR_VALIDATION",
  "22P02": "ERR_VALIDATION",
  "22008": "ERR_VALIDATION",
  "22009": "ERR_VALIDATION",
  "22007": "ERR_VALIDATION",
  "54000": "ERR_VALIDATION",
  "54001": "ERR_VALIDATION",
  "23503": "ERR_IN_USE",
  "23505": "ERR_ALREADY_IN_STATE",
  "23514": "ERR_VALIDATION",
};
const unavailable = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "25006",
  "53100",
]);

/** The refusal that an error stands for, or null when it is a bug. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException) {
    return new Refusal(error.status === 413 ? "ERR_BODY_TOO_LARGE" : "ERR_BAD_REQUEST");
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return null;
  if (unavailable.has(code)) return new Refusal("ERR_NOT_READY");
  return byState[code] ? new Refusal(byState[code]) : null;
}

/** True for the failures that a second try of the same transaction cures. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40P01" || code === "40001";
}

/** Refusals that an operator may want to look at. A sign-in's are told where it is known whose account it was. */
const watched: Partial<Record<ErrorCode, SecurityEvent>> = {
  ERR_INVALID_TOKEN: "refused",
  ERR_NO_PERMISSION: "refused",
  ERR_CROSS_SITE: "refused",
  ERR_VALIDATION: "input",
  ERR_BAD_REQUEST: "input",
  ERR_BODY_TOO_LARGE: "input",
  ERR_TOO_MANY_REQUESTS: "limit",
};
const whoOf = (c: Context) => {
  const me = c.get("me") as { companyId: number; id: number } | undefined;
  return me && `user:${me.companyId}:${me.id}`;
};

/** The answer to a call that threw. */
export function answerError(error: unknown, c: Context): Response {
  const refusal = asRefusal(error);
  if (!refusal) {
    log.error("unexpected failure", { error, method: c.req.method, path: c.req.routePath });
    return c.json({ error: "ERR_INTERNAL" }, 500);
  }
  const event = watched[refusal.code];
  if (event) {
    securityEvent(event, { code: refusal.code, address: c.get("address") ?? "", path: c.req.routePath }, whoOf(c));
  }
  const { retryAfter, ...data } = refusal.data as { retryAfter?: number };
  if (retryAfter) c.header("retry-after", String(Math.ceil(retryAfter)));
  // Who reads a program's log has no app that says what a code means.
  const said = c.get("program") ? { message: sentences[refusal.code] } : {};
  return c.json({ error: refusal.code, ...said, ...data }, errors[refusal.code] as ContentfulStatusCode);
}
