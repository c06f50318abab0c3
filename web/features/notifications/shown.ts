// Notifications that this device shows, taken away from the page: read elsewhere, taken by somebody else, opened here.
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import type { Me } from "../../../api/features/session/contract.ts";
import { isGone } from "../../core/answers/query-client.ts";
import { noticesOf } from "../../core/device/notices.ts";
import { callApi } from "../../core/who/api.ts";

const UUID = /^\/(?:tickets|chats)\/([0-9a-f-]{36})$/i;

const shown = async (tag?: string): Promise<Notification[]> =>
  await noticesOf(await navigator.serviceWorker?.getRegistration(), tag);
const kindOf = ({ data }: Notification) => (data as { kind?: string } | null)?.kind;
/** A chat of colleagues: it goes when the chat is opened. */
const isChat = (notification: Notification) => kindOf(notification) === "chat";
/** Somebody's name in a note calls whoever holds the ticket. */
const isMention = (notification: Notification) => kindOf(notification) === "mention";

/** True for a ticket that no longer calls this person: read, or somebody else's. */
export const isSettled = (ticket: Pick<Ticket, "unreadMessages" | "userId">, me: Pick<Me, "id">): boolean =>
  ticket.unreadMessages === 0 || (ticket.userId !== null && ticket.userId !== me.id);

/** A ticket changed: its notification goes when nothing in it calls any more. */
export async function closeSettled(ticket: Pick<Ticket, "uuid" | "unreadMessages" | "userId">, me: Me): Promise<void> {
  if (!isSettled(ticket, me)) return;
  for (const notification of await shown(ticket.uuid)) if (!isMention(notification)) notification.close();
}

/** The ticket on screen needs no notification, whatever it was about. */
export async function closeOpened(): Promise<void> {
  const uuid = UUID.exec(location.pathname)?.[1];
  if (uuid && document.visibilityState === "visible") {
    (await shown(uuid)).forEach((notification) => notification.close());
  }
}

/** A ticket was deleted, or is out of this person's sight: nothing calls to it any more. */
export async function closeLost(ticketId: number): Promise<void> {
  for (const notification of await shown()) {
    const { data } = notification as { data: { ticketId?: number } | null };
    if (data?.ticketId === ticketId && !isMention(notification)) notification.close();
  }
}

/** The tickets that notifications on this device call to. */
export async function calledTickets(): Promise<string[]> {
  return (await shown())
    .filter((one) => !isMention(one) && !isChat(one) && UUID.test(`/tickets/${one.tag}`))
    .map(({ tag }) => tag);
}

/** Of tickets that were called before the app started: closes what was read, taken or deleted while it was closed. */
export async function closeStale(uuids: readonly string[], me: Me): Promise<void> {
  for (const uuid of uuids) {
    try {
      await closeSettled(await callApi(tickets.show, { params: { uuid } }), me);
    } catch (error) {
      if (!isGone(error)) continue;
      for (const notification of await shown(uuid)) notification.close();
    }
  }
}

/** Closes them all: the person of this device is forgotten. */
export async function closeAll(): Promise<void> {
  (await shown()).forEach((notification) => notification.close());
}
