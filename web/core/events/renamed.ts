// A new name in the records that show it as a badge: `user`, `queue`, `queues`, `whatsapp`, `tags`, and a writer's `userName`. Pure.
import type { Renamed } from "../../../api/contract/renamed.ts";
import { byName } from "../../../api/contract/words/name-order.ts";

interface Badge {
  id: number;
  name: string;
}
interface Badged {
  userId?: number | null;
  userName?: string | null;
  quotedMsg?: Badged | null;
  [field: string]: unknown;
}

/** What the badges of a field are of. */
const single: Record<string, Renamed["of"]> = { user: "user", queue: "queue", whatsapp: "connection" };
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
  if (old.quotedMsg) next.quotedMsg = withName(old.quotedMsg, change);
  return Object.keys(next).some((key) => next[key] !== old[key]) ? next as R : record;
}

const badge = (old: Badge, { name, color }: Renamed) =>
  name === null ? null : { ...old, name, ...(color === null ? {} : { color }) };
/** Tags stand by name; what else stands in a list has an order of its own. */
function badges(old: readonly Badge[], change: Renamed): Badge[] {
  const next = old.flatMap((one) => one.id === change.id ? badge(one, change) ?? [] : one);
  return change.of === "tag" ? next.sort(byName) : next;
}

/** Whether the place of a new name in this record is the server's to say: queues stand by their position, then by name. */
export const namesInOrder = (record: object, { of, id }: Renamed): boolean =>
  of === "queue" && ((record as Badged).queues as Badge[] | undefined)?.some((one) => one.id === id) === true;
