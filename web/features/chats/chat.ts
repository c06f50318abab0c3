// A chat as its member looks at it.
import type { Chat } from "../../../api/features/chats/contract.ts";

type Places = Pick<Chat, "position" | "positionRead">;
/** How many messages this person has not read. */
export const unreadOf = ({ position, positionRead }: Places): number => Math.max(0, position - positionRead);
/** Whether something is unread; where an event does not tell how far one has read, the server has to. */
export const isUnread = ({ position, positionRead }: Partial<Places>): boolean =>
  positionRead === undefined || position === undefined || position > positionRead;

/** The others of a chat, in the order in which they came. */
export const othersOf = ({ users }: Pick<Chat, "users">, me: number): Chat["users"] =>
  users.filter(({ userId }) => userId !== me);
/** A group's title, else the other's name; empty where they have left the company. */
export const nameOf = (chat: Pick<Chat, "title" | "users">, me: number): string =>
  chat.title || othersOf(chat, me)[0]?.user.name || "";

/** The line in which a chat's messages wait to be sent: rows of one line go in order. Tickets are counted upwards from 1. */
export const lineOf = (chatId: number): number => -chatId;
