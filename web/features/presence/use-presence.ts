// Says what one does at the ticket on screen, and hears it of others. Losing a word is fine: it is said again, or forgotten.
import { useEffect, useRef, useState } from "react";
import {
  presence,
  PRESENCE_EVERY_MS,
  presenceSaid,
  type PresenceState,
} from "../../../api/features/presence/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { onEvent } from "../../core/live.ts";
import { currentMe } from "../../core/who/me.ts";
import { hear, type Other, stillThere } from "./others.ts";

/** A person who stopped typing answers no longer, ms. */
const ANSWERING_MS = 10_000;
/** Not for those who only pass by with the arrow keys, ms. */
const SETTLE_MS = 700;
/** A newcomer is answered at most this often, ms. */
const GREET_EVERY_MS = 3_000;

/** The colleagues at this ticket, and what to call when one types. Not in a hidden page: nobody looks there. */
export function usePresence(ticketId: number | undefined): { others: readonly Other[]; typed: () => void } {
  const [others, setOthers] = useState<readonly Other[]>([]);
  const typed = useRef(() => {});
  useEffect(() => {
    if (ticketId === undefined) return;
    let said: PresenceState = "gone";
    let saidAt = 0;
    let typedAt = -Infinity;
    let known: readonly Other[] = [];
    const show = (next: readonly Other[]) => {
      if (next !== known) setOthers(known = next);
    };
    const tell = (state: PresenceState) => {
      if (state === "gone" && said === "gone") return;
      [said, saidAt] = [state, Date.now()];
      callApi(presence.say, { params: { ticketId }, body: { state } }).catch(
        () => {/* offline, or no longer ours to see */},
      );
    };
    const now = (): PresenceState =>
      document.hidden ? "gone" : Date.now() - typedAt < ANSWERING_MS ? "answering" : "viewing";
    const tick = () => {
      show(stillThere(known, Date.now()));
      const state = now();
      if (state !== said || Date.now() - saidAt >= PRESENCE_EVERY_MS) tell(state);
    };
    const stop = onEvent(presenceSaid, ({ ticketId: at, user, state }) => {
      if (at !== ticketId || user.id === currentMe()?.id) return;
      const newcomer = state !== "gone" && !known.some(({ id }) => id === user.id);
      show(hear(known, { user, state }, Date.now()));
      if (newcomer && said !== "gone" && Date.now() - saidAt > GREET_EVERY_MS) tell(now());
    });
    typed.current = () => {
      typedAt = Date.now();
      if (said === "viewing") tick();
    };
    const first = setTimeout(tick, SETTLE_MS);
    const timer = setInterval(tick, 2_000);
    const leave = () => tell("gone");
    document.addEventListener("visibilitychange", tick);
    addEventListener("pagehide", leave);
    return () => {
      stop();
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
      removeEventListener("pagehide", leave);
      leave();
      setOthers([]);
    };
  }, [ticketId]);
  return { others, typed: () => typed.current() };
}
