// Why a socket ended, and what to do about it: a table without effects (docs/operations.md#linked-numbers-of-whatsapp).

/** Words for people, explained by the locales under `reason`. */
export type Reason =
  | "logged-out"
  | "banned"
  | "code-expired"
  | "old-mode"
  | "replaced"
  | "bad-session"
  | "refused"
  | "unavailable"
  | "lost";

export type Reaction =
  /** Try again: at once, after the growing pause, or after a longer one. */
  | { do: "again"; pause: "none" | "growing" | "long"; status: "OPENING" | "TIMEOUT" | "DISCONNECTED"; reason?: Reason }
  /** Wait for a person. Keys are kept unless WhatsApp ended the session for good. */
  | { do: "stop"; reason: Reason; keys: "kept" | "aside" }
  /** Somebody else uses these keys: whether that is us under another owner decides. */
  | { do: "ask-owner" };

export interface Circumstances {
  /** Whether the socket had keys that a phone had agreed to. */
  linked: boolean;
  /** How often 500 came in a row, this one included. */
  badInARow: number;
  /** Whether the socket showed a code, and since when the person who wants one waits, ms. */
  codeShown: boolean;
  waitingMs: number;
}

/** Then the session itself is taken to be broken. */
const BAD_SESSION_LIMIT = 5;
/** As long as one registration lives at WhatsApp: a code of 60 s and five of 20 s. */
export const CODE_LIFE_MS = 160_000;

/** The code of the end of a socket, as WhatsApp gave it. 0: none; -1: the network's, whose numbers are not WhatsApp's. */
export function codeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const code = (error as { output?: { statusCode?: number } }).output?.statusCode ?? 0;
  // The code of a refused upgrade is a proxy's or a portal's: its 401 must never cost the keys.
  return error.message.startsWith("WebSocket Error") && code !== 408 ? -1 : code;
}

/** What to do after a socket ended with this code. */
export function reactionTo(code: number, { linked, badInARow, codeShown, waitingMs }: Circumstances): Reaction {
  if (code === 515) return { do: "again", pause: "none", status: "OPENING" };
  if (!linked) {
    if (code >= 400 && code < 500 && code !== 408 && code !== 428) {
      return { do: "stop", reason: code === 403 ? "banned" : code === 411 ? "old-mode" : "refused", keys: "kept" };
    }
    if ((code === 408 && codeShown) || waitingMs >= CODE_LIFE_MS) {
      return { do: "stop", reason: "code-expired", keys: "kept" };
    }
    return { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" };
  }
  switch (code) {
    case 401:
      return { do: "stop", reason: "logged-out", keys: "aside" };
    case 403:
      return { do: "stop", reason: "banned", keys: "kept" };
    case 408:
      return { do: "again", pause: "growing", status: "TIMEOUT", reason: "lost" };
    case 411:
      return { do: "stop", reason: "old-mode", keys: "kept" };
    case 428:
      return { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" };
    case 440:
      return { do: "ask-owner" };
    case 500:
      if (badInARow >= BAD_SESSION_LIMIT) return { do: "stop", reason: "bad-session", keys: "kept" };
      return { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" };
    case 503:
      return { do: "again", pause: "long", status: "DISCONNECTED", reason: "unavailable" };
  }
  if (code >= 400 && code < 500) return { do: "stop", reason: "refused", keys: "kept" };
  return { do: "again", pause: "growing", status: "DISCONNECTED", reason: "lost" };
}

/** Pause before the `attempt`th try (from 0), ms: 1 s doubling to 60 s; `long` begins at 10 s. `chance` in 0..1 spreads a herd. */
export function pauseMs(pause: "none" | "growing" | "long", attempt: number, chance: number): number {
  if (pause === "none") return 0;
  const whole = Math.min(60_000, (pause === "long" ? 10_000 : 1_000) * 2 ** Math.min(attempt, 10));
  return Math.round(whole * (0.75 + chance / 4));
}
