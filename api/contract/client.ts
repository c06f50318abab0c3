// Calls any endpoint through any fetch. Used by the app, the tests, the benches and the browser scripts.
import { ApiError } from "./api-error.ts";
import { type Answer, type Call, type Endpoint, fillPath } from "./endpoint.ts";
import { ErrorBody } from "./errors.ts";

export { ApiError };

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The request an endpoint and its input make; `base` ends before `/api`. */
export function buildRequest<E extends Endpoint>(
  base: string,
  e: E,
  call: Call<E>,
  options: CallOptions = {},
): Request {
  const url = new URL(
    `${base}/api${fillPath(e.path, call.params as unknown as Record<string, unknown> | undefined)}`,
    "http://localhost",
  );
  for (const [name, value] of Object.entries((call.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) {
      url.searchParams.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  }
  const headers = new Headers(options.headers);
  let body: BodyInit | undefined;
  if (call.files && e.upload) {
    const form = new FormData();
    for (const [name, value] of Object.entries((call.body ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
    for (const file of call.files) form.append(e.upload, file, file.name);
    body = form;
  } else if (call.body !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(call.body);
  }
  return new Request(base ? url : `${url.pathname}${url.search}`, {
    method: e.method,
    headers,
    body,
    signal: options.signal,
  });
}

/** Reads an answer. Throws ApiError for every refusal. */
export async function readAnswer<E extends Endpoint>(_e: E, response: Response): Promise<Answer<E>> {
  const text = await response.text();
  let value: unknown;
  try {
    value = text ? JSON.parse(text) : undefined;
  } catch {
    value = undefined;
  }
  if (response.ok) return value as Answer<E>;
  const parsed = ErrorBody.safeParse(value);
  const after = Number(response.headers.get("retry-after"));
  const body = {
    ...parsed.success ? parsed.data : { error: `HTTP_${response.status}` },
    ...after > 0 ? { retryAfter: after } : {},
  };
  throw new ApiError(response.status, body.error, body);
}
