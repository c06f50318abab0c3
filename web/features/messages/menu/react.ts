// Reacting to a message, from its menu and by a double tap.
import { type Message, messages } from "../../../../api/features/messages/contract.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import { enqueue } from "../../../core/outbox.ts";

export const THUMB = "👍";

/** Reacts in a ticket's conversation; one's own reaction given again is taken back. */
export async function react(ticketId: number, message: Message, emoji: string): Promise<void> {
  const mine = message.reactions.find((reaction) => reaction.fromMe)?.emoji;
  await enqueue({
    ticketId,
    kind: "react",
    call: wireCall(messages.react, { params: { id: message.id }, body: { emoji: emoji === mine ? null : emoji } }),
    about: { messageId: message.id, text: message.body },
  });
}
