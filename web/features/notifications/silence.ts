// Whether the sound of the open app keeps quiet, as a pure function of the person's rules and the company's clock.
import type { Level, NotificationRules } from "../../../api/features/notifications/contract.ts";

/** What happened: a message in one's own ticket, in one that waits, or one's name in a note. */
export type Occasion = "mine" | "waiting" | "mention";
const rings: Record<Level, readonly Occasion[]> = {
  waiting: ["mine", "waiting", "mention"],
  mine: ["mine", "mention"],
  mentions: ["mention"],
  none: [],
};

/** True between `from` and `to`; a span that begins later than it ends goes past midnight, the same is all day. */
export function isQuiet({ on, from, to }: NotificationRules["quiet"], time: string): boolean {
  if (!on) return false;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** True where the rules ask for silence: quiet hours, or a queue with a rule of its own that leaves this out. */
export function isSilent(
  rules: Pick<NotificationRules, "quiet" | "queues"> | undefined,
  { occasion, queueId }: { occasion: Occasion; queueId: number | null },
  time: string,
): boolean {
  if (!rules) return false;
  const own = rules.queues.find((rule) => rule.queueId === queueId);
  return isQuiet(rules.quiet, time) || (own !== undefined && !rings[own.level].includes(occasion));
}
