import type { Message } from "../../../../api/features/messages/contract.ts";
import { useConversation } from "../conversation.ts";
import { react } from "./react.ts";
import { ReactionChoice } from "./reaction-choice.tsx";

/** Reactions to a message of a ticket; one's own pressed again is taken back. */
export function ReactionRow({ message }: { message: Message }) {
  const { ticketId } = useConversation();
  const mine = message.reactions.find((reaction) => reaction.fromMe)?.emoji;
  return <ReactionChoice mine={mine} onPick={(emoji) => void react(ticketId, message, emoji)} />;
}
