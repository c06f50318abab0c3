import { APP_CONTRACT, OLDEST_APP } from "../../contract/app-version.ts";
import { refuse } from "../../contract/errors.ts";
import { allow } from "../../core/access/rate-limit.ts";
import type { Parts } from "../../core/parts.ts";
import { readBearer } from "../../core/access/auth.ts";
import { type Api, route, routeAfter } from "../../core/http/route.ts";
import { VERSION } from "../../version.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { announceUsers } from "../users/actions/people.ts";
import { confirmPassword, sayPassword } from "../users/actions/own-password.ts";
import { endSession } from "../users/actions/sessions.ts";
import { askForOne } from "../factors/actions.ts";
import { choosePassword, describeMe, describeSupport, hashChosen } from "./actions.ts";
import { session as calls } from "./contract.ts";
import { deviceClass, readCookie, refuseCrossSite, setCookie } from "./cookies.ts";
import { type Caller, PASSKEYS_PER_MINUTE, type SignedIn, signIn, signInByPasskey } from "./login.ts";
import * as queries from "./queries.ts";
import { leave, refresh, signOut } from "./refresh.ts";
import { signUp } from "./sign-up.ts";
import { rememberDevice } from "./tokens.ts";

/** Mounts the calls of sessions. */
export function session(api: Api, { env }: Parts): void {
  const callerOf = (request: Request, address: string): Caller => ({
    address,
    device: deviceClass(request),
    deviceCookie: readCookie(request, env, "recado_device"),
    refreshCookie: readCookie(request, env, "recado_refresh"),
  });
  const setCookies = (headers: Headers, request: Request, done: SignedIn) => {
    setCookie(headers, request, env, "recado_refresh", done.refresh);
    const device = rememberDevice(readCookie(request, env, "recado_device"), done.user.email);
    setCookie(headers, request, env, "recado_device", device);
  };

  route(api, calls.login, async ({ body, request, headers, address }) => {
    const done = await signIn(body, callerOf(request, address));
    setCookies(headers, request, done);
    return done;
  });

  route(api, calls.beginPasskeyLogin, async ({ address }) => {
    if (!allow(`passkey:${address}`, PASSKEYS_PER_MINUTE)) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 30 });
    return { options: await askForOne(env) };
  });

  route(api, calls.passkeyLogin, async ({ body, request, headers, address }) => {
    const done = await signInByPasskey(body.answer, callerOf(request, address), env);
    setCookies(headers, request, done);
    return done;
  });

  route(api, calls.refresh, async ({ request, headers }) => {
    refuseCrossSite(request, env);
    const done = await refresh(readCookie(request, env, "recado_refresh"));
    setCookie(headers, request, env, "recado_refresh", done.refresh);
    return done;
  });

  route(api, calls.logout, async ({ request, headers }) => {
    refuseCrossSite(request, env);
    await signOut(readCookie(request, env, "recado_refresh"));
    const bearer = await readBearer(request.headers.get("authorization") ?? undefined).catch(() => null);
    if (bearer) await withTenant({ companyId: bearer.cid }, (tx) => leave(tx, bearer.sid));
    setCookie(headers, request, env, "recado_refresh", "");
    return { ok: true as const };
  });

  route(
    api,
    calls.me,
    ({ tx, me }) => me.support ? describeSupport(tx, me) : describeMe(tx, me.id, me.sessionId),
  );

  route(api, calls.sessions, ({ tx, me }) => queries.live(tx, me.id, me.sessionId));

  routeAfter(
    api,
    calls.choosePassword,
    ({ me, body }) => hashChosen(me, body.password),
    async ({ tx, me, ready: chosen }) => {
      await choosePassword(tx, me, chosen);
      return { ok: true as const };
    },
  );

  routeAfter(
    api,
    calls.endSession,
    ({ me, body }) => sayPassword(me, body.password),
    async ({ tx, me, params: { id }, ready: said }) => {
      if (!(await queries.live(tx, me.id, me.sessionId)).some((session) => session.id === id)) {
        refuse("ERR_NO_RECORD_FOUND");
      }
      await confirmPassword(tx, me.id, said);
      await endSession(tx, id, "own");
      return { ok: true as const };
    },
  );

  route(api, calls.signUp, ({ body, address }) => signUp(body, address));

  route(api, calls.version, async () => ({
    version: await asPlatform((tx) => queries.storedVersion(tx)) ?? VERSION,
    running: VERSION,
    contract: APP_CONTRACT,
    oldest: OLDEST_APP,
  }));

  route(api, calls.storeVersion, async ({ body }) => {
    await asPlatform((tx) => queries.storeVersion(tx, body.version));
    return { version: body.version };
  });

  route(api, calls.presence, async ({ tx, me, body }) => {
    if (body.active !== undefined) await queries.setActive(tx, me.sessionId, body.active);
    if (await queries.seen(tx, me.id)) await announceUsers(tx, [me.id]);
    return { ok: true as const };
  });
}
