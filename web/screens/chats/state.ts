// What is being done in a chat's box: a quote, a message that is changed, files that wait to be sent.
import { atom, getDefaultStore } from "jotai";
import type { ChatMessage } from "../../../api/features/chats/contract.ts";

export interface Box {
  chatId: number;
  quote: ChatMessage | null;
  editing: ChatMessage | null;
  files: readonly File[];
}
const empty = (chatId: number): Box => ({ chatId, quote: null, editing: null, files: [] });
/** The box of the chat on screen. */
export const boxAtom = atom<Box>(empty(0));

/** The box of a chat, outside of components. */
export function boxOf(chatId: number): Box {
  const box = getDefaultStore().get(boxAtom);
  return box.chatId === chatId ? box : empty(chatId);
}
/** Changes the box of a chat; what was in another chat's is gone. */
export function changeBox(chatId: number, change: Partial<Omit<Box, "chatId">>): void {
  getDefaultStore().set(boxAtom, () => ({ ...boxOf(chatId), ...change }));
}
