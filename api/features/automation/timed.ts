// What time alone does to a ticket (docs/product/automation.md#time), decided from what is known of it and nothing else.
//
// Idle is a ticket since the last of: a message of either side (automatic ones too, only not the warning that it is idle), the
// round's beginning, somebody taking it. A message that was held up on its way counts from when it arrived. Private notes,
// reactions, tags and reading do not count.
import type { SaidTexts } from "./actions/bot.ts";

/** What the rules look at. Minutes are 0 where a rule is off. */
export interface TimedFacts {
  status: string;
  queueId: number | null;
  userId: number | null;
  /** The bot leads. */
  isBot: boolean;
  /** A group on a connection where groups are not tickets. */
  groupChat: boolean;
  /** It came with old messages, not by somebody writing. */
  imported: boolean;
  /** Its connection is there and up. */
  connected: boolean;
  quietSince: Date;
  /** Whose the last message is that a person wrote; null: nobody wrote yet. */
  lastWord: "ours" | "theirs" | null;
  /** When the round ended by asking for a rating; only in status `nps`. */
  askedAt: Date | null;
  said: SaidTexts;
  /** When it was given to its person to accept: by menu, draw or rotation. */
  handedAt: Date | null;
  /** Its person is at work. */
  ownerOnline: boolean;
  redirectAfterMin: number;
  redirectQueueId: number | null;
  inactiveAfterMin: number;
  inactiveText: string;
  closeAfterMin: number;
  expiredText: string;
  closeIfOursLast: boolean;
  ratingExpiresMin: number;
  /** The company wants a tag before closing and the contact has none. */
  lacksTag: boolean;
  /** The log says of this round that it stays open for that. */
  toldOfTag: boolean;
  /** Of its queue. */
  rotateAfterMin: number;
}

export type TimedDeed = "warn" | "expire" | "close" | "leaveUntagged" | "endRating" | "redirect" | "hand" | "release";

const MINUTE_MS = 60_000;
const past = (since: Date, minutes: number, now: Date) => now.getTime() - since.getTime() >= minutes * MINUTE_MS;

/**
 * The deed that is due for a ticket now, one at a time; null for nothing. `expireHours` is the platform's default for tickets
 * whose connection sets no time to close (0: never).
 */
export function decideTimed(facts: TimedFacts, expireHours: number, now: Date): TimedDeed | null {
  if (facts.imported || facts.groupChat) return null;
  switch (facts.status) {
    case "pending":
      return redirects(facts, now)
        ? "redirect"
        : hands(facts, now)
        ? "hand"
        : releases(facts, now)
        ? "release"
        : warns(facts, now)
        ? "warn"
        : null;
    case "open":
      if (facts.closeAfterMin > 0) {
        return expires(facts, now) ? closes(facts, "expire") : warns(facts, now) ? "warn" : null;
      }
      return warns(facts, now) ? "warn" : isForgotten(facts, expireHours, now) ? closes(facts, "close") : null;
    case "lgpd":
      return expireHours > 0 && past(facts.quietSince, expireHours * 60, now) ? "close" : null;
    case "nps":
      return ratingIsOver(facts, expireHours, now) ? "endRating" : null;
    default:
      return null;
  }
}

/** What is served is closed, or left open for want of a tag, which is said once in a round. */
function closes({ lacksTag, toldOfTag }: TimedFacts, deed: TimedDeed): TimedDeed | null {
  if (!lacksTag) return deed;
  return toldOfTag ? null : "leaveUntagged";
}

/** Waiting without a queue and a person. */
function redirects(
  { queueId, userId, connected, redirectAfterMin, redirectQueueId, quietSince }: TimedFacts,
  now: Date,
) {
  return queueId === null && userId === null && connected && redirectQueueId !== null && redirectAfterMin > 0 &&
    past(quietSince, redirectAfterMin, now);
}

/**
 * At once while nobody has it; again when who was given it by rotation left it untouched for so long. A bot that leads is let
 * finish: only when the customer has stopped answering it for so long, people take over.
 */
function hands({ userId, isBot, quietSince, handedAt, rotateAfterMin }: TimedFacts, now: Date): boolean {
  if (rotateAfterMin === 0) return false;
  if (userId === null) return !isBot || past(quietSince, rotateAfterMin, now);
  return handedAt !== null && past(handedAt, rotateAfterMin, now);
}

/** So long a ticket that menu or draw gave to somebody waits for them alone, minutes. */
export const RESERVED_MIN = 5;
/** Anybody may have what its person does not accept; where the queue rotates, rotation hands it on instead. */
function releases({ userId, handedAt, ownerOnline, rotateAfterMin }: TimedFacts, now: Date): boolean {
  if (userId === null || handedAt === null || rotateAfterMin > 0) return false;
  return !ownerOnline || past(handedAt, RESERVED_MIN, now);
}

/** Once in a round, whoever wrote last. */
function warns({ said, connected, inactiveAfterMin, inactiveText, quietSince }: TimedFacts, now: Date): boolean {
  return connected && inactiveAfterMin > 0 && inactiveText !== "" && !said.inactive &&
    past(quietSince, inactiveAfterMin, now);
}

/** So long after the warning. A customer who wrote after it and fell silent again gets both times, but not the same text twice. */
function expires(facts: TimedFacts, now: Date): boolean {
  const { said, connected, lastWord, closeIfOursLast, inactiveAfterMin, inactiveText, closeAfterMin, quietSince } =
    facts;
  if (!connected || (closeIfOursLast && lastWord === "theirs")) return false;
  if (inactiveAfterMin > 0 && inactiveText !== "" && !said.inactive) return false;
  const warnedAt = said.inactive ? new Date(said.inactive.at) : null;
  if (warnedAt && warnedAt >= quietSince) return past(warnedAt, closeAfterMin, now);
  return past(quietSince, inactiveAfterMin + closeAfterMin, now);
}

/** The default: only a ticket in which we had the last word. A customer who waits for an answer is never closed away. */
function isForgotten({ lastWord, quietSince }: TimedFacts, expireHours: number, now: Date): boolean {
  return expireHours > 0 && lastWord !== "theirs" && past(quietSince, expireHours * 60, now);
}

function ratingIsOver({ askedAt, quietSince, ratingExpiresMin }: TimedFacts, expireHours: number, now: Date): boolean {
  const minutes = ratingExpiresMin || expireHours * 60;
  return minutes > 0 && past(askedAt ?? quietSince, minutes, now);
}
