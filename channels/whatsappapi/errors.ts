// Error codes of the WhatsApp Cloud API, in answers and in statuses.
import { type Verdict, verdicts as v } from "../meta/errors.ts";

const HOUR = 3_600_000;
const limited = { code: "rate-limited", reason: "ERR_PROVIDER_RATE_LIMITED" } as const;

const byCode: Record<string, Verdict> = {
  0: v.auth,
  1: v.transient,
  2: v.transient,
  3: v.auth,
  4: v.appLimit,
  10: v.auth,
  100: v.refused,
  190: v.auth,
  368: v.suspended,
  80007: v.appLimit,
  130429: { ...limited, retryAfterMs: 10_000 },
  130472: v.unavailable,
  130497: v.unavailable,
  131000: v.transient,
  131005: v.auth,
  131016: v.transient,
  131021: v.invalidContact,
  131026: v.unavailable,
  131031: v.suspended,
  131045: v.auth,
  131047: v.window,
  131048: { ...limited, retryAfterMs: HOUR },
  131049: v.unavailable,
  131050: v.optedOut,
  131051: v.unsupported,
  // Another try may succeed; the reason that stays on the message names its file.
  131052: { code: "unreachable", reason: "ERR_MEDIA_REFUSED" },
  131053: { code: "unreachable", reason: "ERR_MEDIA_REFUSED" },
  // One pair of numbers may exchange a message every 6 s; other customers need not wait.
  131056: { ...limited, retryAfterMs: 6_000, scope: "recipient" },
  131057: v.transient,
  131062: v.unavailable,
  132000: v.template,
  132001: v.template,
  132005: v.template,
  132007: v.template,
  132012: v.template,
  132015: v.template,
  132016: v.template,
  133016: { ...limited, retryAfterMs: HOUR },
  135000: v.transient,
};

/** What a Cloud API error means. Undefined for codes Meta's table does not have; 200 to 299 are all permissions. */
export function explainWhatsapp(code: number): Verdict | undefined {
  return byCode[code] ?? (code >= 200 && code <= 299 ? v.auth : undefined);
}
