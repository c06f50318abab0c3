// Security headers of every answer (proof S25).
import type { MiddlewareHandler } from "hono";

/** The app's own pages: nothing from elsewhere, nothing inline; but for a video that somebody pressed, in YouTube's own frame. */
export const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; frame-src 'self' https://www.youtube-nocookie.com; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types recado";
/** A worker's script runs under its own answer's policy: it loads from here and nowhere else. */
export const WORKER_CSP =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";
/** Answers that are data. */
export const DATA_CSP = "default-src 'none'; frame-ancestors 'none'";

/** Sets what an answer has not set itself. */
export function securityHeaders(tls: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    const put = (name: string, value: string) => headers.has(name) || headers.set(name, value);
    const type = headers.get("content-type") ?? "";
    put(
      "content-security-policy",
      type.startsWith("text/html") ? PAGE_CSP : type.includes("javascript") ? WORKER_CSP : DATA_CSP,
    );
    put("x-content-type-options", "nosniff");
    put("referrer-policy", "no-referrer");
    put("cross-origin-opener-policy", "same-origin");
    put("cross-origin-resource-policy", "same-origin");
    put("permissions-policy", "camera=(self), microphone=(self), geolocation=()");
    if (c.req.path.startsWith("/api")) put("cache-control", "no-store");
    if (tls) put("strict-transport-security", "max-age=31536000; includeSubDomains");
  };
}
