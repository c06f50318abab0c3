import { refuse } from "../../contract/errors.ts";
import { readBearer, signAccess } from "../../core/access/auth.ts";
import { inCompany } from "../../core/access/in-company.ts";
import { SUPPORT_TTL_S, SUPPORT_USER } from "../../core/access/support.ts";
import { writeAudit } from "../../core/http/audit.ts";
import { type Api, route } from "../../core/http/route.ts";
import { admins, emit } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { withTenant } from "../../../db/tenant.ts";
import { endSupport, lookingNow } from "./actions.ts";
import { support as calls, supportChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of support. */
export function support(api: Api, _parts: Parts): void {
  route(api, calls.enter, ({ tx, me, params: { id }, address }) =>
    inCompany(tx, me, id, async (theirs) => {
      // One's own company is entered already.
      if (theirs === tx || !await queries.allowed(theirs)) refuse("ERR_SUPPORT_NOT_ALLOWED");
      const session = crypto.randomUUID();
      const until = await queries.insert(theirs, session, me, SUPPORT_TTL_S);
      const action = `${calls.enter.method} ${calls.enter.path}`;
      await writeAudit(theirs, {
        action,
        target: `/api/companies/${id}/support`,
        address,
        after: { by: me.name, until },
      });
      emit(theirs, supportChanged, admins, { support: await lookingNow(theirs) });
      return { token: await signAccess(id, SUPPORT_USER, session, SUPPORT_TTL_S), until };
    }));

  route(api, calls.end, async ({ tx, before }) => {
    before(await lookingNow(tx));
    await endSupport(tx);
    return { ok: true as const };
  });

  route(api, calls.leave, async ({ request }) => {
    const token = await readBearer(request.headers.get("authorization") ?? undefined);
    if (token.sub !== String(SUPPORT_USER)) refuse("ERR_INVALID_TOKEN");
    await withTenant({ companyId: token.cid }, (tx) => endSupport(tx, token.sid));
    return { ok: true as const };
  });
}
