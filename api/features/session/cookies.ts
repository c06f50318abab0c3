// The session's cookies, and who may use them (proof S10).
import { parse } from "hono/utils/cookie";
import { refuse } from "../../contract/errors.ts";
import { REFRESH_TTL_S } from "../../contract/limits.ts";

/** What of the environment decides how cookies look. */
export interface Site {
  PUBLIC_URL: string;
  TLS_CERT?: string;
}
type Cookie = "recado_refresh" | "recado_device";
const DEVICE_TTL_S = 365 * 24 * 3600;

/** Browsers treat these as secure without HTTPS. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname);
}
/** `__Host-` and Secure over HTTPS and on loopback; a plain name without Secure only else. */
function isSecure(request: Request, site: Site): boolean {
  return site.PUBLIC_URL.startsWith("https:") || Boolean(site.TLS_CERT) || isLoopback(new URL(request.url).hostname);
}
function nameOf(cookie: Cookie, secure: boolean): string {
  return secure ? `__Host-${cookie}` : cookie;
}

/** The cookie's value, if the request carries it. */
export function readCookie(request: Request, site: Site, cookie: Cookie): string | undefined {
  const name = nameOf(cookie, isSecure(request, site));
  return parse(request.headers.get("cookie") ?? "", name)[name];
}
/** Sets a cookie for as long as it means something; an empty value takes it away. */
export function setCookie(headers: Headers, request: Request, site: Site, cookie: Cookie, value: string): void {
  const secure = isSecure(request, site);
  const life = value === "" ? 0 : cookie === "recado_device" ? DEVICE_TTL_S : REFRESH_TTL_S;
  const parts = [`${nameOf(cookie, secure)}=${value}`, "Path=/", `Max-Age=${life}`, "HttpOnly", "SameSite=Strict"];
  headers.append("set-cookie", [...parts, ...(secure ? ["Secure"] : [])].join("; "));
}

/** Calls that live by the cookie come from our own pages only. Refuses ERR_CROSS_SITE. */
export function refuseCrossSite(request: Request, site: Site): void {
  const from = request.headers.get("sec-fetch-site");
  if (from !== null && from !== "same-origin" && from !== "none") refuse("ERR_CROSS_SITE");
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwn(origin, request, site)) refuse("ERR_CROSS_SITE");
}
function isOwn(origin: string, request: Request, site: Site): boolean {
  if (!URL.canParse(origin)) return false;
  const own = new URL(request.url);
  return origin === new URL(site.PUBLIC_URL).origin || (isLoopback(own.hostname) && new URL(origin).host === own.host);
}

/** One live session per person and device class. */
export function deviceClass(request: Request): "phone" | "desk" {
  const hint = request.headers.get("sec-ch-ua-mobile");
  if (hint !== null) return hint === "?1" ? "phone" : "desk";
  return /Mobi|Android|iPhone|iPad|iPod/i.test(request.headers.get("user-agent") ?? "") ? "phone" : "desk";
}
