// What an operator wants to know of attempts: sign-ins, refusals, bad signatures, limits (docs/operations.md#watching). A line in
// the log and a count. Who it was is a hash that means something within this installation only, so that lines of one person can be
// put together and nobody be named.
import { createHmac } from "node:crypto";
import { allow } from "./rate-limit.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { purposeKey } from "../secrets/seal.ts";

/** `sign-in`: one succeeded; `refused`: a sign-in, a token, a right or another site; `input`: what the contract forbids; `signature`: a provider's call; `limit`: too many; `invitation`: one was made, accepted or revoked; `apiKey`: one was made or ended. */
export type SecurityEvent = "sign-in" | "refused" | "input" | "signature" | "limit" | "invitation" | "apiKey";

/** A flood is counted, not written down line by line. */
const LINES_PER_MINUTE = 600;

/** Logs and counts one. `who` is an e-mail or an id: it leaves as a hash. */
export function securityEvent(what: SecurityEvent, facts: Record<string, string>, who?: string): void {
  metrics.security.inc({ what });
  if (!allow(`security-log:${what}`, LINES_PER_MINUTE)) return;
  log.info("security", { what, ...facts, ...who === undefined ? {} : { who: hashed(who) } });
}

const hashed = (who: string) =>
  createHmac("sha256", purposeKey("security-events")).update(who.toLowerCase()).digest("hex").slice(0, 16);
