// Conversations from the device: the latest messages of a ticket, as one page.
import { messages } from "../../../api/features/messages/contract.ts";
import { MESSAGES_EACH } from "../../core/device/budget.ts";
import { keptAsOf, keptConversation } from "../../core/device/read.ts";
import { deviceSource, warm } from "../../core/device/source.ts";
import { conversationCall } from "./conversation-call.ts";

deviceSource(messages.list, async ({ params, query = {} }) => {
  const [kept, { at }] = await Promise.all([keptConversation(Number(params?.ticketId)), keptAsOf()]);
  if (!kept) return null;
  // Older messages are the server's: without it the conversation begins where the device's does.
  if (Number(query.pageNumber ?? 1) > 1) {
    return { answer: { messages: [], hasMore: false, count: kept.length }, at, partial: true };
  }
  return { answer: { messages: kept, hasMore: kept.length >= MESSAGES_EACH, count: kept.length }, at, partial: false };
}, ({ params }, answer) => ({ conversations: [{ id: Number(params?.ticketId), messages: answer.messages }] }));

/** Has a ticket's conversation in memory before somebody opens it: one record of the device. */
export const warmConversation = (ticketId: number): void =>
  void warm("list", messages.list, conversationCall(ticketId));
