// Which customers are writing right now, as far as their channel tells: one listener for the whole list.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useEffect, useMemo } from "react";
import { typing } from "../../../../../api/features/messages/contract.ts";
import { onEvent } from "../../../../core/live.ts";

/** A sign that is not renewed is over; phones renew theirs about every ten seconds. */
const SHOWN_MS = 12_000;
const typingAtom = atom<ReadonlySet<number>>(new Set<number>());
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(ticketId: number, on: boolean) {
  clearTimeout(timers.get(ticketId));
  timers.delete(ticketId);
  if (on) timers.set(ticketId, setTimeout(() => set(ticketId, false), SHOWN_MS));
  const store = getDefaultStore();
  if (store.get(typingAtom).has(ticketId) === on) return;
  const next = new Set(store.get(typingAtom));
  if (on) next.add(ticketId);
  else next.delete(ticketId);
  store.set(typingAtom, next);
}

/** Listens while the list is on screen. */
export function useTypingSigns(): void {
  useEffect(() => {
    const stop = onEvent(typing, ({ ticketId, on }) => set(ticketId, on));
    return () => {
      stop();
      for (const id of [...timers.keys()]) set(id, false);
    };
  }, []);
}

/** True while the customer of this ticket writes. */
export function useIsTyping(ticketId: number): boolean {
  return useAtomValue(useMemo(() => selectAtom(typingAtom, (ids) => ids.has(ticketId)), [ticketId]));
}
