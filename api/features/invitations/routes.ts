import { must, Refusal, refuse } from "../../contract/errors.ts";
import { allow } from "../../core/access/rate-limit.ts";
import { securityEvent } from "../../core/access/security-events.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Parts } from "../../core/parts.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { checkRoom, createUser, newSecret, refuseTaken } from "../users/actions/create.ts";
import { UserForm } from "../../contract/rules/user-form.ts";
import { invitations as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { companyOf, newToken, stored, storedSince } from "./token.ts";

/** Of one address: how often it may come with a token. */
const PER_MINUTE = 10;
const BURST = 20;

/** Mounts the calls of invitations. */
export function invitations(api: Api, { env }: Parts): void {
  route(api, calls.list, ({ tx }) => queries.pending(tx));

  route(api, calls.create, async ({ tx, me, body, address }) => {
    await checkRoom(tx, body.queueIds);
    await refuseTaken(body.email);
    const token = newToken(me.companyId);
    const id = await queries.write(tx, { ...body, token: stored(token), userId: me.id });
    securityEvent("invitation", { deed: "made", address }, body.email);
    // Behind the #, a browser keeps it to itself: no server and no log on the way reads it.
    return {
      ...must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND"),
      link: `${env.PUBLIC_URL}/invitation#${token}`,
    };
  });

  route(api, calls.remove, async ({ tx, params: { id }, before, address }) => {
    const old = must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
    before(old);
    await queries.remove(tx, id);
    securityEvent("invitation", { deed: "revoked", address }, old.email);
    return { ok: true as const };
  });

  route(
    api,
    calls.open,
    ({ body, address }) =>
      inItsCompany(body.token, address, async ({ companyId, tokens }) =>
        must(
          await withTenant({ companyId }, (tx) => queries.opened(tx, tokens)),
          "ERR_INVITATION_OVER",
        )),
  );

  route(api, calls.accept, async ({ body: { token, ...given }, address }) => {
    const email = await inItsCompany(token, address, async ({ companyId, tokens }) => {
      const inside = <T>(work: (tx: Tx) => Promise<T>) => withTenant({ companyId }, work);
      const { email } = must(await inside((tx) => queries.opened(tx, tokens)), "ERR_INVITATION_OVER");
      // Before the transaction that uses the invitation up: a hash waits for its turn.
      const secret = await newSecret(companyId, given.password, { name: given.name, email });
      return await inside(async (tx) => {
        const invited = must(await queries.take(tx, tokens), "ERR_INVITATION_OVER");
        await createUser(tx, UserForm.parse({ ...invited, ...given }), secret);
        return invited.email;
      });
    });
    securityEvent("invitation", { deed: "accepted", address }, email);
    return { email };
  });
}

/** Works with the company that a token names and what is stored of the token. Every one that does not hold is refused alike. */
async function inItsCompany<T>(
  token: string,
  address: string,
  work: (its: { companyId: number; tokens: string[] }) => Promise<T>,
): Promise<T> {
  if (!allow(`invitation:${address}`, PER_MINUTE, BURST)) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 30 });
  const companyId = companyOf(token);
  try {
    if (companyId === null) return refuse("ERR_INVITATION_OVER");
    return await work({ companyId, tokens: storedSince(token) });
  } catch (error) {
    if (error instanceof Refusal) securityEvent("refused", { code: error.code, address });
    throw error;
  }
}
