// What calls a person from elsewhere: the tab's title, the app's badge, one soft sound, a quiet word on other screens.
import { serverNow } from "../../../core/clock.ts";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { type Message, messageChanged } from "../../../../api/features/messages/contract.ts";
import { type Ticket, ticketChanged } from "../../../../api/features/tickets/contract.ts";
import { href } from "../../../core/page/href.ts";
import { onEvent } from "../../../core/live.ts";
import { useCompanySetting, useMe } from "../../../core/who/me.ts";
import { outboxCountAtom } from "../../../core/outbox.ts";
import { playSound } from "../../../core/sound.ts";
import { setUnread, setUnsent } from "../../../core/page/title.ts";
import { knownRules } from "../../../features/notifications/rules.ts";
import { timeIn } from "../../../core/words/zone-clock.ts";
import { isSilent } from "../../../features/notifications/silence.ts";
import { cachedTicket } from "../../../features/tickets/cache.ts";
import { useUnread } from "../unread.ts";
import { tellElsewhere } from "./elsewhere.ts";
import { useMentionAlert } from "./mention-alert.ts";

/** So many tickets are remembered from their events. */
const TOLD_MAX = 200;
const RECENT_MS = 60_000;
/** A new ticket's own event follows its first message's. */
const LOOK_AFTER_MS = 200;

/** Draws nothing. Counts what is unread for this person, and sounds when a customer writes to them. */
export function InboxAlerts() {
  const me = useMe();
  const pending = useCompanySetting("showNotificationPending") === "enabled";
  const { shown: unread, all } = useUnread(!me.company.expired);
  useEffect(() => setUnread(unread, all), [unread, all]);
  const { waiting } = useAtomValue(outboxCountAtom);
  useEffect(() => setUnsent(waiting), [waiting]);
  useEffect(() => () => {
    setUnread(0, 0);
    setUnsent(0);
  }, []);
  useEffect(() => {
    // On other screens no list may be known: each message's own event of its ticket tells whose it is.
    const told = new Map<number, Ticket>();
    const ticketOf = (id: number) => cachedTicket((known) => known.id === id)?.ticket ?? told.get(id);
    const concerns = (ticket: Ticket) => {
      const looking = document.hasFocus() && location.pathname === href("ticket", { uuid: ticket.uuid });
      const mine = ticket.userId === me.id || (ticket.userId === null && ticket.status === "group");
      const occasion = mine ? "mine" : pending && ticket.status === "pending" ? "waiting" : null;
      const now = timeIn(me.company.timezone, serverNow());
      return !looking && occasion !== null && !isSilent(knownRules(), { occasion, queueId: ticket.queueId }, now);
    };
    const stopTickets = onEvent(ticketChanged, (payload) => {
      if (payload.action === "delete") return;
      const { ticket } = payload;
      told.delete(ticket.id);
      told.set(ticket.id, ticket);
      if (told.size > TOLD_MAX) told.delete(told.keys().next().value!);
    });
    const call = (message: Message) => {
      const ticket = ticketOf(message.ticketId);
      if (!ticket || !concerns(ticket)) return;
      void playSound();
      if (ticket.userId === me.id) tellElsewhere(ticket, message);
    };
    const stopMessages = onEvent(messageChanged, (payload) => {
      if (payload.action !== "create") return;
      const { message } = payload;
      const recent = serverNow() - Date.parse(message.createdAt) < RECENT_MS;
      if (message.fromMe || message.isPrivate || !recent) return;
      setTimeout(() => call(message), LOOK_AFTER_MS);
    });
    return () => {
      stopTickets();
      stopMessages();
    };
  }, [me.id, me.company.timezone, pending]);
  useMentionAlert();
  return null;
}
