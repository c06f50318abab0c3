// One request to a push service (RFC 8030), encrypted for the device (RFC 8291) and signed with our key (RFC 8292). The service
// sees when, how large and for which device; what is in it only the device can read.
import { createECDH } from "node:crypto";
import { isIP } from "node:net";
import { guardedFetch, InnerAddress, isInner } from "../../../core/outside/egress.ts";
import type { Env } from "../../../core/env.ts";
import { vapidKeys } from "../../../core/secrets/vapid.ts";

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}
export interface Manner {
  /** How long the service keeps it for a device that is off, seconds. */
  ttl: number;
  urgency: "normal" | "high";
  /** An undelivered push of the same topic is replaced: a ticket's uuid without dashes. */
  topic?: string;
}
/** `later`: the service is busy or out of reach; `gone`: the device is unsubscribed, or its address is none of ours to reach. */
export type PushResult = "sent" | "later" | "gone" | "failed";

const TIMEOUT_MS = 10_000;
const MAX_ENDPOINT = 2000;
let allowed: readonly string[] = [];
let subject = "";

/** Sets once at start whom push services may write to about us, and which inner hosts may be reached. */
export function setUpPush(env: Pick<Env, "EGRESS_ALLOW" | "PUBLIC_URL" | "ADMIN_EMAIL">): void {
  allowed = env.EGRESS_ALLOW;
  const { protocol, hostname, origin } = new URL(env.PUBLIC_URL);
  // Services refuse a subject that is no public address.
  subject = protocol === "https:" && hostname.includes(".") ? origin : `mailto:${env.ADMIN_EMAIL}`;
}

/** A subscription as it is kept, or null when nothing could ever be sent to it. Names are looked up when sending. */
export function usable(given: Subscription): Subscription | null {
  const url = URL.parse(given.endpoint);
  if (!url || url.username || url.password || url.hash || url.href.length > MAX_ENDPOINT) return null;
  const named = allowed.includes(url.hostname) || allowed.includes(url.host);
  if (url.protocol !== "https:" && !(named && url.protocol === "http:")) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!named && (isIP(host) ? isInner(host) : !/\.(?!local$|localhost$|internal$)[^.]+$/.test(host))) return null;
  return isPoint(given.p256dh) && bytesOf(given.auth)?.length === 16 ? { ...given, endpoint: url.href } : null;
}
function bytesOf(base64url: string): Uint8Array | null {
  return /^[\w-]+$/.test(base64url) ? Buffer.from(base64url, "base64url") : null;
}
/** Whether this is a point of the curve: encrypting for anything else would fail. */
function isPoint(p256dh: string): boolean {
  const bytes = bytesOf(p256dh);
  if (bytes?.length !== 65) return false;
  try {
    const own = createECDH("prime256v1");
    own.generateKeys();
    own.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Apple's service takes the permission away from who sends what shows nothing: such devices get no `clear`. */
export function showsEverything(endpoint: string): boolean {
  const host = URL.parse(endpoint)?.hostname ?? "";
  return host === "push.apple.com" || host.endsWith(".push.apple.com");
}

/** Sends one push; never throws. */
export async function sendPush(to: Subscription, payload: string, manner: Manner): Promise<PushResult> {
  try {
    const request = await requestFor(to, payload, manner);
    const fetchOut = guardedFetch({ origins: [], allow: allowed });
    const response = await fetchOut(to.endpoint, {
      ...request,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return resultOf(response.status);
  } catch (error) {
    if (error instanceof InnerAddress) return "gone";
    return error instanceof RangeError ? "failed" : "later";
  }
}
function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "later" : "failed";
}

async function requestFor(to: Subscription, payload: string, manner: Manner): Promise<RequestInit> {
  const [{ default: webPush }, keys] = await Promise.all([import("web-push"), vapidKeys()]);
  const details = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    payload,
    { TTL: manner.ttl, urgency: manner.urgency, topic: manner.topic, vapidDetails: { subject, ...keys } },
  );
  const headers = new Headers();
  for (const [name, value] of Object.entries(details.headers)) {
    if (name !== "Content-Length") headers.set(name, String(value));
  }
  return { method: "POST", headers, body: new Uint8Array(details.body!) };
}
