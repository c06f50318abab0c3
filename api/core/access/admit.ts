// Who is let in to a call, in this order: identity, due date, plan, password and second factor, permission, how often.
import type { Context, MiddlewareHandler } from "hono";
import type { Endpoint } from "../../contract/endpoint.ts";
import { Refusal, refuse } from "../../contract/errors.ts";
import { TOKEN_CALLS_PER_MINUTE } from "../../contract/limits.ts";
import { can } from "../../contract/permissions.ts";
import { type Me, readBearer, refuseDue, whoIs } from "./auth.ts";
import { type CallingKey, isKey, type KeyCaller, keyOf } from "./by-key.ts";
import { type CallingConnection, connectionOf, lineOf } from "./by-token.ts";
import { countCall } from "./call-limits.ts";
import { logProgramCall } from "./call-log.ts";
import { type Left, take } from "./rate-limit.ts";
import { refuseSupport } from "./support.ts";

/** Who asks: a person or a connection, whichever the call's `access` is for; on public calls neither. */
export interface Callers {
  me: Me;
  line: CallingConnection;
  /** Where a company's API key was used, for either. */
  key?: CallingKey;
  /** True where a program asks, whose refusals are said in a sentence too. */
  program?: true;
  /** How often they may still call, where that is counted: what an answer's headers say. */
  left?: Left;
}
type At = Context<{ Variables: Callers & { address: string } }>;

/** Lets a caller through whom the contract names, and says who it is. Refuses everybody else with the code of the first wall. */
export function admit(e: Endpoint): MiddlewareHandler<{ Variables: Callers & { address: string } }> {
  return async (c, next) => {
    if (e.access === "public") return await next();
    const header = c.req.header("authorization");
    if (e.access !== "connection" && !(e.key && isKey(header))) {
      await admitPerson(e, c, header);
      return await next();
    }
    c.set("program", true);
    const key = isKey(header) ? await keyOf(header) : null;
    if (key) c.set("key", key.key);
    const begun = performance.now();
    let status = 0;
    let error: string | null = null;
    try {
      if (e.access === "connection") await admitProgram(e, c, header, key);
      else admitKey(e, c, key!);
      await next();
      status = c.res.status;
      if (status >= 400) error = await codeOf(c.res);
    } catch (thrown) {
      [status, error] = thrown instanceof Refusal ? [thrown.status, thrown.code] : [500, "ERR_INTERNAL"];
      throw thrown;
    } finally {
      const line = c.get("line") as CallingConnection | undefined;
      const companyId = key?.companyId ?? line?.companyId;
      if (companyId) {
        await logProgramCall({
          ...{ companyId, keyId: key?.key.id ?? null, connectionId: line?.id ?? null },
          ...{ method: e.method, path: new URL(c.req.url).pathname, status, error, ms: performance.now() - begun },
          address: c.get("address") ?? "",
        });
      }
    }
  };
}

async function codeOf(answer: Response): Promise<string | null> {
  const body = await answer.clone().json().catch(() => null) as { error?: string } | null;
  return body?.error ?? null;
}

async function admitPerson(e: Endpoint, c: At, header: string | undefined): Promise<void> {
  const me = await whoIs(await readBearer(header));
  c.set("me", me);
  checkCompany(e, me);
  const left = count(e, c, { companyId: me.companyId, person: `user:${me.id}` });
  refuseSupport(me, e);
  if (!e.beforeFactor) refuseDue(me);
  if (e.access !== "user" && !can(me, e.access as never)) refuse("ERR_NO_PERMISSION");
  if (e.perMinute !== undefined) limit(e, c, `user:${me.companyId}:${me.id}`, e.perMinute, left);
}

/** A program that works over one connection: by the connection's own token, or by a key that names the connection. */
async function admitProgram(e: Endpoint, c: At, header: string | undefined, key: KeyCaller | null): Promise<void> {
  if (key) {
    checkCompany(e, key);
    refuseScope(e, key);
  }
  const named = c.req.query("whatsappId");
  const line = key ? await lineOf(key, named) : await connectionOf(header);
  c.set("line", line);
  if (!key && named !== undefined && named !== String(line.id)) refuse("ERR_NO_WAPP_FOUND");
  checkCompany(e, line);
  const who = key ? `key:${key.key.id}` : `connection:${line.id}`;
  const own = e.perMinute ?? TOKEN_CALLS_PER_MINUTE;
  const left = count(e, c, { companyId: line.companyId, person: who });
  limit(e, c, `${who}:${line.companyId}:${line.id}`, own, left);
}

function admitKey(e: Endpoint, c: At, key: KeyCaller): void {
  c.set("me", key);
  checkCompany(e, key);
  refuseScope(e, key);
  const left = count(e, c, { companyId: key.companyId, person: `key:${key.key.id}` });
  if (e.perMinute !== undefined) limit(e, c, `key:${key.companyId}:${key.key.id}`, e.perMinute, left);
}
function refuseScope(e: Endpoint, { key }: KeyCaller): void {
  if (!e.key || !key.scopes.includes(e.key)) refuse("ERR_NO_PERMISSION");
}

/** The walls of the company: paid up, unless the call is for who is not, and the plan's flag. */
function checkCompany(e: Endpoint, who: Pick<Me, "companyExpired" | "dueAt" | "plan">): void {
  if (who.companyExpired && !e.expired) refuse("ERR_SUBSCRIPTION_EXPIRED", { dueDate: who.dueAt?.toISOString() });
  if (e.plan && !who.plan[e.plan]) refuse("ERR_NO_PERMISSION");
}

function count(e: Endpoint, c: At, who: { companyId: number; person: string }): Left | null {
  return countCall(e, c.req.raw, who, (left) => c.set("left", left));
}
/** The call's own limit; the headers tell of whichever is nearer to its end. */
function limit(e: Endpoint, c: At, who: string, perMinute: number, told: Left | null = null): void {
  const left = take(`${e.method} ${e.path}:${who}`, perMinute);
  if (!told || left.remaining < told.remaining) c.set("left", left);
  if (!left.ok) refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: Math.ceil(60 / perMinute) });
}
