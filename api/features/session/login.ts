// Signing in (proof S14).
import type { z } from "zod";
import { Refusal, refuse } from "../../contract/errors.ts";
import { signAccess } from "../../core/access/auth.ts";
import { hashPassword, isOutdated } from "../../core/secrets/password.ts";
import { allow } from "../../core/access/rate-limit.ts";
import { securityEvent } from "../../core/access/security-events.ts";
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { hasFactor, ownerOf, type Site, takeAnyCode, takeOne } from "../factors/actions.ts";
import type { PasskeyAnswer } from "../factors/contract.ts";
import { checkSecret } from "../users/actions/passwords.ts";
import { describeMe, openSession } from "./actions.ts";
import { beginAttempt, forgive } from "./attempts.ts";
import type { Me } from "./contract.ts";
import { withinHours } from "./hours.ts";
import * as queries from "./queries.ts";
import { type Derivation, knownDevice, readRefreshToken, refreshToken } from "./tokens.ts";

/** Of one address. */
export const PASSKEYS_PER_MINUTE = 30;

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

/**
 * Checks e-mail and password, then the second factor, company and hours; opens a session. An unknown e-mail takes the same way and
 * time. A wrong code counts as a wrong password does; that one is needed is told only to who knows the password.
 */
export function signIn(
  form: { email: string; password: string; code?: string },
  caller: Caller,
): Promise<SignedIn> {
  const email = form.email.trim().toLowerCase();
  return watched(email, caller, () => byPassword({ ...form, email }, caller));
}

/** Tells the operator's log of a sign-in, whether it succeeded or not. */
async function watched(who: string, { address }: Caller, work: () => Promise<SignedIn>): Promise<SignedIn> {
  try {
    const done = await work();
    securityEvent("sign-in", { address }, who);
    return done;
  } catch (error) {
    if (error instanceof Refusal) securityEvent("refused", { code: error.code, address }, who);
    throw error;
  }
}

async function byPassword(
  form: { email: string; password: string; code?: string },
  caller: Caller,
): Promise<SignedIn> {
  const { email } = form;
  const attempt = await beginAttempt(email, caller.address, knownDevice(caller.deviceCookie, email));
  const login = await asPlatform((tx) => queries.loginByEmail(tx, email));
  const right = await checkSecret(form.password, login?.password ?? null);
  if (!right || !login) return refuse("ERR_INVALID_CREDENTIALS");
  if (login.passwordOver) return refuse("ERR_PASSWORD_OVER");
  const owner = { companyId: login.companyId, userId: login.id };
  const needsCode = await withTenant(owner, (tx) => hasFactor(tx, login.id));
  if (needsCode && form.code !== undefined) {
    const code = form.code;
    if (!await withTenant(owner, (tx) => takeAnyCode(tx, login.id, code))) refuse("ERR_WRONG_CODE");
  }
  await forgive(attempt);
  if (needsCode && form.code === undefined) refuse("ERR_SECOND_FACTOR");
  const renewed = isOutdated(login.password) ? await hashPassword(form.password) : null;
  return await enter(login, caller, (tx) => renewed ? queries.rehash(tx, login.id, renewed) : Promise.resolve());
}

/** Signs in whose passkey answered our question; a passkey is two factors in itself (docs/product/session.md#second-factor). */
export function signInByPasskey(
  answer: z.output<typeof PasskeyAnswer>,
  caller: Caller,
  at: Site,
): Promise<SignedIn> {
  if (!allow(`passkey:${caller.address}`, PASSKEYS_PER_MINUTE)) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 30 });
  const owner = ownerOf(answer);
  return watched(
    owner ? `user:${owner.companyId}:${owner.userId}` : "",
    caller,
    () => byPasskey(answer, owner, caller, at),
  );
}

async function byPasskey(
  answer: z.output<typeof PasskeyAnswer>,
  owner: ReturnType<typeof ownerOf>,
  caller: Caller,
  at: Site,
): Promise<SignedIn> {
  const right = owner !== null && await withTenant(owner, (tx) => takeOne(tx, owner.userId, at, answer));
  const login = right ? await asPlatform((tx) => queries.loginOf(tx, owner.companyId, owner.userId)) : undefined;
  if (!login) return refuse("ERR_WRONG_PASSKEY");
  return await enter(login, caller);
}

/** Looks at company and hours, and opens a session; `first` is done in the same transaction. */
async function enter(login: queries.Login, caller: Caller, first?: (tx: Tx) => Promise<unknown>): Promise<SignedIn> {
  if (!login.active) refuse("ERR_COMPANY_INACTIVE");
  if (!login.super && !withinHours(login.startWork, login.endWork, login.timezone, new Date())) {
    refuse("ERR_OUT_OF_HOURS");
  }
  return await withTenant({ companyId: login.companyId, userId: login.id }, async (tx) => {
    await first?.(tx);
    const opened = await openSession(tx, login.id, caller.device, readRefreshToken(caller.refreshCookie));
    return await answer(opened, await describeMe(tx, login.id, opened.sessionId));
  });
}

/** Access token, person and refresh token of a session. */
export async function answer(session: Derivation, user: Me): Promise<SignedIn> {
  const token = await signAccess(session.companyId, user.id, session.sessionId);
  return { token, user, refresh: refreshToken(session) };
}
