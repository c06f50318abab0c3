// Who else is at a ticket, as last heard. Pure: what is heard and what time it is come from outside.
import { PRESENCE_GONE_MS, type PresenceState } from "../../../api/features/presence/contract.ts";

export interface Other {
  id: number;
  name: string;
  state: Exclude<PresenceState, "gone">;
  /** When it was heard, ms. */
  at: number;
}
interface Heard {
  user: { id: number; name: string };
  state: PresenceState;
}

/** The others after somebody said something; the same order, so that no name moves under the eye. */
export function hear(others: readonly Other[], { user, state }: Heard, at: number): readonly Other[] {
  if (state === "gone") return others.filter(({ id }) => id !== user.id);
  const next = { ...user, state, at };
  return others.some(({ id }) => id === user.id)
    ? others.map((other) => other.id === user.id ? next : other)
    : [...others, next];
}

/** Without those who have not been heard for half a minute; the same list where nobody went. */
export function stillThere(others: readonly Other[], now: number): readonly Other[] {
  const there = others.filter(({ at }) => now - at < PRESENCE_GONE_MS);
  return there.length === others.length ? others : there;
}
