import { APP_CONTRACT, OLDEST_APP } from "../../contract/app-version.ts";
import type { Parts } from "../../core/parts.ts";
import { readBearer } from "../../core/access/auth.ts";
import { type Api, route } from "../../core/http/route.ts";
import { VERSION } from "../../version.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { announceUsers } from "../users/actions/people.ts";
import { describeMe } from "./actions.ts";
import { session as calls } from "./contract.ts";
import { deviceClass, readCookie, refuseCrossSite, setCookie } from "./cookies.ts";
import { signIn } from "./login.ts";
import * as queries from "./queries.ts";
import { leave, refresh, signOut } from "./refresh.ts";
import { signUp } from "./sign-up.ts";
import { rememberDevice } from "./tokens.ts";

/** Mounts the calls of sessions. */
export function session(api: Api, { env }: Parts): void {
  route(api, calls.login, async ({ body, request, headers, address }) => {
    const deviceCookie = readCookie(request, env, "recado_device");
    const refreshCookie = readCookie(request, env, "recado_refresh");
    const done = await signIn(body, { address, device: deviceClass(request), deviceCookie, refreshCookie });
    setCookie(headers, request, env, "recado_refresh", done.refresh);
    setCookie(headers, request, env, "recado_device", rememberDevice(deviceCookie, done.user.email));
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

  route(api, calls.me, ({ tx, me }) => describeMe(tx, me.id, me.sessionId));

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
