// Half-written words of chats, on this device and in this tab's session where the company lets no device keep data. They go with the
// sign-out.
import { mayKeep } from "../../core/session.ts";
import { currentMe } from "../../core/who/me.ts";

const keyOf = (chatId: number) => `recado.chat-draft.${chatId}`;
function place(): Storage | null {
  const me = currentMe();
  return me && (mayKeep(me) ? localStorage : sessionStorage);
}

/** What was being written in a chat. */
export const draftOf = (chatId: number): string => place()?.getItem(keyOf(chatId)) ?? "";
/** Keeps what is being written; a device without room keeps nothing. */
export function storeDraft(chatId: number, text: string): void {
  try {
    if (text) place()?.setItem(keyOf(chatId), text);
    else place()?.removeItem(keyOf(chatId));
  } catch { /* no room */ }
}
