// One door for HTTP. In this order: caller, due date, plan, permission, input, transaction, handler, answer. Nothing else in api/
// reads the token, a flag or a header.
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { Endpoint, Given, Result } from "../../contract/endpoint.ts";
import { changer, holdsMark } from "../../contract/marks.ts";
import { refuse } from "../../contract/errors.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { admit, type Callers } from "../access/admit.ts";
import { writeAudit } from "./audit.ts";
import { isTransient } from "./errors.ts";
import { claimKey, fingerprint, forget, keepAnswer, releaseKey } from "./idempotency.ts";
import { refuseIssues, refuseUnstorable, withBody } from "./input.ts";
import { masker } from "./mask.ts";

export interface Variables extends Callers {
  /** The caller's address, seen through trusted proxies only. */
  address: string;
}
/** The API under construction: the HTTP application and the list of its calls. */
export interface Api {
  http: Hono<{ Variables: Variables }>;
  endpoints: Endpoint[];
}
/** What a handler is given, beside who calls: `me` where a person does, `line` where a connection's token is used. */
export type Ctx<E extends Endpoint> = Call<E> & Caller<E>;
type Caller<E extends Endpoint> = E["access"] extends "connection" ? Pick<Callers, "line">
  : E["access"] extends "public" ? unknown
  : Pick<Callers, "me">;
interface Call<E extends Endpoint> extends Given<E> {
  /** The open transaction; absent where the call declares `transaction: false` or is public. */
  tx: Tx;
  files: File[];
  /** The body of a call that takes bytes; empty elsewhere. */
  bytes: Uint8Array;
  /** The `Idempotency-Key` header, if any. */
  key: string | null;
  address: string;
  request: Request;
  /** Headers of the answer (cookies, retry-after). */
  headers: Headers;
  /** What the audit row says the record was before. */
  before(record: unknown): void;
}
type Handler<E extends Endpoint> = (ctx: Ctx<E>) => Promise<Result<E>>;

const KEY_MAX = 100;
/** Where the idempotency keys of API keys begin, below all those of connections. */
const KEYS_BELOW = 1_000_000_000_000;
/** What a caller gives and nobody reads again. */
const hide = changer("writeOnly", (value) => value ? "[hidden]" : value);

/** Mounts a call: `route(api, tickets.list, async ({ tx, me, query }) => …)`. */
export function route<const E extends Endpoint>(api: Api, e: E, handler: Handler<E>): void {
  mount(api, e, (ctx) => () => handler(ctx));
}

/**
 * Mounts a call with work that must not wait inside a transaction, as the hash of a password: `prepare` does it before, and the
 * handler has its answer as `ready`. It runs for a call that is repeated too, before the kept answer is looked up.
 */
export function routeAfter<const E extends Endpoint, R>(
  api: Api,
  e: E,
  prepare: (ctx: Omit<Ctx<E>, "tx">) => Promise<R>,
  handler: (ctx: Ctx<E> & { ready: R }) => Promise<Result<E>>,
): void {
  mount(api, e, async (ctx) => {
    const ready = await prepare(ctx);
    return () => handler(Object.assign(ctx, { ready }));
  });
}

function mount<const E extends Endpoint>(
  api: Api,
  e: E,
  begin: (ctx: Ctx<E>) => (() => Promise<Result<E>>) | Promise<() => Promise<Result<E>>>,
): void {
  if (holdsMark(e.response, "writeOnly")) throw new Error(`${e.method} ${e.path} would answer a write-only field.`);
  api.endpoints.push(e);
  const path = `/api${
    e.path.replace(/\{(\w+)\}/g, (_, name) => `:${name}${isNumber(e.params?.shape[name]) ? "{[0-9]+}" : ""}`)
  }`;
  const mask = masker(e.response);
  api.http.on(
    e.method,
    [path, `${path}/`],
    admit(e),
    (c) => {
      const params = checkAddress(e.params, c.req.param(), "param");
      const query = checkAddress(e.query, e.query && queryOf(c), "query");
      return withBody(c, e, async ({ body: sent, files, bytes }) => {
        const { me, line, key: apiKey } = c.var as Partial<Callers>;
        refuseUnstorable(sent, "body");
        const body = check(e.body, sent, "body");
        const key = c.req.header("idempotency-key") ?? null;
        if (key !== null && (key.length > KEY_MAX || key.length === 0)) {
          refuse("ERR_VALIDATION", { details: [{ path: "idempotency-key", message: "length" }] });
        }
        let headers: Headers | undefined;
        let before: unknown;
        const ctx = {
          me,
          line,
          params,
          query,
          body,
          files,
          bytes,
          key,
          address: c.get("address"),
          request: c.req.raw,
          get headers() {
            return headers ??= new Headers();
          },
          before: (record: unknown) => before = record,
        };
        const entry = () => ({
          action: `${e.method} ${e.path}`,
          target: new URL(c.req.url).pathname,
          address: ctx.address,
          before,
          after: e.body ? hide(e.body)?.(body) ?? body : body,
        });
        const work = await begin(ctx as unknown as Ctx<E>);
        const answer = e.access === "public"
          ? await work()
          : await inTransaction(e, callerOf({ me, line, key: apiKey }), ctx as unknown as Ctx<E>, work, sent, entry);
        const named = e.response.parse(answer);
        headers?.forEach((value, name) => c.header(name, value, { append: true }));
        if (named instanceof Response) return named;
        const shown = mask && me?.hideNumbers ? mask(named) : named;
        return c.json(shown as never, (e.status ?? 200) as ContentfulStatusCode);
      });
    },
  );
}

/** A number in a path is written in digits: `/whatsapp/all` and `/messages/send` are no calls with an id. */
const isNumber = (schema: z.ZodType | undefined) => schema?.def.type === "number";

/** What an address says behind its question mark; a name that is there more than once has a list. */
function queryOf(c: Context): Record<string, string | string[]> {
  const given = Object.entries(c.req.queries());
  return Object.fromEntries(given.map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}

function checkAddress(schema: z.ZodType | undefined, value: unknown, from: "param" | "query"): unknown {
  if (!schema) return undefined;
  const checked = check(schema, value, from);
  refuseUnstorable(checked, from);
  return checked;
}

function check(schema: z.ZodType | undefined, value: unknown, from: "param" | "query" | "body"): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  return result.success ? result.data : refuseIssues(result.error.issues, from);
}

/** Who a call's transaction, key and audit row belong to. */
interface Owner {
  companyId: number;
  userId: number | null;
  connectionId: number | null;
  /** An operator who looks into the company: the database itself lets them change nothing. */
  looks: boolean;
  keyId: number | null;
}
function callerOf({ me, line, key }: Partial<Callers>): Owner {
  return {
    companyId: (me ?? line)!.companyId,
    userId: me?.id || null,
    connectionId: line?.id ?? null,
    looks: me?.support != null,
    keyId: key?.id ?? null,
  };
}

/** Runs the handler with its idempotency key and audit row in one transaction; a deadlock's victim is tried again. */
async function inTransaction<E extends Endpoint>(
  e: E,
  actor: Owner,
  ctx: Ctx<E>,
  work: () => Promise<Result<E>>,
  sent: unknown,
  entry: () => Parameters<typeof writeAudit>[1],
): Promise<unknown> {
  const { userId, connectionId, keyId } = actor;
  // People, connections and API keys are numbered apart: keys of connections are kept below zero, those of API keys far below.
  const key = e.method === "GET" || e.idempotency === "own" || ctx.key === null
    ? null
    : { of: keyId ? -KEYS_BELOW - keyId : userId ?? -(connectionId ?? 0), text: ctx.key };
  const secret = e.body !== undefined && holdsMark(e.body, "writeOnly");
  const print = key ? await fingerprint(e.method, new URL(ctx.request.url).pathname, sent, ctx.files, secret) : "";
  const finish = async (tx: Tx, answer: unknown) => {
    if (e.audit) await writeAudit(tx, { ...entry(), connectionId, keyId });
    if (key) await keepAnswer(tx, key, e.status ?? 200, forget(e.response, e.response.parse(answer)));
  };
  if (e.transaction === false) {
    const kept = key ? await withTenant(actor, (tx) => claimKey(tx, key, print)) : null;
    if (kept) return kept.answer;
    try {
      const answer = await work();
      if (e.audit || key) await withTenant(actor, (tx) => finish(tx, answer));
      return answer;
    } catch (error) {
      if (key) await withTenant(actor, (tx) => releaseKey(tx, key));
      throw error;
    }
  }
  const attempt = () =>
    withTenant(actor, async (tx) => {
      const kept = key ? await claimKey(tx, key, print) : null;
      if (kept) return kept.answer;
      ctx.tx = tx;
      const answer = await work();
      await finish(tx, answer);
      return answer;
    }, { read: e.method === "GET" && !e.transaction, readOnly: actor.looks });
  for (let tries = 0;; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || tries >= 3) throw error;
    }
  }
}
