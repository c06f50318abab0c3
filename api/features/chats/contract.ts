// Chats of colleagues (docs/product/chats.md).
import { z } from "zod";
import {
  endpoint,
  Id,
  IdParam,
  Instant,
  jsonList,
  naming,
  Ok,
  pageFacts,
  PageQuery,
  text,
} from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";
import { MAX_MESSAGE_CHARS, MAX_UPLOAD_FILES } from "../../contract/limits.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { UploadKey } from "../uploads/contract.ts";
import { UserBadge } from "../users/contract.ts";

/** Characters of a group's title. */
export const CHAT_TITLE_MAX = 80;
/** People of one chat. */
export const CHAT_MEMBERS_MAX = 200;

const Spoken = {
  id: z.number(),
  /** The place of the last message; 0 while nothing was said. */
  position: z.number(),
  lastMessage: z.string(),
  /** What was said last: `chat`, `image` … empty while nothing was. */
  lastKind: z.string(),
  lastSenderId: z.number().nullable(),
  /** When something was said last, or when it was made. */
  updatedAt: Instant,
};
const Shared = z.object({
  ...Spoken,
  uuid: z.string(),
  /** Empty in a chat of two: it is called by the other's name. */
  title: z.string(),
  isGroup: z.boolean(),
  ownerId: z.number().nullable(),
  users: z.array(z.object({ userId: z.number(), user: UserBadge })),
});
const Own = { positionRead: z.number(), muted: z.boolean() };
/** A chat as one of its members has it: unread is what lies between `positionRead` and `position`. */
export const Chat = Shared.extend(Own);
export type Chat = z.infer<typeof Chat>;

const Quoted = z.object({
  id: z.number(),
  senderId: z.number().nullable(),
  senderName: z.string().nullable(),
  message: z.string(),
  mediaType: z.string(),
  isDeleted: z.boolean(),
});
export const ChatMessage = z.object({
  id: z.number(),
  chatId: z.number(),
  /** Its place in the chat, from 1; never given twice. */
  position: z.number(),
  key: z.string(),
  /** Null: they have left the company. */
  senderId: z.number().nullable(),
  senderName: z.string().nullable(),
  message: z.string(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  mimeType: z.string().nullable(),
  fileSize: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  mentions: z.array(z.object({ id: z.number(), name: z.string() })),
  reactions: z.array(z.object({ userId: z.number(), emoji: z.string() })),
  quotedMsg: Quoted.nullable(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: Instant,
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A chat's people, title or being there; to its members, and to those who were. */
export const chatChanged = changes("company-{id}-chat", "chat", "chatId", Shared);
/** Something was said, changed or taken back: what a list of chats shows of it. */
export const chatSpoken = changes("company-{id}-chat-spoken", "chat", "chatId", z.object(Spoken));
/** How far this person has read, and what they silenced: to their own devices. */
export const chatRead = changes(
  "company-{id}-chat-user-{userId}",
  "chat",
  "chatId",
  z.object({ id: z.number(), ...Own }),
);
export const chatMessageChanged = changes("company-{id}-chat-{chatId}", "newMessage", "messageId", ChatMessage);
/** Not kept: a member is writing. */
export const chatTyping = signal(
  "company-{id}-chat-typing-{chatId}",
  z.object({ chatId: z.number(), userId: z.number(), name: z.string(), on: z.boolean() }),
);

const title = text(CHAT_TITLE_MAX).trim();
/** `[{id}]` or `[id]`. */
const users = z.array(z.union([Id("user"), z.object({ id: Id("user") }).transform(({ id }) => id)]))
  .min(1, "required").max(CHAT_MEMBERS_MAX);
const words = text(MAX_MESSAGE_CHARS);
/** A form sends objects as JSON text. */
const QuotedForm = z.union([
  z.object({ id: Id("chatMessage") }),
  z.string().max(20_000).transform((given, ctx) => {
    try {
      const parsed = z.object({ id: Id("chatMessage") }).safeParse(JSON.parse(given));
      if (parsed.success) return parsed.data;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "quoted" });
    return z.NEVER;
  }),
]).nullish();

const plan = "useInternalChat" as const;
const messageErrors = ["ERR_NO_CHAT_FOUND", "ERR_NO_MESSAGE_FOUND"] as const;

export const chats = {
  list: endpoint({
    method: "GET",
    path: "/chats",
    summary: "One's chats, the one spoken in last first; search by title and people, ignoring case and accents.",
    access: "user",
    plan,
    live: [chatChanged, chatSpoken, chatRead, nameChanged],
    query: PageQuery,
    response: z.object({ records: z.array(Chat), ...pageFacts }),
  }),
  show: endpoint({
    method: "GET",
    path: "/chats/u/{uuid}",
    summary: "One of one's chats.",
    access: "user",
    plan,
    live: [chatChanged, chatSpoken, chatRead, nameChanged],
    params: z.object({ uuid: naming("chat.uuid", z.string().max(36)) }),
    response: Chat,
    errors: ["ERR_NO_CHAT_FOUND"],
  }),
  unread: endpoint({
    method: "GET",
    path: "/chats/unread",
    summary: "Those of one's chats that have something unread: at most 100, for the mark in the menu.",
    access: "user",
    plan,
    live: [chatChanged, chatSpoken, chatRead, nameChanged],
    response: z.array(Chat),
  }),
  create: endpoint({
    method: "POST",
    path: "/chats",
    summary: "A group with a title; without one, and with one person, the chat of the two, made if there is none.",
    access: "user",
    plan,
    body: z.object({ title: title.optional().default(""), users }),
    response: Chat,
    errors: ["ERR_NO_USER_FOUND"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/chats/{id}",
    summary: "Changes title and people of a group: its owner.",
    access: "user",
    plan,
    params: IdParam("chat"),
    body: z.object({ title: title.min(1, "required"), users }),
    response: Chat,
    errors: ["ERR_NO_CHAT_FOUND", "ERR_NO_PERMISSION", "ERR_NO_USER_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/chats/{id}",
    summary: "Deletes a chat for everybody in it: its owner.",
    access: "user",
    plan,
    params: IdParam("chat"),
    response: Ok,
    errors: ["ERR_NO_CHAT_FOUND", "ERR_NO_PERMISSION"],
  }),
  leave: endpoint({
    method: "POST",
    path: "/chats/{id}/leave",
    summary: "Leaves a group; what one said stays, and one reads no more of it.",
    access: "user",
    plan,
    params: IdParam("chat"),
    response: Ok,
    errors: ["ERR_NO_CHAT_FOUND", "ERR_NO_PERMISSION"],
  }),
  read: endpoint({
    method: "POST",
    path: "/chats/{id}/read",
    summary: "One has read up to this place, or all of it; one's other devices know at once. It never goes back.",
    access: "user",
    plan,
    params: IdParam("chat"),
    body: z.object({ position: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }).optional(),
    response: Ok,
    errors: ["ERR_NO_CHAT_FOUND"],
  }),
  mute: endpoint({
    method: "POST",
    path: "/chats/{id}/mute",
    summary: "Silences a chat for oneself, or no more; who is named in it is rung all the same.",
    access: "user",
    plan,
    params: IdParam("chat"),
    body: z.object({ muted: z.boolean() }),
    response: Ok,
    errors: ["ERR_NO_CHAT_FOUND"],
  }),
  typing: endpoint({
    method: "POST",
    path: "/chats/{id}/typing",
    summary: "Says to the others that one is writing, or stopped. Not kept.",
    access: "user",
    plan,
    params: IdParam("chat"),
    body: z.object({ on: z.boolean() }),
    response: Ok,
    errors: ["ERR_NO_CHAT_FOUND"],
  }),
  messages: endpoint({
    method: "GET",
    path: "/chats/{id}/messages",
    summary: "What was said in a chat, newest page first, each page oldest first.",
    access: "user",
    plan,
    live: [chatMessageChanged, nameChanged],
    params: IdParam("chat"),
    query: z.object({ pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1) }),
    response: z.object({ records: z.array(ChatMessage), ...pageFacts }),
    errors: ["ERR_NO_CHAT_FOUND"],
  }),
  search: endpoint({
    method: "GET",
    path: "/chats/{id}/search",
    summary: "Where in a chat a text was said: at most 200 messages, newest first.",
    access: "user",
    plan,
    params: IdParam("chat"),
    query: z.object({ searchParam: text(200).optional().default("") }),
    response: z.object({ records: z.array(ChatMessage) }),
    errors: ["ERR_NO_CHAT_FOUND"],
  }),
  send: endpoint({
    method: "POST",
    path: "/chats/{id}/messages",
    summary: "Says something, or sends files, each as a message of its own. The same Idempotency-Key twice is once.",
    access: "user",
    plan,
    idempotency: "own",
    params: IdParam("chat"),
    upload: "medias",
    body: z.object({
      message: words.optional().default(""),
      quotedMsg: QuotedForm,
      /** Members whom it names. */
      mentions: z.union([z.array(Id("user")).max(50), jsonList(Id("user"))]).optional(),
      /** Files that came in pieces (`POST /uploads`); used once. */
      uploads: z.array(z.object({ key: UploadKey })).max(MAX_UPLOAD_FILES).optional(),
    }),
    response: z.object({ messages: z.array(ChatMessage) }),
    errors: [
      ...messageErrors,
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_NO_UPLOAD_FOUND",
      "ERR_UPLOAD_OFFSET",
      "ERR_DISK_FULL",
    ],
  }),
  edit: endpoint({
    method: "PUT",
    path: "/chats/messages/{id}",
    summary: "Changes the words of one's own message within 15 minutes.",
    access: "user",
    plan,
    params: IdParam("chatMessage"),
    body: z.object({ message: words.trim().min(1, "required") }),
    response: ChatMessage,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NO_PERMISSION", "ERR_EDIT_WINDOW_PASSED"],
  }),
  removeMessage: endpoint({
    method: "DELETE",
    path: "/chats/messages/{id}",
    summary: "Takes back one's own message; a mark stays.",
    access: "user",
    plan,
    params: IdParam("chatMessage"),
    response: ChatMessage,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NO_PERMISSION"],
  }),
  react: endpoint({
    method: "POST",
    path: "/chats/messages/{id}/react",
    summary: "Reacts to a message, or takes one's reaction away.",
    access: "user",
    plan,
    params: IdParam("chatMessage"),
    body: z.object({ emoji: text(16).nullable() }),
    response: ChatMessage,
    errors: ["ERR_NO_MESSAGE_FOUND"],
  }),
};
