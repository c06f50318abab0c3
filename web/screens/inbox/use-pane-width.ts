import { useEffect, useRef, useState } from "react";
import { LIST_WIDTH } from "../../../api/contract/limits.ts";
import { users } from "../../../api/features/users/contract.ts";
import { setMe, useMe } from "../../core/who/me.ts";
import { useCall } from "../../core/query.ts";

const SAVE_AFTER_MS = 800;

/** Keeps a width within what the list pane may have, px. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width)));

/** The list pane's width: the person's own, kept at the server a moment after the last change. */
export function usePaneWidth() {
  const me = useMe();
  const [width, setWidth] = useState(() => clampWidth(me.defaultTicketsManagerWidth || LIST_WIDTH.initial));
  const save = useCall(users.width, { silent: true });
  const saved = useRef(width);
  useEffect(() => {
    if (width === saved.current) return;
    const timer = setTimeout(() => {
      saved.current = width;
      setMe({ ...me, defaultTicketsManagerWidth: width });
      save.mutate({ params: { id: me.id }, body: { defaultTicketsManagerWidth: width } });
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [width]);
  // Another device's choice, as the session brings it.
  const kept = clampWidth(me.defaultTicketsManagerWidth || LIST_WIDTH.initial);
  useEffect(() => {
    if (kept === saved.current) return;
    saved.current = kept;
    setWidth(kept);
  }, [kept]);
  return { width, setWidth: (next: number) => setWidth(clampWidth(next)) };
}
