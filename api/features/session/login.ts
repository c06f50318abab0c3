// Signing in (proof S14).
import { refuse } from "../../contract/errors.ts";
import { signAccess } from "../../core/access/auth.ts";
import { hashPassword, isOutdated } from "../../core/secrets/password.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { checkSecret } from "../users/actions/passwords.ts";
import { describeMe, openSession } from "./actions.ts";
import { beginAttempt, forgive } from "./attempts.ts";
import type { Me } from "./contract.ts";
import { withinHours } from "./hours.ts";
import * as queries from "./queries.ts";
import { type Derivation, knownDevice, readRefreshToken, refreshToken } from "./tokens.ts";

export interface Caller {
  address: string;
  device: "phone" | "desk";
  /** The browser's cookies, if any. */
  deviceCookie: string | undefined;
  refreshCookie: string | undefined;
}
export interface SignedIn {
  token: string;
  user: Me;
  refresh: string;
}

/** Checks e-mail and password, then company and hours; opens a session. An unknown e-mail takes the same way and time. */
export async function signIn(form: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
  const email = form.email.trim().toLowerCase();
  const attempt = await beginAttempt(email, caller.address, knownDevice(caller.deviceCookie, email));
  const login = await asPlatform((tx) => queries.loginByEmail(tx, email));
  const right = await checkSecret(form.password, login?.password ?? null);
  if (!right || !login) return refuse("ERR_INVALID_CREDENTIALS");
  await forgive(attempt);
  if (!login.active) refuse("ERR_COMPANY_INACTIVE");
  if (!login.super && !withinHours(login.startWork, login.endWork, login.timezone, new Date())) {
    refuse("ERR_OUT_OF_HOURS");
  }
  const renewed = isOutdated(login.password) ? await hashPassword(form.password) : null;
  return await withTenant({ companyId: login.companyId, userId: login.id }, async (tx) => {
    if (renewed) await queries.setPassword(tx, login.id, renewed);
    const opened = await openSession(tx, login.id, caller.device, readRefreshToken(caller.refreshCookie));
    return await answer(opened, await describeMe(tx, login.id, opened.sessionId));
  });
}

/** Access token, person and refresh token of a session. */
export async function answer(session: Derivation, user: Me): Promise<SignedIn> {
  const token = await signAccess(session.companyId, user.id, session.sessionId);
  return { token, user, refresh: refreshToken(session) };
}
