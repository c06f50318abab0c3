import { useEffect, useMemo, useState } from "react";
import { type Message, messageChanged, messages } from "../../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../core/api.ts";
import { onEvent } from "../../../core/live.ts";
import { useMe } from "../../../core/me.ts";
import { useOutbox } from "../../../core/outbox.ts";
import { useList } from "../../../core/query.ts";
import { refresh } from "../../../core/query-client.ts";
import { conversationCall } from "../conversation-call.ts";
import { useFocused } from "../use-focused.ts";
import { firstUnread, rowsOf } from "./rows.ts";

const READ_AFTER_MS = 300;
const MINUTE_MS = 60_000;
const older = (a: Message, b: Message) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;

/** The owner who really looks at the conversation has read it: told to the server once per change of the unread count. */
function useReading(ticket: Ticket, loaded: boolean) {
  const me = useMe();
  const reads = useFocused() && loaded && ticket.userId === me.id && ticket.unreadMessages > 0;
  useEffect(() => {
    if (!reads) return;
    const timer = setTimeout(() => {
      const call = { params: { ticketId: ticket.id }, query: { markAsRead: "true" as const } };
      void callApi(messages.list, call).catch(() => undefined);
    }, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [reads, ticket.id, ticket.unreadMessages]);
}

/** A newer ticket of the same contact writes into this history too; its messages are only known by their contact. */
function useSuccessor(ticket: Ticket) {
  useEffect(() =>
    onEvent(messageChanged, (payload) => {
      if (payload.action !== "create") return;
      const { contactId, ticketId } = payload.message;
      if (contactId === ticket.contactId && ticketId !== ticket.id) void refresh(messages.list);
    }), [ticket.id, ticket.contactId]);
}

/** Messages and what is still on its way, as rows; the unread line stays where it was when the conversation was opened. */
export function useConversationData(ticket: Ticket) {
  const me = useMe();
  const list = useList(messages.list, conversationCall(ticket.id));
  const outgoing = useOutbox(ticket.id);
  const [now, setNow] = useState(Date.now);
  const [unreadFrom, setUnreadFrom] = useState<{ ticketId: number; id: number | null }>();
  // Not before the fresh messages are here: what was unread must be seen as such.
  useReading(ticket, !list.isLoading && !list.isRefreshing);
  useSuccessor(ticket);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const sorted = useMemo(() => [...list.records].sort(older), [list.records]);
  const ready = !list.isLoading && !list.error;
  if (ready && unreadFrom?.ticketId !== ticket.id) {
    const id = firstUnread(sorted, ticket.unreadMessages);
    // A cached conversation may not hold the unread messages yet.
    if (id !== null || ticket.unreadMessages === 0 || !list.isRefreshing) setUnreadFrom({ ticketId: ticket.id, id });
  }
  const from = unreadFrom?.ticketId === ticket.id ? unreadFrom.id : null;
  const day = new Date(now).toDateString();
  const rows = useMemo(
    () => rowsOf({ messages: sorted, outgoing, ticketId: ticket.id, unreadFrom: from, me: me.id, now: Date.now() }),
    [sorted, outgoing, ticket.id, from, me.id, day],
  );
  return { list, messages: sorted, rows };
}
