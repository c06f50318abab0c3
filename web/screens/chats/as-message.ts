// A colleague's message in the form that the parts of a conversation draw.
import type { ChatMessage } from "../../../api/features/chats/contract.ts";
import type { Message } from "../../../api/features/messages/contract.ts";
import type { OutboxRow } from "../../core/outbox.ts";
import { lineOf } from "../../features/chats/chat.ts";

/** `gone`: how a person is called who has left the company. */
export function asMessage(said: ChatMessage, me: number, gone: string): Message {
  const fromMe = said.senderId === me;
  const name = said.senderName ?? gone;
  const { quotedMsg: quoted } = said;
  return {
    id: said.id,
    key: said.key,
    ticketId: lineOf(said.chatId),
    contactId: said.chatId,
    queueId: null,
    body: said.message,
    fromMe,
    read: true,
    mediaType: said.mediaType,
    mediaUrl: said.mediaUrl,
    fileName: said.fileName,
    mimeType: said.mimeType,
    fileSize: said.fileSize,
    width: said.width,
    height: said.height,
    preview: null,
    data: said.mentions.length > 0 ? { mentions: said.mentions } : null,
    ack: 0,
    status: "sent",
    error: null,
    isDeleted: said.isDeleted,
    isEdited: said.isEdited,
    isForwarded: false,
    isPrivate: false,
    reactions: said.reactions.map(({ emoji, userId }) => ({ emoji, fromMe: userId === me })),
    userId: said.senderId,
    userName: name,
    participant: fromMe ? null : { name, number: "" },
    createdAt: said.createdAt,
    receivedAt: null,
    quotedMsg: quoted && {
      id: quoted.id,
      body: quoted.message,
      fromMe: quoted.senderId === me,
      mediaType: quoted.mediaType,
      userId: quoted.senderId,
      userName: quoted.senderName ?? gone,
      isDeleted: quoted.isDeleted,
      participant: quoted.senderId === me ? null : { name: quoted.senderName ?? gone, number: "" },
    },
  };
}

/** A chat's row of the outbox as the conversation draws one that waits. */
export const asOutgoing = (row: OutboxRow): OutboxRow => ({
  ...row,
  kind: "message",
  call: { ...row.call, body: { body: row.call.body?.message } },
});
