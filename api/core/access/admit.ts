// Who is let in to a call, in this order: identity, due date, plan, password and second factor, permission, how often.
import type { MiddlewareHandler } from "hono";
import type { Endpoint } from "../../contract/endpoint.ts";
import { refuse } from "../../contract/errors.ts";
import { TOKEN_CALLS_PER_MINUTE } from "../../contract/limits.ts";
import { can } from "../../contract/permissions.ts";
import { type Me, readBearer, refuseDue, whoIs } from "./auth.ts";
import { countCall } from "./call-limits.ts";
import { allow } from "./rate-limit.ts";
import { type CallingConnection, connectionOf } from "./by-token.ts";
import { refuseSupport } from "./support.ts";

/** Who asks: a person or a connection, whichever the call's `access` is for; on public calls neither. */
export interface Callers {
  me: Me;
  line: CallingConnection;
}

/** Lets a caller through whom the contract names, and says who it is. Refuses everybody else with the code of the first wall. */
export function admit(e: Endpoint): MiddlewareHandler<{ Variables: Callers }> {
  return async (c, next) => {
    const header = c.req.header("authorization");
    if (e.access === "connection") {
      const line = await connectionOf(header);
      checkCompany(e, line);
      countCall(e, c.req.raw, { companyId: line.companyId, person: `connection:${line.id}` }, (n, v) => c.header(n, v));
      limit(e, `connection:${line.companyId}:${line.id}`, e.perMinute ?? TOKEN_CALLS_PER_MINUTE);
      c.set("line", line);
    } else if (e.access !== "public") {
      const me = await whoIs(await readBearer(header));
      c.set("me", me);
      checkCompany(e, me);
      countCall(e, c.req.raw, { companyId: me.companyId, person: `user:${me.id}` }, (n, v) => c.header(n, v));
      refuseSupport(me, e);
      if (!e.beforeFactor) refuseDue(me);
      if (e.access !== "user" && !can(me, e.access)) refuse("ERR_NO_PERMISSION");
      limit(e, `user:${me.companyId}:${me.id}`, e.perMinute);
    }
    await next();
  };
}

/** The walls of the company: paid up, unless the call is for who is not, and the plan's flag. */
function checkCompany(e: Endpoint, who: Pick<Me, "companyExpired" | "dueAt" | "plan">): void {
  if (who.companyExpired && !e.expired) refuse("ERR_SUBSCRIPTION_EXPIRED", { dueDate: who.dueAt?.toISOString() });
  if (e.plan && !who.plan[e.plan]) refuse("ERR_NO_PERMISSION");
}

function limit(e: Endpoint, who: string, perMinute: number | undefined): void {
  if (perMinute === undefined || allow(`${e.method} ${e.path}:${who}`, perMinute)) return;
  refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: Math.ceil(60 / perMinute) });
}
