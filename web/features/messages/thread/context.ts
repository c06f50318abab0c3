import { createContext, use } from "react";
import type { ChannelInfo } from "../../../../api/features/connections/contract.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import type { Ticket } from "../../../../api/features/tickets/contract.ts";

/** What every bubble of a conversation may need. Changes only when the conversation does: bubbles stay as they are. */
export interface Conversation {
  ticket: Ticket;
  channel: ChannelInfo | undefined;
  /** Scrolls to a message that is loaded, and lights it up. */
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
export type MediaMessage = Message & { mediaUrl: string };
