// Tells the customer that an answer is being written, where the channel can show it. Only while really typing.
import { useEffect, useRef } from "react";
import { messages } from "../../../../api/features/messages/contract.ts";
import { callApi } from "../../../core/who/api.ts";

/** At most this often, and over when nothing was typed for that long, ms (one per three seconds). */
const EVERY_MS = 3_000;
const OVER_MS = 5_000;

/** Call what it returns with each key; losing one is fine. */
export function useTypingSignal(ticketId: number, able: boolean): () => void {
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (on: boolean) =>
    void callApi(messages.typing, { params: { ticketId }, body: { on } }).catch(
      () => {/* the customer just does not see it */},
    );
  const stop = () => {
    clearTimeout(timer.current);
    if (last.current) say(false);
    last.current = 0;
  };
  useEffect(() => stop, [ticketId]);
  return () => {
    if (!able) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, OVER_MS);
    if (Date.now() - last.current < EVERY_MS) return;
    last.current = Date.now();
    say(true);
  };
}
