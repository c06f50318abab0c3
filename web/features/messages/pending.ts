// What was done to messages and waits to be sent, laid over what the server said. Pure: a live event in between changes the
// ground, not what lies over it; a refusal or the server's answer takes it away.
import type { Message } from "../../../api/features/messages/contract.ts";
import type { OutboxRow } from "../../core/outbox.ts";

const CHANGES = ["edit", "delete", "react"];

/** The changes of messages in a conversation's rows: the latest of each message, oldest first among messages. */
export function changesOf(rows: readonly OutboxRow[]): Map<number, OutboxRow> {
  const changes = new Map<number, OutboxRow>();
  for (const row of rows) {
    const id = row.about.messageId;
    if (id === undefined || !CHANGES.includes(row.kind)) continue;
    // A refusal asks for a decision: what was done later does not hide it.
    if (changes.get(id)?.state !== "refused") changes.set(id, row);
  }
  return changes;
}

function changed(message: Message, row: OutboxRow): Message {
  const { body = {} } = row.call;
  if (row.kind === "edit") return { ...message, body: String(body.body ?? ""), isEdited: true };
  if (row.kind === "delete") return { ...message, isDeleted: true };
  const others = message.reactions.filter((reaction) => !reaction.fromMe);
  const mine = typeof body.emoji === "string" ? [{ emoji: body.emoji, fromMe: true }] : [];
  return { ...message, reactions: [...others, ...mine] };
}

/** The messages as they will be; the same objects where nothing waits. */
export function withPending(messages: readonly Message[], rows: readonly OutboxRow[]): readonly Message[] {
  const waiting = rows.filter((row) => row.state !== "refused" && CHANGES.includes(row.kind));
  if (waiting.length === 0) return messages;
  return messages.map((message) =>
    waiting.filter((row) => row.about.messageId === message.id).reduce(changed, message)
  );
}
