// How many messages of colleagues wait: what the menu says. Silenced chats are left out.
import { chats } from "../../../api/features/chats/contract.ts";
import { useRead } from "../../core/query.ts";
import { unreadOf } from "./chat.ts";

/** Counts what is unread in one's chats, live; nothing while `enabled` is false. */
export function useUnreadChats(enabled: boolean): number {
  const { data = [] } = useRead(chats.unread, {}, { enabled });
  return data.reduce((sum, chat) => sum + (chat.muted ? 0 : unreadOf(chat)), 0);
}
