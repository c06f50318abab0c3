// What calls a person from elsewhere: the tab's title, the app's badge, one soft sound.
import { serverNow } from "../../../core/clock.ts";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { type Message, messageChanged } from "../../../../api/features/messages/contract.ts";
import { tickets } from "../../../../api/features/tickets/contract.ts";
import { href } from "../../../core/page/href.ts";
import { onEvent } from "../../../core/live.ts";
import { useCompanySetting, useMe } from "../../../core/who/me.ts";
import { outboxCountAtom } from "../../../core/outbox.ts";
import { useRead } from "../../../core/query.ts";
import { playSound } from "../../../core/sound.ts";
import { setUnread, setUnsent } from "../../../core/page/title.ts";
import { knownRules } from "../../../features/notifications/rules.ts";
import { isSilent, timeIn } from "../../../features/notifications/silence.ts";
import { cachedTicket } from "../../../features/tickets/cache.ts";
import { useMentionAlert } from "./mention-alert.ts";

const RECENT_MS = 60_000;
/** A new ticket's own event follows its first message's. */
const LOOK_AFTER_MS = 200;

/** Draws nothing. Counts what is unread for this person, and sounds when a customer writes to them. */
export function InboxAlerts() {
  const me = useMe();
  const pending = useCompanySetting("showNotificationPending") === "enabled";
  const { data } = useRead(tickets.counts, {}, { enabled: !me.company.expired });
  const own = data ? data.open.unread + data.group.unread : 0;
  const all = own + (data?.pending.unread ?? 0);
  const unread = pending ? all : own;
  useEffect(() => setUnread(unread, all), [unread, all]);
  const { waiting } = useAtomValue(outboxCountAtom);
  useEffect(() => setUnsent(waiting), [waiting]);
  useEffect(() => () => {
    setUnread(0, 0);
    setUnsent(0);
  }, []);
  useEffect(() => {
    const concerns = (message: Message) => {
      const ticket = cachedTicket((known) => known.id === message.ticketId)?.ticket;
      if (!ticket) return false;
      const looking = document.hasFocus() && location.pathname === href("ticket", { uuid: ticket.uuid });
      const mine = ticket.userId === me.id || (ticket.userId === null && ticket.status === "group");
      const occasion = mine ? "mine" : pending && ticket.status === "pending" ? "waiting" : null;
      const now = timeIn(me.company.timezone, serverNow());
      return !looking && occasion !== null && !isSilent(knownRules(), { occasion, queueId: ticket.queueId }, now);
    };
    return onEvent(messageChanged, (payload) => {
      if (payload.action !== "create") return;
      const { message } = payload;
      const recent = serverNow() - Date.parse(message.createdAt) < RECENT_MS;
      if (message.fromMe || message.isPrivate || !recent) return;
      setTimeout(() => concerns(message) && void playSound(), LOOK_AFTER_MS);
    });
  }, [me.id, me.company.timezone, pending]);
  useMentionAlert();
  return null;
}
