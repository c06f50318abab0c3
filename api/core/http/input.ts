// Reads what a call was sent: JSON or a form, within limits, holding only characters PostgreSQL can keep.
import type { Context } from "hono";
import type { z } from "zod";
import { type Endpoint, storable } from "../../contract/endpoint.ts";
import { refuse } from "../../contract/errors.ts";
import {
  FORMS_AT_ONCE,
  FORMS_OF_ONE,
  MAX_FORM_BYTES,
  MAX_JSON_BYTES,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_FILES,
} from "../../contract/limits.ts";
import type { Callers } from "../access/admit.ts";
import { lanes } from "../access/rate-limit.ts";
import { type Form, type FormLimits, takeForm } from "../forms/form.ts";

export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  files: File[];
}

/** Validation failed: 400 with where and what. */
export function refuseIssues(issues: readonly z.core.$ZodIssue[], from: string): never {
  return refuse("ERR_VALIDATION", {
    details: issues.slice(0, 50).map((issue) => ({
      path: [from, ...issue.path].map(String).join("."),
      message: issue.message.slice(0, 200),
    })),
  });
}

/** Deeper than any form; what is kept, masked or compared later may recurse. */
const MAX_DEPTH = 64;

/** Refuses text that cannot be stored, anywhere in a value, and nesting without end (no recursion: depth is the caller's choice). */
export function refuseUnstorable(value: unknown, from: string): void {
  const stack: [unknown, number][] = [[value, 0]];
  const wrong = (message: string) => refuse("ERR_VALIDATION", { details: [{ path: from, message }] });
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [next, depth] = top;
    if (depth > MAX_DEPTH) wrong("too_deep");
    if (typeof next === "string") {
      if (!storable(next)) wrong("characters");
    } else if (Array.isArray(next)) {
      for (const item of next) stack.push([item, depth + 1]);
    } else if (typeof next === "object" && next !== null && !(next instanceof File)) {
      for (const [name, item] of Object.entries(next)) stack.push([name, depth], [item, depth + 1]);
    }
  }
}

interface Body {
  body: unknown;
  files: File[];
  bytes: Uint8Array;
}
const NO_BYTES = new Uint8Array();

const inFormLane = lanes(FORMS_AT_ONCE);

/**
 * Does `work` with the body of a call, its files or its bytes. The files of a form go to the disk as they come, so neither a slow sender
 * nor a large file holds memory; few forms are worked on at a time, however many arrive. Refuses what is too large, malformed or of the
 * wrong type.
 */
export async function withBody<T>(c: Context, e: Endpoint, work: (body: Body) => Promise<T>): Promise<T> {
  const type = c.req.header("content-type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) return await work(await readBody(c, e));
  if (!e.upload) return refuse("ERR_UNSUPPORTED_MEDIA");
  await using form = await takeOwn(c, {
    field: e.upload,
    files: MAX_UPLOAD_FILES,
    fileBytes: Math.min(MAX_UPLOAD_BYTES, e.uploadBytes ?? MAX_UPLOAD_BYTES),
    formBytes: e.uploadBytes ?? MAX_FORM_BYTES,
    textBytes: MAX_JSON_BYTES,
  });
  const { fields: body, files } = form;
  return await inFormLane(async () => await work({ body, files, bytes: NO_BYTES }));
}

/** How many forms of each person are on their way. */
const coming = new Map<number, number>();
async function takeOwn(c: Context, limits: FormLimits): Promise<Form> {
  const id = (c.var as Partial<Callers>).me?.id;
  if (id === undefined) return await takeForm(c.req.raw, limits);
  const others = coming.get(id) ?? 0;
  if (others >= FORMS_OF_ONE) {
    await c.req.raw.body?.cancel();
    return refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 5 });
  }
  coming.set(id, others + 1);
  try {
    return await takeForm(c.req.raw, limits);
  } finally {
    const left = coming.get(id)! - 1;
    if (left) coming.set(id, left);
    else coming.delete(id);
  }
}

async function readBody(c: Context, e: Endpoint): Promise<Body> {
  if (!e.body && !e.upload && !e.bytes) {
    await c.req.raw.body?.cancel();
    return { body: undefined, files: [], bytes: NO_BYTES };
  }
  const type = (c.req.header("content-type") ?? "").toLowerCase();
  if (e.bytes) {
    if (type !== "application/octet-stream") return refuse("ERR_UNSUPPORTED_MEDIA");
    const bytes = await readBytes(c.req.raw, e.bytes);
    if (!bytes.length) return refuse("ERR_VALIDATION", { details: [{ path: "body", message: "required" }] });
    return { body: undefined, files: [], bytes };
  }
  const bytes = await readBytes(c.req.raw, MAX_JSON_BYTES);
  if (!bytes.length) return { body: {}, files: [], bytes: NO_BYTES };
  if (!type.startsWith("application/json")) return refuse("ERR_UNSUPPORTED_MEDIA");
  try {
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return { body, files: [], bytes: NO_BYTES };
  } catch {
    return refuse("ERR_BAD_REQUEST");
  }
}

/** All bytes of a request, stopping as soon as there are more than `limit`. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) {
    await request.body?.cancel();
    return refuse("ERR_BODY_TOO_LARGE");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return refuse("ERR_BODY_TOO_LARGE");
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
