// Limits of the records a device keeps, with their reasons, and the plan of what to drop above them, as pure functions.

/** Live tickets: the largest inbox a person still works through; one row is about a kilobyte. */
export const MAX_TICKETS = 2_000;
/** Messages of one conversation: a page, what a screen shows before anybody scrolls. */
export const MESSAGES_EACH = 40;
/** Messages of all conversations: 500 full ones, about 14 MB. */
export const MAX_MESSAGES = 20_000;
/** A conversation that has been silent for longer is not looked up on the road, ms. */
export const MAX_AGE_MS = 60 * 24 * 3600_000;
/** Contacts: half a kilobyte each, for finding a number without a network. */
export const MAX_CONTACTS = 20_000;
/** Pictures and voice notes, bytes: a desk has the disk for it, a phone's is full of its own pictures. */
export const MEDIA_BYTES = { desk: 200_000_000, phone: 80_000_000 } as const;
/** Larger pictures are no thumbnails, bytes. */
export const MAX_IMAGE_BYTES = 300_000;
/** Five minutes of speech in Opus, bytes. */
export const MAX_VOICE_BYTES = 1_500_000;
/** Above this share of what the browser grants, files make room. */
export const FULL = 0.8;

export interface UsedTicket {
  id: number;
  usedAt: number;
  movedAt: number;
}
export interface UsedConversation {
  id: number;
  usedAt: number;
  newestAt: number;
  count: number;
}
export interface UsedMedia {
  path: string;
  usedAt: number;
  bytes: number;
}
export interface KeptRecords {
  tickets: readonly UsedTicket[];
  conversations: readonly UsedConversation[];
  contacts: readonly number[];
  media: readonly UsedMedia[];
}
export interface Leaving {
  tickets: number[];
  conversations: number[];
  contacts: number[];
  media: string[];
}

const surplus = <T>(list: readonly T[], most: number) => list.slice(0, Math.max(0, list.length - most));

/** Drops from the front until the rest weighs no more than `most`. */
function lighten<T>(list: readonly T[], weight: (entry: T) => number, most: number): T[] {
  let total = list.reduce((sum, entry) => sum + weight(entry), 0);
  const gone: T[] = [];
  for (const entry of list) {
    if (total <= most) break;
    total -= weight(entry);
    gone.push(entry);
  }
  return gone;
}

/**
 * Plans which records to drop, so that the rest is within the budget: the least recently opened first, among those never opened the
 * longest silent. A ticket takes its conversation along. `mediaBytes` is the limit for files, `now` in ms.
 */
export function planLeaving(kept: KeptRecords, mediaBytes: number, now: number): Leaving {
  const tickets = surplus(
    kept.tickets.toSorted((a, b) => a.usedAt - b.usedAt || a.movedAt - b.movedAt || a.id - b.id),
    MAX_TICKETS,
  ).map((ticket) => ticket.id);
  const gone = new Set(tickets);
  const without = kept.conversations.filter(({ id, newestAt }) => gone.has(id) || now - newestAt > MAX_AGE_MS);
  const dropped = new Set(without.map(({ id }) => id));
  const rest = kept.conversations.filter(({ id }) => !dropped.has(id))
    .toSorted((a, b) => a.usedAt - b.usedAt || a.newestAt - b.newestAt || a.id - b.id);
  const media = kept.media.toSorted((a, b) => a.usedAt - b.usedAt || (a.path < b.path ? -1 : 1));
  return {
    tickets,
    conversations: [...dropped, ...lighten(rest, ({ count }) => count, MAX_MESSAGES).map(({ id }) => id)],
    // Nobody opens contacts here; the newest are the likeliest to be looked for.
    contacts: surplus(kept.contacts.toSorted((a, b) => a - b), MAX_CONTACTS),
    media: lighten(media, ({ bytes }) => bytes, mediaBytes).map(({ path }) => path),
  };
}

/** The limit for files, bytes: the budget, or the rest of the browser's grant, whichever is less. */
export function mediaBudget(phone: boolean, held: number, estimate: { usage?: number; quota?: number }): number {
  const budget = phone ? MEDIA_BYTES.phone : MEDIA_BYTES.desk;
  const { usage, quota } = estimate;
  if (!quota || usage === undefined) return budget;
  return Math.max(0, Math.min(budget, Math.floor(held + quota * FULL - usage)));
}

/** How many messages a ticket may still bring, after so many are kept already. */
export const messagesLeft = (kept: number): number => kept >= MAX_MESSAGES ? 0 : MESSAGES_EACH;

/** True for a file worth keeping: a small picture, a voice note. */
export function worthKeeping(type: string, bytes: number): boolean {
  if (type.startsWith("image/")) return bytes <= MAX_IMAGE_BYTES;
  return type.startsWith("audio/") && bytes <= MAX_VOICE_BYTES;
}
