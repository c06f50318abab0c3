import { DEFAULT_APP_NAME, PRODUCT_NAME } from "../../contract/settings.ts";
import { must, refuse } from "../../contract/errors.ts";
import { asksFactor, type Me } from "../../core/access/auth.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route, routeAfter } from "../../core/http/route.ts";
import { asPlatform, type Tx } from "../../../db/tenant.ts";
import { platformValues } from "../settings/actions.ts";
import { confirmPassword, sayPassword } from "../users/actions/own-password.ts";
import { guardOperator, userById } from "../users/actions/people.ts";
import { endSessions } from "../users/actions/sessions.ts";
import { clearFactors, tellFactors } from "./actions.ts";
import { newSecret, takeAppCode } from "./authenticator.ts";
import { type Factors, factors as calls } from "./contract.ts";
import { askForNew, takeNew } from "./passkeys.ts";
import * as queries from "./queries.ts";
import { newCodes } from "./recovery.ts";

/** Mounts the calls of second factors. */
export function factors(api: Api, { env }: Parts): void {
  route(api, calls.get, ({ tx, me }) => describe(tx, me));

  routeAfter(api, calls.beginAuthenticator, say, async ({ tx, me, ready: said }) => {
    await confirmPassword(tx, me.id, said);
    const person = must(await userById(tx, me.id), "ERR_INVALID_TOKEN");
    const made = await newSecret(tx, me.id, { issuer: await appName(), label: person.email });
    return made ?? refuse("ERR_ALREADY_IN_STATE");
  });

  route(api, calls.confirmAuthenticator, async ({ tx, me, body }) => {
    await queries.lockPerson(tx, me.id);
    const first = !await queries.hasFactor(tx, me.id);
    if (!await queries.authenticator(tx, me.id)) refuse("ERR_NO_RECORD_FOUND");
    if (!await takeAppCode(tx, me.id, body.code, true)) refuse("ERR_WRONG_CODE");
    return await changed(tx, me.id, first);
  });

  routeAfter(api, calls.removeAuthenticator, say, async ({ tx, me, ready: said }) => {
    await confirmPassword(tx, me.id, said);
    await queries.lockPerson(tx, me.id);
    await queries.removeAuthenticator(tx, me.id);
    return await removed(tx, me.id);
  });

  routeAfter(api, calls.beginPasskey, say, async ({ tx, me, ready: said }) => {
    await confirmPassword(tx, me.id, said);
    const person = must(await userById(tx, me.id), "ERR_INVALID_TOKEN");
    return { options: await askForNew(tx, person, env, await appName()) };
  });

  route(api, calls.addPasskey, async ({ tx, me, body }) => {
    await queries.lockPerson(tx, me.id);
    const first = !await queries.hasFactor(tx, me.id);
    if (!await takeNew(tx, me.id, env, body.name, body.answer)) refuse("ERR_WRONG_PASSKEY");
    return await changed(tx, me.id, first);
  });

  routeAfter(api, calls.removePasskey, say, async ({ tx, me, params, ready: said }) => {
    await queries.lockPerson(tx, me.id);
    const own = await queries.passkeys(tx, me.id);
    if (!own.some(({ id }) => id === params.id)) refuse("ERR_NO_RECORD_FOUND");
    await confirmPassword(tx, me.id, said);
    await queries.removePasskey(tx, me.id, params.id);
    return await removed(tx, me.id);
  });

  routeAfter(api, calls.newRecoveryCodes, say, async ({ tx, me, ready: said }) => {
    await confirmPassword(tx, me.id, said);
    await queries.lockPerson(tx, me.id);
    if (!await queries.hasFactor(tx, me.id)) refuse("ERR_NO_RECORD_FOUND");
    return await changed(tx, me.id, true);
  });

  route(api, calls.clear, async ({ tx, me, params, before }) => {
    // One's own go with one's password.
    if (params.id === me.id) refuse("ERR_NO_PERMISSION");
    const person = must(await userById(tx, params.id), "ERR_NO_USER_FOUND");
    guardOperator(me, person);
    before({ userId: person.id, secondFactor: await queries.hasFactor(tx, person.id) });
    await clearFactors(tx, person.id);
    await endSessions(tx, person.id, "admin");
    return { ok: true as const };
  });
}

/** One's own password, compared before the call's transaction. */
const say = ({ me, body }: { me: Me; body: { password: string } }) => sayPassword(me, body.password);

async function describe(tx: Tx, me: Me): Promise<Factors> {
  const app = await queries.authenticator(tx, me.id);
  return {
    authenticator: app?.confirmed ?? false,
    passkeys: (await queries.passkeys(tx, me.id)).map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodes: await queries.codesLeft(tx, me.id),
    required: asksFactor(me.settings, me.profile),
  };
}

/** A factor came; with recovery codes where there were none to go with it. */
async function changed(tx: Tx, userId: number, withCodes: boolean): Promise<{ recoveryCodes: string[] }> {
  tellFactors(tx, userId);
  return { recoveryCodes: withCodes ? await newCodes(tx, userId) : [] };
}
/** A factor went; recovery codes alone are none. */
async function removed(tx: Tx, userId: number): Promise<{ ok: true }> {
  if (!await queries.hasFactor(tx, userId)) await queries.replaceCodes(tx, userId, []);
  tellFactors(tx, userId);
  return { ok: true };
}

async function appName(): Promise<string> {
  const { appName } = await asPlatform((tx) => platformValues(tx));
  return appName && appName !== DEFAULT_APP_NAME ? appName : PRODUCT_NAME;
}
