import { createContext, use } from "react";
import type { ChannelInfo } from "../../../api/features/connections/contract.ts";

/** What every bubble of a conversation may need. Changes seldom: a new message must not draw the others again. */
export interface Conversation {
  ticketId: number;
  /** Its address; null where only its files are shown. */
  uuid: string | null;
  status: string;
  contactName: string;
  channel: ChannelInfo | undefined;
  /** Scrolls to a message, loading older ones until it is found, and lights it up. */
  jumpTo: (messageId: number) => void;
  /** Shows a picture large, among the conversation's others. */
  openImage: (messageId: number) => void;
}
export const ConversationContext = createContext<Conversation | null>(null);

/** The conversation around a bubble. */
export function useConversation(): Conversation {
  const conversation = use(ConversationContext);
  if (!conversation) throw new Error("a bubble outside of a conversation");
  return conversation;
}
