// What Graph's error codes mean for the host. Codes decide, never the text: Meta translates it.
import { ChannelError, type ChannelErrorCode, type FailureReason } from "../sdk/mod.ts";

export interface Verdict {
  code: ChannelErrorCode;
  reason: FailureReason;
  /** How long to wait where the answer does not say, ms. */
  retryAfterMs?: number;
  scope?: "recipient";
}
/** Meaning of a code and its subcode; undefined where the provider's own table has none. */
export type Explain = (code: number, subcode?: number) => Verdict | undefined;

const MINUTE = 60_000;
/** The meanings that both tables share. */
export const verdicts = {
  /** Token or permission: the provider takes nothing until somebody logs in again. */
  auth: { code: "not-connected", reason: "ERR_PROVIDER_AUTH" },
  /** The account is restricted or locked: more sends would make it worse. */
  suspended: { code: "not-connected", reason: "ERR_PROVIDER_REFUSED" },
  refused: { code: "rejected", reason: "ERR_PROVIDER_REFUSED" },
  unavailable: { code: "rejected", reason: "ERR_RECIPIENT_UNAVAILABLE" },
  optedOut: { code: "rejected", reason: "ERR_CONTACT_OPTED_OUT" },
  invalidContact: { code: "rejected", reason: "ERR_WAPP_INVALID_CONTACT" },
  unsupported: { code: "rejected", reason: "ERR_NOT_SUPPORTED_BY_CHANNEL" },
  media: { code: "rejected", reason: "ERR_MEDIA_REFUSED" },
  template: { code: "rejected", reason: "ERR_TEMPLATE_REFUSED" },
  window: { code: "window-closed", reason: "ERR_REPLY_WINDOW_CLOSED" },
  transient: { code: "unreachable", reason: "ERR_PROVIDER_UNREACHABLE" },
  appLimit: { code: "rate-limited", reason: "ERR_PROVIDER_RATE_LIMITED", retryAfterMs: MINUTE },
} as const satisfies Record<string, Verdict>;

/** Longest wait of an answer that is obeyed, ms: a wrong clock at the provider must not stop a connection for good. */
const MAX_WAIT_MS = 24 * 60 * MINUTE;

/** `Retry-After` in ms: seconds or a date (RFC 9110). Undefined where it is missing or unreadable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}

/** Codes and Meta's words with long digit runs masked, because the words may name a customer's number. */
export function detailOf(code: number | string, subcode?: number, words?: string): string {
  const masked = (words ?? "").replace(/\d{7,}/g, "…").slice(0, 300);
  return `${code}${subcode ? `/${subcode}` : ""}${masked ? ` ${masked}` : ""}`;
}

/** The ChannelError of a verdict. `waitMs` is what the answer itself asked for. */
export function errorOf(
  verdict: Verdict,
  detail: string,
  options: { waitMs?: number; maybeSent?: boolean } = {},
): ChannelError {
  return new ChannelError(verdict.code, {
    reason: verdict.reason,
    detail,
    scope: verdict.scope,
    maybeSent: options.maybeSent,
    retryAfterMs: verdict.code === "rate-limited" ? options.waitMs ?? verdict.retryAfterMs ?? MINUTE : undefined,
  });
}
