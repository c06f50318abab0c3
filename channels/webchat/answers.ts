// Answers of the public pages. Refusals are codes with a fitting status, as everywhere in the product.
const statuses = {
  ERR_VALIDATION: 400,
  ERR_BAD_REQUEST: 400,
  ERR_INVALID_TOKEN: 401,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_ROUTE_FOUND: 404,
  ERR_NO_MEDIA_FOUND: 404,
  ERR_BODY_TOO_LARGE: 413,
  ERR_UNSUPPORTED_MEDIA: 415,
  ERR_TOO_MANY_REQUESTS: 429,
} as const;

/** An expected refusal. */
export class Refused extends Error {
  constructor(readonly code: keyof typeof statuses, readonly retryAfter?: number) {
    super(code);
    this.name = "Refused";
  }
}
/** Refuses with a code. */
export function refuse(code: keyof typeof statuses, retryAfter?: number): never {
  throw new Refused(code, retryAfter);
}
/** Data for the page's script; never kept by anybody on the way. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers: { "cache-control": "no-store", ...headers } });
}
/** What a refusal answers. */
export function refusal({ code, retryAfter }: Refused): Response {
  const headers: Record<string, string> = retryAfter ? { "retry-after": String(Math.ceil(retryAfter)) } : {};
  return json({ error: code }, statuses[code], headers);
}
