// Reads what a call was sent: JSON or a form, within limits, holding only characters PostgreSQL can keep.
import type { Context } from "hono";
import type { z } from "zod";
import { type Endpoint, storable } from "../../contract/endpoint.ts";
import { refuse } from "../../contract/errors.ts";
import {
  FORMS_AT_ONCE,
  MAX_FORM_BYTES,
  MAX_JSON_BYTES,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_FILES,
} from "../../contract/limits.ts";
import { lanes } from "../access/rate-limit.ts";
import { spool } from "./spool.ts";

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
 * Does `work` with the body of a call, its files or its bytes. A form goes to the disk as it comes, so a slow sender holds no memory
 * and no place; few forms are in memory at a time, however many arrive. Refuses what is too large, malformed or of the wrong type.
 */
export async function withBody<T>(c: Context, e: Endpoint, work: (body: Body) => Promise<T>): Promise<T> {
  const type = c.req.header("content-type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) return await work(await readBody(c, e));
  if (!e.upload) return refuse("ERR_UNSUPPORTED_MEDIA");
  await using form = await spool(c.req.raw, formLimit(e));
  return await inFormLane(async () => await work(await readForm(form.path, type, e)));
}

/** Bytes of a call's form: as many as its files together may have, and its text. */
const formLimit = (e: Endpoint) => (e.uploadBytes ?? MAX_FORM_BYTES) + MAX_JSON_BYTES;

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

async function readForm(path: string, type: string, e: Endpoint): Promise<Body> {
  const field = e.upload!;
  const { readable } = await Deno.open(path);
  const form = await new Response(readable, { headers: { "content-type": type } }).formData().catch(() => null);
  if (!form) return refuse("ERR_BAD_REQUEST");
  const body: Record<string, string | string[]> = {};
  const files: File[] = [];
  for (const [name, value] of form) {
    if (value instanceof File) {
      if (name === field || name === `${field}[]`) files.push(value);
      continue;
    }
    const before = body[name];
    if (before === undefined) body[name] = value;
    else body[name] = [...(Array.isArray(before) ? before : [before]), value];
  }
  if (
    files.length > MAX_UPLOAD_FILES ||
    files.some((file) => file.size > Math.min(MAX_UPLOAD_BYTES, e.uploadBytes ?? MAX_UPLOAD_BYTES))
  ) {
    return refuse("ERR_BODY_TOO_LARGE");
  }
  if (files.some((file) => file.size === 0 || !storable(file.name))) {
    return refuse("ERR_VALIDATION", { details: [{ path: field, message: "file" }] });
  }
  return { body, files, bytes: NO_BYTES };
}
