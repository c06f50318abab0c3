// A call as data. The server mounts it, the app calls it, OpenAPI prints it and the wall tests walk it.
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { LiveEvent } from "./event.ts";
import type { KeyScope } from "./programs/keys.ts";
import type { Permission } from "./permissions.ts";
import type { PlanFlag } from "./plans.ts";

/**
 * Who may call: `public` needs no session; `user` any signed-in person; `connection` a program that has the token of a connection,
 * and no person; anything else is a permission that `can()` decides. Nobody's company may be expired, but for `expired`.
 */
export type Access = "public" | "user" | "connection" | Permission;

/** One call of the API. Everything the server, the app, the documentation and the wall tests need to know of it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below `/api`, parameters in braces: `/tickets/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** True where a company that is expired may call too: what it needs to see and pay what it owes. */
  readonly expired?: true;
  /** True where somebody may call too who has yet to set up the second factor that their company asks for. */
  readonly beforeFactor?: true;
  /** The scope of a company's API key that opens it too; without it no key does. A key is no person, whatever `access` says. */
  readonly key?: KeyScope;
  readonly plan?: PlanFlag;
  /** False where the operator who looks into a company must not read either: secrets, and the whole of a company's data at once. */
  readonly support?: false;
  /** How often one caller may ask in a minute; more is ERR_TOO_MANY_REQUESTS. Tokens of connections: `TOKEN_CALLS_PER_MINUTE`. */
  readonly perMinute?: number;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** JSON body. With `upload` the same schema reads the form's text fields. */
  readonly body?: z.ZodType;
  /** The name of the multipart field that carries files; the call then also takes `multipart/form-data`. */
  readonly upload?: string;
  /** Bytes of its files together, where the call takes less than `MAX_FORM_BYTES`. */
  readonly uploadBytes?: number;
  /** The body is bytes as they are (`application/octet-stream`), at most so many. */
  readonly bytes?: number;
  readonly response: z.ZodType;
  /** The type of the file a call answers instead of JSON; its `response` is `FileAnswer`. */
  readonly file?: string;
  readonly status?: number;
  /** Events that make a cached answer of this call stale, or patch it. */
  readonly live?: readonly LiveEvent[];
  /** Codes this call answers beyond those every call can answer. */
  readonly errors?: readonly ErrorCode[];
  /**
   * False where the handler must talk to a provider: no transaction is held open then. A GET has none unless it says true: each of its
   * statements stands for itself, and none may change anything.
   */
  readonly transaction?: boolean;
  /** `own`: the handler keeps the idempotency key itself (messages keep theirs for ever). */
  readonly idempotency?: "own";
  /** True where a change is written to the audit trail. */
  readonly audit?: boolean;
}

/** Declares a call; keeps its literal types so that both sides infer input and output from it. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type Field<E, K extends string> = E extends { readonly [P in K]: infer V } ? V : undefined;

/** What a caller passes. */
export interface Call<E extends Endpoint> {
  params?: In<Field<E, "params">>;
  query?: In<Field<E, "query">>;
  body?: In<Field<E, "body">>;
  files?: readonly File[];
}
/** What a handler receives: the same after validation. */
export interface Given<E extends Endpoint> {
  params: Out<Field<E, "params">>;
  query: Out<Field<E, "query">>;
  body: Out<Field<E, "body">>;
}
/** The answer's body. */
export type Answer<E extends Endpoint> = z.output<E["response"]>;
/** What a handler may return; the response schema strips what it does not name. */
export type Result<E extends Endpoint> = z.input<E["response"]>;

/** Fills the braces of a path: `fillPath("/tickets/{id}", {id: 5})` is `/tickets/5`. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
}

/**
 * Says which record a value names, so that the walls fill it with another company's: `quickMessage` is a row of app.quick_messages
 * by its id, `ticket.uuid` one of app.tickets by another column, `nothing` a record that is not ours, such as a provider's.
 */
export function naming<T extends z.ZodType>(record: string, schema: T): T {
  return schema.meta({ names: record }) as T;
}
/** The largest id is what PostgreSQL's bigint and JSON's numbers both hold. */
const NUMBER = z.coerce.number().int().max(Number.MAX_SAFE_INTEGER);
/** The id of a record of this kind (see `naming`). In a path it matches digits only. */
export const Id = (record: string) => naming(record, NUMBER.min(1));
/** The same in a filter, where 0 stands for having none. */
export const IdOrNone = (record: string) => naming(record, NUMBER.min(0));
export const IdParam = (record: string) => z.object({ id: Id(record) });
export const PageQuery = z.object({
  searchParam: z.string().max(200).optional().default(""),
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
});
/** What a page says beside its records. */
export const pageFacts = { hasMore: z.boolean(), count: z.number(), countIsMinimum: z.boolean().optional() };

/**
 * JSON text in a query string (docs/product/api.md#lists-in-queries): `queueIds=[1,2]`. Missing filters nothing, `[]` matches
 * nothing.
 */
export function jsonList<T extends z.ZodType>(item: T) {
  return z.string().max(20_000).transform((text, ctx) => {
    try {
      const value = JSON.parse(text);
      if (Array.isArray(value)) return value;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "json_list" });
    return z.NEVER;
  }).pipe(z.array(item).max(1000)).optional();
}

/** `'true'` or `'false'` in a query string (docs/product/api.md#lists-in-queries). */
export const QueryFlag = z.enum(["true", "false"]).transform((v) => v === "true");

/** A day in a query string; nothing stands for the default. */
export const Day = z.union([z.literal(""), z.iso.date().refine((day) => day >= "1900", "year")]).optional();

/** Text that PostgreSQL can hold: no NUL, no lone surrogate. */
export const text = (max: number) => z.string().max(max).refine(storable, "characters");
export function storable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

/** A contact's number: masked for profile user where the company says so (docs/product/contacts.md#hidden-numbers). */
export const ContactNumber = z.string().meta({ masked: true });
/** Instants leave as ISO text. */
export const Instant = z.union([z.date(), z.string()]).transform((v) => v instanceof Date ? v.toISOString() : v);
/** What a call that answers a file returns: the stream itself. */
export const FileAnswer = z.custom<Response>((value) => value instanceof Response);
export const Ok = z.object({ ok: z.literal(true) });
