// Refreshing and signing out. Each refresh replaces the token; a caller with an older one than the last holds a copy, and
// the session ends (proof S12).
import { type ErrorCode, refuse } from "../../contract/errors.ts";
import { REFRESH_GRACE_MS, REFRESH_TTL_S } from "../../contract/limits.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { announceUsers } from "../users/actions/people.ts";
import { describeMe } from "./actions.ts";
import { endSession } from "../users/actions/sessions.ts";
import { answer, type SignedIn } from "./login.ts";
import * as queries from "./queries.ts";
import { fits, readRefreshToken, type RefreshToken } from "./tokens.ts";

const lives = { refreshS: REFRESH_TTL_S, graceS: REFRESH_GRACE_MS / 1000 };

/** A new pair of tokens for a cookie's refresh token. Refuses ERR_INVALID_TOKEN and ERR_COMPANY_INACTIVE. */
export async function refresh(cookie: string | undefined): Promise<SignedIn> {
  const token = readRefreshToken(cookie) ?? refuse("ERR_INVALID_TOKEN");
  // A refusal would roll back: the end of a session that was copied is committed first, then refused.
  const done = await withTenant({ companyId: token.companyId }, (tx) => exchange(tx, token));
  return typeof done === "string" ? refuse(done) : done;
}

async function exchange(tx: Tx, token: RefreshToken): Promise<SignedIn | ErrorCode> {
  const session = await queries.find(tx, token.sessionId, lives);
  if (!session?.alive || !fits(token, session.salt)) return "ERR_INVALID_TOKEN";
  if (!session.active) return "ERR_COMPANY_INACTIVE";
  const generation = await successor(tx, token, session);
  if (generation === null) {
    await endSession(tx, session.id, "reuse");
    return "ERR_INVALID_TOKEN";
  }
  const user = await describeMe(tx, session.userId, session.id);
  return await answer({ companyId: tx.companyId, sessionId: session.id, generation, salt: session.salt }, user);
}

/**
 * The generation that follows the token's, or null when the token was used up. A repeated refresh whose answer was lost, or
 * one of several tabs, gets the successor again for a moment, unless that was used in turn.
 */
async function successor(tx: Tx, token: RefreshToken, session: queries.SessionRow): Promise<number | null> {
  const next = token.generation + 1;
  if (token.generation >= session.generation && await queries.rotate(tx, session.id, token.generation)) return next;
  const now = await queries.find(tx, session.id, lives);
  return now?.alive && now.generation === next && now.justRotated ? next : null;
}

/** Ends the session of a refresh token; one that is none, or has ended, changes nothing. */
export async function signOut(cookie: string | undefined): Promise<void> {
  const token = readRefreshToken(cookie);
  if (!token) return;
  await withTenant({ companyId: token.companyId }, async (tx) => {
    const session = await queries.find(tx, token.sessionId, lives);
    if (session && fits(token, session.salt)) await leave(tx, session.id);
  });
}

/** Ends a session; a person without another one is away at once. */
export async function leave(tx: Tx, sessionId: string): Promise<void> {
  const userId = await endSession(tx, sessionId, "logout");
  if (userId === undefined || await queries.hasLive(tx, userId)) return;
  await queries.left(tx, userId);
  await announceUsers(tx, [userId]);
}
