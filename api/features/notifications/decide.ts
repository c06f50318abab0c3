// Who is rung: one pure function over a person, their rules and what happened. Whose it is to work in is the rule of tickets/visibility.ts.
import { viewerKeys } from "../../core/live/client.ts";
import { type Seen, serves } from "../tickets/visibility.ts";
import type { Level, NotificationRules } from "./contract.ts";

/** What happened: a customer wrote, a ticket begins to wait, it was given to somebody, a note names people. */
export type Why = "message" | "waits" | "transfer" | "mention";

export interface Person {
  id: number;
  profile: "admin" | "user";
  queueIds: number[];
  allTicket: boolean;
  allowGroup: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
  allowConnections: boolean;
  rules: NotificationRules;
}
export interface Happening {
  why: Why;
  ticket: Seen;
  /** Who did it; null when a customer did. */
  authorId: number | null;
  /** Whom a note names. */
  mentioned: readonly number[];
  /** Minutes since midnight where the company is. */
  minute: number;
}

/** Whether this person's devices ring. */
export function rings(person: Person, happening: Happening): boolean {
  if (happening.authorId === person.id || !works(person, happening.ticket)) return false;
  const level = levelFor(person.rules, happening.ticket.queueId);
  if (level === "none" || isQuiet(person.rules.quiet, happening.minute)) return false;
  if (happening.why === "mention") return happening.mentioned.includes(person.id);
  const concern = concernOf(person, happening.ticket);
  return level === "waiting" ? concern !== null : level === "mine" && concern === "own";
}

/** Whether this person's devices ring when a connection is away (docs/product/notifications.md#who-is-rung). */
export function ringsForOutage(person: Person, minute: number): boolean {
  const { level, connections, quiet } = person.rules;
  const may = person.profile === "admin" || person.allowConnections;
  return may && connections && level !== "none" && !isQuiet(quiet, minute);
}

/** Whether this person's devices ring for a chat of colleagues: never in quiet hours; a silenced chat only where it names them. */
export function ringsForChat(
  { rules: { level, quiet } }: Person,
  { muted, mentioned, minute }: { muted: boolean; mentioned: boolean; minute: number },
): boolean {
  if (level === "none" || isQuiet(quiet, minute)) return false;
  return mentioned || (!muted && level !== "mentions");
}

/** What a ticket is to a person: their own, one that waits for them, or another's. */
export function concernOf(person: Person, ticket: Seen): "own" | "waiting" | null {
  if (!works(person, ticket) || (ticket.isGroup && !person.allowGroup)) return null;
  // What the bot asks, for consent or a rating, is answered to the bot (docs/product/notifications.md#who-is-rung).
  if (["closed", "nps", "lgpd"].includes(ticket.status)) return null;
  if (ticket.userId !== null) return ticket.userId === person.id ? "own" : null;
  // A group that is no ticket has no owner: it is everybody's who works with groups.
  if (ticket.status === "group") return inQueue(person, ticket) ? "own" : null;
  return ticket.status === "pending" && inQueue(person, ticket) ? "waiting" : null;
}

/** Admins see all queues, but only their own wait for them, and those they made a rule for. */
function inQueue(person: Person, ticket: Seen): boolean {
  if (ticket.queueId === null) return ticket.isGroup || person.allTicket || person.profile === "admin";
  return person.queueIds.includes(ticket.queueId) ||
    person.rules.queues.some((rule) => rule.queueId === ticket.queueId && rule.level !== "none");
}

/** Whether the ticket is this person's to work in; what one only reads rings nowhere. */
export function works(person: Person, ticket: Seen): boolean {
  return serves(viewerKeys({ ...person, sessionId: "" }), ticket);
}

/** A queue's own rule, else the person's. */
function levelFor(rules: NotificationRules, queueId: number | null): Level {
  return rules.queues.find((rule) => rule.queueId === queueId)?.level ?? rules.level;
}

/** From the first minute up to, not including, the last; `from` later than `to` goes past midnight, the same is all day. */
export function isQuiet(quiet: NotificationRules["quiet"], minute: number): boolean {
  if (!quiet.on) return false;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  if (from === to) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
}

/** Minutes since midnight in a time zone. An unknown zone counts as UTC. */
export function minuteIn(timezone: string, now: Date): number {
  return minutesOf(timeIn(timezone, now));
}
/** `09:41` in a time zone. */
export function timeIn(timezone: string, now: Date): string {
  const read = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(now);
  try {
    return read(timezone);
  } catch {
    return read("UTC");
  }
}
