import { useEffect, useState } from "react";
import { typing } from "../../../api/features/messages/contract.ts";
import { onEvent } from "../../core/live.ts";

/** A sign that is not renewed is over; phones renew theirs about every ten seconds. */
const SHOWN_MS = 12_000;

/** True while the customer of this ticket is typing, as far as the channel tells. */
export function useTyping(ticketId: number): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = onEvent(typing, (payload) => {
      if (payload.ticketId !== ticketId) return;
      setOn(payload.on);
      clearTimeout(timer);
      timer = setTimeout(() => setOn(false), SHOWN_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      setOn(false);
    };
  }, [ticketId]);
  return on;
}
