// A new name in the records that show it as a badge: `user`, `ticketUser`, `queue`, `queues`, `whatsapp`, `tags`, and a writer's `userName`. Pure.
import type { Renamed } from "../../../api/contract/renamed.ts";
import { byName } from "../../../api/contract/words/name-order.ts";

interface Badge {
  id: number;
  name: string;
}
interface Badged {
  userId?: number | null;
  userName?: string | null;
  senderId?: number | null;
  senderName?: string | null;
  quotedMsg?: Badged | null;
  [field: string]: unknown;
}

/** The kind of record behind the badges of a field. */
const single: Record<string, Renamed["of"]> = {
  user: "user",
  ticketUser: "user",
  author: "user",
  queue: "queue",
  whatsapp: "connection",
};
const several: Record<string, Renamed["of"]> = { queues: "queue", tags: "tag" };

/** The record with the new name and colour; the same object where it shows none of it. */
export function withName<R>(record: R, change: Renamed): R {
  const old = record as Badged;
  const next: Badged = { ...old };
  const { of } = change;
  for (const field in single) {
    const one = old[field] as Badge | null | undefined;
    if (single[field] === of && one?.id === change.id) next[field] = badge(one, change);
  }
  for (const field in several) {
    const many = several[field] === of ? old[field] as Badge[] | undefined : undefined;
    if (Array.isArray(many) && many.some(({ id }) => id === change.id)) next[field] = badges(many, change);
  }
  if (of === "user" && old.userId === change.id && typeof old.userName === "string") next.userName = change.name;
  if (of === "user" && old.senderId === change.id && typeof old.senderName === "string") next.senderName = change.name;
  if (of === "user" && Array.isArray(old.users)) next.users = members(old.users as Badged[], change);
  if (old.quotedMsg) next.quotedMsg = withName(old.quotedMsg, change);
  return Object.keys(next).some((key) => next[key] !== old[key]) ? next as R : record;
}

const badge = (old: Badge, { name, color }: Renamed) =>
  name === null ? null : { ...old, name, ...(color === null || !("color" in old) ? {} : { color }) };
/** The people of a chat, in their order; whoever is gone is none of them. */
function members(old: readonly Badged[], change: Renamed): readonly Badged[] {
  if (!old.some((one) => one.userId === change.id)) return old;
  return old.map((one) => withName(one, change)).filter((one) => one.user !== null);
}
/** Tags are sorted by name; other badges have an order of their own. */
function badges(old: readonly Badge[], change: Renamed): Badge[] {
  const next = old.flatMap((one) => one.id === change.id ? badge(one, change) ?? [] : one);
  return change.of === "tag" ? next.sort(byName) : next;
}

/** Whether the place of a new name in this record is the server's to say: queues stand by their position, then by name. */
export const namesInOrder = (record: object, { of, id }: Renamed): boolean =>
  of === "queue" && ((record as Badged).queues as Badge[] | undefined)?.some((one) => one.id === id) === true;
