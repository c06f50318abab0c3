import { serverNow } from "../../../core/clock.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { fillPath } from "../../../../api/contract/endpoint.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { messageChanged, messages } from "../../../../api/features/messages/contract.ts";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { useAtomValue } from "jotai";
import { connectionAtom, onEvent, opened } from "../../../core/live.ts";
import { useMe } from "../../../core/who/me.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import { enqueue, useOutbox } from "../../../core/outbox.ts";
import { useList, useRead } from "../../../core/query.ts";
import { refresh } from "../../../core/answers/query-client.ts";
import { older } from "../../../core/store/order.ts";
import { conversationCall } from "../conversation-call.ts";
import { withPending } from "../pending.ts";
import { useFocused } from "../use-focused.ts";
import { logRows } from "./log-rows.ts";
import { firstUnread, rowsOf } from "./rows.ts";

const READ_AFTER_MS = 300;
const MINUTE_MS = 60_000;

/** Whose reading counts, as the server has it: the owner's; a group that is no ticket is everybody's who works with groups. */
const counts = (ticket: Ticket, me: { id: number; allowGroup: boolean }) =>
  ticket.userId === me.id || (ticket.status === "group" && ticket.userId === null && me.allowGroup);

/** A person who looks at the conversation has read it: told to the server once per change of the unread count. */
function useReading(ticket: Ticket, newest: number | undefined, loaded: boolean) {
  const me = useMe();
  const reads = useFocused() && loaded && counts(ticket, me) && ticket.unreadMessages > 0;
  useEffect(() => {
    if (!reads) return;
    const timer = setTimeout(() => {
      const query = { markAsRead: "true" as const, readUpTo: newest };
      const call = wireCall(messages.list, { params: { ticketId: ticket.id }, query });
      void enqueue({ ticketId: ticket.id, kind: "read", call }).catch(() => undefined);
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

/**
 * What happened to the ticket, as lines; asked once the conversation is on screen, and anew whenever the ticket moves. What this
 * person did is shown before the server has it: its line is there once it has left the outbox.
 */
function useLog(ticket: Ticket, painted: boolean) {
  const { id, status, userId, queueId } = ticket;
  const { data, refetch } = useRead(tickets.log, { params: { ticketId: id } }, { keep: false, enabled: painted });
  const path = fillPath(tickets.update.path, { id });
  const leaving = useOutbox(id).filter(({ call }) => call.path === path).length;
  const moved = `${status} ${userId} ${queueId} ${leaving}`;
  const [seen, setSeen] = useState(moved);
  useEffect(() => {
    if (seen === moved) return;
    setSeen(moved);
    void refetch();
  }, [moved]);
  return useMemo(() => logRows(data ?? []), [data]);
}

/** Messages and what is still on its way, as rows; the unread line stays where it was when the conversation was opened. */
export function useConversationData(ticket: Ticket, painted: boolean) {
  const me = useMe();
  const list = useList(messages.list, conversationCall(ticket.id), { keep: false });
  const outgoing = useOutbox(ticket.id);
  const { data: away } = useRead(connections.gaps, {}, { enabled: painted });
  const gaps = useMemo(() => away?.filter((gap) => gap.whatsappId === ticket.whatsappId) ?? [], [
    away,
    ticket.whatsappId,
  ]);
  const log = useLog(ticket, painted);
  const [now, setNow] = useState(serverNow);
  const [unreadFrom, setUnreadFrom] = useState<{ ticketId: number; id: number | null }>();
  const openedAt = useRef(Date.now());
  useEffect(() => opened(ticket.id), [ticket.id]);
  useSuccessor(ticket);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const sorted = useMemo(() => withPending([...list.records].sort(older), outgoing), [list.records, outgoing]);
  // Not before the fresh messages are here, or none can come: what was unread must be seen as such.
  const online = useAtomValue(connectionAtom) === "online";
  useReading(
    ticket,
    sorted.findLast((message) => !message.fromMe)?.id,
    !list.isLoading && !(online && list.isRefreshing),
  );
  const ready = !list.isLoading && !list.error;
  if (ready && unreadFrom?.ticketId !== ticket.id) {
    const id = firstUnread(sorted, ticket.unreadMessages);
    // A cached conversation may not hold the unread messages yet.
    if (id !== null || ticket.unreadMessages === 0 || !list.isRefreshing) setUnreadFrom({ ticketId: ticket.id, id });
  }
  const from = unreadFrom?.ticketId === ticket.id ? unreadFrom.id : null;
  const day = new Date(now).toDateString();
  // Rows that come before the messages would be taken for the conversation, and one's place or the unread line be looked for among
  // them. What is sent meanwhile shows at once.
  const begins = !list.isLoading ||
    outgoing.some(({ kind, createdAt }) => kind === "message" && createdAt >= openedAt.current);
  const rows = useMemo(
    () =>
      begins
        ? rowsOf({
          messages: sorted,
          outgoing,
          gaps,
          log,
          ticketId: ticket.id,
          unreadFrom: from,
          me: me.id,
          now: serverNow(),
        })
        : [],
    [begins, sorted, outgoing, gaps, log, ticket.id, from, me.id, day],
  );
  return { list, messages: sorted, rows };
}
