// What is picked to be passed on, and the dialog that asks to whom.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useMemo } from "react";
import type { Message } from "../../../../api/features/messages/contract.ts";

interface Picked {
  ticketId: number;
  messages: readonly Message[];
}
const jotai = getDefaultStore();

/** Messages being picked in a conversation; null where nobody picks. */
export const pickingAtom = atom<Picked | null>(null);
/** The messages whose new readers are chosen now. */
export const forwardingAtom = atom<Picked | null>(null);

/** What can go on: what customers may see, and what is more than a mark. The server's own rule. */
export const forwardable = (message: Message): boolean =>
  !message.isDeleted && !message.isPrivate &&
  ["chat", "image", "video", "audio", "application", "locationMessage", "contactMessage"].includes(message.mediaType) &&
  (message.mediaType === "chat" || message.mediaUrl !== null || message.data?.media === undefined);

/** Asks to whom a message goes. */
export function askForward(ticketId: number, messages: readonly Message[]): void {
  jotai.set(pickingAtom, null);
  jotai.set(forwardingAtom, { ticketId, messages });
}
/** Begins to pick, with this message. */
export function beginPicking(ticketId: number, message: Message): void {
  jotai.set(pickingAtom, { ticketId, messages: [message] });
}
/** Picks a message, or lets it go. */
export function pick(message: Message): void {
  jotai.set(pickingAtom, (now) => {
    if (!now) return now;
    const others = now.messages.filter((one) => one.id !== message.id);
    return { ...now, messages: others.length < now.messages.length ? others : [...others, message] };
  });
}
export const endPicking = (): void => jotai.set(pickingAtom, null);
export const endForwarding = (): void => jotai.set(forwardingAtom, null);

/** Whether a message is picked; null where nobody picks in this conversation. */
export function usePicked(ticketId: number, messageId: number): boolean | null {
  return useAtomValue(useMemo(() =>
    selectAtom(
      pickingAtom,
      (now) => now?.ticketId === ticketId ? now.messages.some(({ id }) => id === messageId) : null,
    ), [ticketId, messageId]));
}
