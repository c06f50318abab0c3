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

/** Changes the box of a chat; what was in another chat's is gone. */
export function changeBox(chatId: number, change: Partial<Omit<Box, "chatId">>): void {
  getDefaultStore().set(boxAtom, (before) => ({ ...(before.chatId === chatId ? before : empty(chatId)), ...change }));
}
