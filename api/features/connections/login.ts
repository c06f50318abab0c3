// Accounts that a provider's own login finds: each channel that has one brings the calls' path, what they take and what they do.
import type { z } from "zod";
import { ChannelError, type FoundAccount } from "../../../channels/sdk/mod.ts";
import { type ErrorCode, errors, refuse } from "../../contract/errors.ts";
import { naming } from "../../contract/endpoint.ts";
import type { PlanFlag } from "../../contract/plans.ts";
import type { Me } from "../../core/access/auth.ts";
import { cleaned } from "../../core/outside/clean.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Parts } from "../../core/parts.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { channelLogin, type Connection, LoginState } from "./contract.ts";

/** Mounts the calls of every channel with a login. `connect` makes or renews the connection of one account. */
export function logins(
  api: Api,
  parts: Parts,
  connect: (tx: Tx, me: Me, account: FoundAccount) => Promise<z.input<typeof Connection>>,
): void {
  for (const plugin of parts.channels.plugins.values()) {
    const { login, manifest } = plugin;
    if (!login || !manifest.login) continue;
    const { path } = manifest.login;
    const calls = channelLogin(path);
    const around = () => parts.channels.around(plugin);
    route(api, { ...calls.address, query: login.query.extend({ state: LoginState }) }, async ({ query }) => {
      const { state, ...asked } = query as Record<string, unknown> & { state: string };
      const back = `${parts.env.PUBLIC_URL}${path}/callback`;
      const url = new URL(await said(() => login.address(asked, around(), back)));
      url.searchParams.set("state", state);
      return { url: url.toString() };
    });
    const plan = manifest.plan as PlanFlag | undefined;
    route(
      api,
      { ...calls.connect, ...(plan && { plan }), body: naming("nothing", login.body) },
      async ({ me, body }) => {
        const found = cleaned(await said(() => login.accounts(body, around())));
        return await withTenant({ companyId: me.companyId, userId: me.id }, async (tx) => {
          const made = [];
          for (const account of found) made.push(await connect(tx, me, account));
          return made;
        });
      },
    );
  }
}

/** What a plugin says, its errors as refusals of ours. */
async function said<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return refuse(error.reason in errors ? error.reason as ErrorCode : "ERR_PROVIDER_REFUSED");
  }
}
