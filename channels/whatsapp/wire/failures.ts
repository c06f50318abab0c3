// What went wrong at WhatsApp, in the words of the host.
import { ChannelError } from "../../sdk/mod.ts";
import type { Line } from "./line.ts";

/** A restricted account or too many messages: WhatsApp gives no time, so this long, ms. */
const CALM_MS = 60_000;

/** The code of an account that may start no conversation. */
export const RESTRICTED = "463";

/** The line is down; the host waits for it. */
export function notConnected(detail: string): ChannelError {
  return new ChannelError("not-connected", { reason: "ERR_WAPP_NOT_INITIALIZED", detail });
}

/**
 * The code in an acknowledgement or answer. 463: the account may start no conversation, and each try makes it worse; 479: the
 * stanza is not accepted as it is. `retryAfterMs`: for how long, where that is known.
 */
export function refusalOf(code: string, retryAfterMs?: number): ChannelError {
  const detail = `refused with ${code}`;
  if (code === RESTRICTED) return new ChannelError("rejected", { reason: "ERR_WAPP_RESTRICTED", retryAfterMs, detail });
  if (code === "429") {
    return new ChannelError("rate-limited", { reason: "ERR_PROVIDER_RATE_LIMITED", retryAfterMs: CALM_MS, detail });
  }
  if (["401", "403", "404", "406", "410"].includes(code)) {
    return new ChannelError("rejected", { reason: "ERR_RECIPIENT_UNAVAILABLE", detail });
  }
  if (["408", "500", "502", "503", "504"].includes(code)) return unreachable(detail);
  return new ChannelError("rejected", { reason: "ERR_PROVIDER_REFUSED", detail });
}

/** Only this conversation is in trouble: the others go on. */
export function unreachable(detail: string, maybeSent = false): ChannelError {
  return new ChannelError("unreachable", {
    reason: "ERR_PROVIDER_UNREACHABLE",
    detail,
    maybeSent,
    scope: "recipient",
  });
}

/** Baileys' errors carry a code as HTTP has them, and in `data` the one WhatsApp gave. */
interface Coded {
  output?: { statusCode?: number };
  data?: unknown;
}
const CLOSED = 428;

/** What Baileys threw before anything was sent. */
export function failureOf({ socket }: Pick<Line, "socket">, error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  const { output, data } = (error ?? {}) as Coded;
  if (!socket.ws.isOpen || output?.statusCode === CLOSED) return notConnected("the line went down");
  if (typeof data === "number") return refusalOf(String(data));
  return unreachable(error instanceof Error ? error.name : "unknown");
}
