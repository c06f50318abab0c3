// What the members of a chat are told, and nobody else.
import { type Audience, emit, only } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Chat, chatChanged, type ChatMessage, chatMessageChanged, chatRead, chatSpoken } from "./contract.ts";
import * as said from "./message-queries.ts";
import * as queries from "./queries.ts";

/** These people, as an event's audience. */
export const people = (ids: readonly number[]): Audience => ({ to: ids.map((id) => `user:${id}`) });

/** Tells the members what their chat is now. */
export async function tellChat(tx: Tx, chat: Chat, action: "create" | "update"): Promise<void> {
  emit(tx, chatChanged, people(await queries.memberIds(tx, chat.id)), { action, chat });
}
/** Tells people that a chat is there no more for them. */
export function tellGone(tx: Tx, chatId: number, ids: readonly number[]): void {
  if (ids.length) emit(tx, chatChanged, people(ids), { action: "delete", chatId });
}
/** Tells one's own devices how far one has read, and what one silenced. */
export function tellOwn(tx: Tx, userId: number, chat: queries.OwnState): void {
  emit(tx, chatRead, only(userId), { action: "update", chat }, { userId });
}

/** Tells the members of new or changed messages of a chat; answers them. */
export async function tellMessages(
  tx: Tx,
  chatId: number,
  ids: readonly number[],
  action: "create" | "update",
): Promise<ChatMessage[]> {
  const [messages, members, { lastId, chat }] = await Promise.all([
    said.byIds(tx, ids),
    queries.memberIds(tx, chatId),
    said.lastSpoken(tx, chatId),
  ]);
  const audience = people(members);
  for (const newMessage of messages) emit(tx, chatMessageChanged, audience, { action, newMessage }, { chatId });
  if (lastId !== null && ids.includes(lastId)) emit(tx, chatSpoken, audience, { action: "update", chat });
  return messages;
}
