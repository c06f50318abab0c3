// Turns rows of the outbox into requests, and responses into answers for the plan. The same in a page and in the service worker.
import { ApiError } from "../../../api/contract/api-error.ts";
import { authorised } from "../who/authorised.ts";
import { type Ask, named } from "./pieces.ts";
import type { Answered } from "./plan.ts";
import type { OutboxRow } from "../store/outbox-row.ts";

/** The smallest piece at two kilobytes a second. */
const PIECE_TIMEOUT_MS = 2 * 60_000;

function formOf(row: OutboxRow, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(row.call.body ?? {})) {
    if (value !== undefined) form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  for (const file of files) form.append(row.call.upload ?? "", file, file.name);
  return form;
}

/** The request of a row, the same from every sender, so that the server knows a repetition. */
export function requestOf(row: OutboxRow, files: readonly File[], signal?: AbortSignal, base = ""): Request {
  const { method, path, body, upload } = row.call;
  const headers: Record<string, string> = method === "GET" ? {} : { "idempotency-key": row.id };
  const form = upload !== undefined && files.length > 0 && !row.pieces;
  if (!form && body !== undefined) headers["content-type"] = "application/json";
  return new Request(`${base}/api${path}`, {
    method,
    headers,
    signal,
    redirect: "error",
    body: form ? formOf(row, files) : body === undefined ? undefined : JSON.stringify(row.pieces ? named(row) : body),
  });
}

/** Reads an answer. Only the API's own means done or refused: a portal's page means neither. */
export async function answered(response: Response): Promise<Answered> {
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch { /* not the API's */ }
  const whole = typeof body === "object" && body !== null && !Array.isArray(body);
  const record = whole ? body as Record<string, unknown> : undefined;
  const wait = Number(response.headers.get("retry-after"));
  const code = response.ok ? record ? "ok" : "" : typeof record?.error === "string" ? record.error : "";
  return {
    status: response.ok && !record ? 0 : response.status,
    code,
    body: record,
    ...(wait > 0 && { retryAfter: wait * 1000 }),
  };
}

/** Makes a call besides the row's own; a call that fails to reach the API counts as a lost network. */
export const asking = (signal: AbortSignal): Ask => async ({ method, path, body, type }, onProgress) => {
  const either = AbortSignal.any([signal, AbortSignal.timeout(PIECE_TIMEOUT_MS)]);
  const headers: Record<string, string> = type ? { "content-type": type } : {};
  const make = () => new Request(`/api${path}`, { method, headers, body, signal: either, redirect: "error" });
  try {
    return await answered(await authorised(make, onProgress));
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code };
    return { status: 0, code: "ERR_UNREACHABLE" };
  }
};
