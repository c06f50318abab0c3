// Marks a chat as read while its person looks at it.
import { useEffect } from "react";
import { type Chat, chatRead, chats } from "../../../api/features/chats/contract.ts";
import { applyToQueries } from "../../core/events/queries.ts";
import { callApi } from "../../core/who/api.ts";
import { currentMe } from "../../core/who/me.ts";
import { eventName } from "../../../api/contract/event.ts";
import { unreadOf } from "../../features/chats/chat.ts";

const looked = () => document.visibilityState === "visible" && document.hasFocus();

/** Tells how far one has read: at once on this screen, then the server, which tells the other devices. */
export function useReadMark(chat: Chat | undefined): void {
  const { id = 0, position = 0, muted = false } = chat ?? {};
  const unread = chat ? unreadOf(chat) : 0;
  useEffect(() => {
    const mark = () => {
      const me = currentMe();
      if (unread === 0 || !looked() || !me) return;
      const name = eventName(chatRead, me.companyId, { userId: me.id });
      applyToQueries(name, me.companyId, { action: "update", chat: { id, positionRead: position, muted } });
      // Without a network it is told when the window is looked at again, or with the next message.
      void callApi(chats.read, { params: { id }, body: { position } }).catch(() => undefined);
    };
    mark();
    addEventListener("focus", mark);
    document.addEventListener("visibilitychange", mark);
    return () => {
      removeEventListener("focus", mark);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [id, position, unread]);
}
