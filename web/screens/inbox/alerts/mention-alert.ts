// Somebody named this person in a note: a word, a sound and a way there, whoever holds the ticket.
import { serverNow } from "../../../core/clock.ts";
import { useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { type Message, messageChanged } from "../../../../api/features/messages/contract.ts";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { callApi } from "../../../core/who/api.ts";
import { href } from "../../../core/page/href.ts";
import { say } from "../../../core/words/i18n/i18n.ts";
import { onEvent } from "../../../core/live.ts";
import { useMe } from "../../../core/who/me.ts";
import { namedIn } from "../../../core/words/mentions.ts";
import { playSound } from "../../../core/sound.ts";
import { knownRules } from "../../../features/notifications/rules.ts";
import { timeIn } from "../../../core/words/zone-clock.ts";
import { isSilent } from "../../../features/notifications/silence.ts";
import { cachedTicket } from "../../../features/tickets/cache.ts";
import { toast } from "../../../ui/toast.tsx";

const RECENT_MS = 60_000;
const READ_MS = 10_000;

/** The ticket of a message, from what is on the device, else from the server; undefined where neither shows it. */
async function ticketOf(message: Message): Promise<Ticket | undefined> {
  const known = cachedTicket((one) => one.id === message.ticketId)?.ticket;
  if (known) return known;
  try {
    const statusFilter = JSON.stringify(["open", "pending", "group"]);
    const page = await callApi(tickets.list, {
      query: { contacts: JSON.stringify([message.contactId]), statusFilter, showAll: "true" },
    });
    return page.tickets.find((one) => one.id === message.ticketId);
  } catch {
    return undefined;
  }
}

/** Listens for notes that name the signed-in person. */
export function useMentionAlert(): void {
  const me = useMe();
  useEffect(() =>
    onEvent(messageChanged, (payload) => {
      if (payload.action !== "create") return;
      const { message } = payload;
      const recent = serverNow() - Date.parse(message.createdAt) < RECENT_MS;
      const named = message.isPrivate && message.userId !== me.id &&
        namedIn(message.data).some((one) => one.id === me.id);
      if (!named || !recent) return;
      void ticketOf(message).then((ticket) => {
        const path = ticket && href("ticket", { uuid: ticket.uuid });
        if (document.hasFocus() && location.pathname === path) return;
        toast.info(say("ring.mentioned", { name: message.userName ?? "" }), {
          time: READ_MS,
          action: path ? { label: say("do.open"), run: () => navigate(path) } : undefined,
        });
        const now = timeIn(me.company.timezone, serverNow());
        if (!isSilent(knownRules(), { occasion: "mention", queueId: ticket?.queueId ?? null }, now)) void playSound();
      });
    }), [me.id, me.company.timezone]);
}
