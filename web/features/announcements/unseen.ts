// Which announcements this person has yet to see. They come with the session and change with live events: nothing is asked for them.
import { currentMe, setMe, useMe } from "../../core/who/me.ts";

/** Ids, the most important first. A session from before there were any has none. */
export function useUnseen(): readonly number[] {
  return useMe().announcements ?? [];
}

/** Changes them on this device. */
export function changeUnseen(change: (ids: readonly number[]) => readonly number[]): void {
  const me = currentMe();
  if (!me) return;
  const before = me.announcements ?? [];
  const after = change(before);
  if (after.join() !== before.join()) setMe({ ...me, announcements: [...after] });
}
