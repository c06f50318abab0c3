// Who of a chat is writing now, and that one is writing oneself. Losing either is fine.
import { useEffect, useRef, useState } from "react";
import { chats, chatTyping } from "../../../api/features/chats/contract.ts";
import { onEvent } from "../../core/live.ts";
import { callApi } from "../../core/who/api.ts";

/** A sign that is not renewed is over, ms. */
const SHOWN_MS = 6_000;
/** At most this often, and over when nothing was typed for that long, ms. */
const EVERY_MS = 3_000;
const OVER_MS = 5_000;

/** The names of the others who are writing in this chat. */
export function useOthersTyping(chatId: number): string[] {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const over = (userId: number) => setNames((all) => new Map([...all].filter(([id]) => id !== userId)));
    const stop = onEvent(chatTyping, ({ chatId: there, userId, name, on }) => {
      if (there !== chatId) return;
      clearTimeout(timers.get(userId));
      if (!on) return over(userId);
      setNames((all) => new Map(all).set(userId, name));
      timers.set(userId, setTimeout(() => over(userId), SHOWN_MS));
    });
    return () => {
      stop();
      timers.forEach(clearTimeout);
      setNames(new Map());
    };
  }, [chatId]);
  return [...names.values()];
}

/** Tells the others that one is writing. Call `typed` with each key, `stop` when it is sent. */
export function useTypingSign(chatId: number): { typed: () => void; stop: () => void } {
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (on: boolean) =>
    void callApi(chats.typing, { params: { id: chatId }, body: { on } }).catch(() => undefined);
  const stop = () => {
    clearTimeout(timer.current);
    if (last.current) say(false);
    last.current = 0;
  };
  useEffect(() => stop, [chatId]);
  const typed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, OVER_MS);
    if (Date.now() - last.current < EVERY_MS) return;
    last.current = Date.now();
    say(true);
  };
  return { typed, stop };
}
