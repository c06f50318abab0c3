// Messages of a conversation (spec 1 §3, §4, §7; architecture §8).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, jsonList, Ok, QueryFlag, text } from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";

const Base = z.object({
  id: z.number(),
  key: z.string().nullable(),
  ticketId: z.number(),
  contactId: z.number(),
  queueId: z.number().nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  /** The specification's kinds; a newer server may add some, so this is plain text. */
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  mimeType: z.string().nullable(),
  fileSize: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** What is neither text nor file: a place, contact cards, a choice, a link. */
  data: z.record(z.string(), z.unknown()).nullable(),
  ack: z.number(),
  status: z.string(),
  error: z.string().nullable(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  isPrivate: z.boolean(),
  reactions: z.array(z.object({ emoji: z.string(), fromMe: z.boolean() })),
  userId: z.number().nullable(),
  userName: z.string().nullable(),
  /** Provider's time; the order of a conversation is by this, then by id. */
  createdAt: Instant,
});
export const Message = Base.extend({
  quotedMsg: Base.pick({ id: true, body: true, fromMe: true, mediaType: true, userName: true, isDeleted: true })
    .nullable(),
});
export type Message = z.infer<typeof Message>;

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((v) => v === "true")]);
/** A form sends objects as JSON text; the quoted message may be given whole or as `{id}`. */
const Quoted = z.union([
  z.object({ id: Id }),
  z.string().max(20_000).transform((v, ctx) => {
    try {
      const parsed = z.object({ id: Id }).safeParse(JSON.parse(v));
      if (parsed.success) return parsed.data;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "quoted" });
    return z.NEVER;
  }),
]).nullish();
export const MessageForm = z.object({
  body: z.union([text(MAX_MESSAGE_CHARS), z.array(text(MAX_MESSAGE_CHARS)).max(20)]).optional().default(""),
  /** One caption for each file, JSON list in a form. */
  captions: z.union([z.array(text(1024)).max(20), jsonList(text(1024))]).optional(),
  fromMe: flag.optional(),
  read: z.unknown().optional(),
  mediaUrl: z.string().max(2000).optional(),
  quotedMsg: Quoted,
  isPrivate: flag.optional().default(false),
  vCard: z.array(z.object({ name: text(250), phones: z.array(text(50)).max(20) })).max(20).nullish(),
  idempotencyKey: z.string().max(100).optional(),
});

/** `ticket` and `contact` ride along so that a list can be updated from the same event. */
export const messageChanged = changes("company-{id}-appMessage", "message", "messageId", Message);
/** Not kept: a customer is typing. */
export const typing = signal(
  "company-{id}-typing",
  z.object({ ticketId: z.number(), contactId: z.number(), on: z.boolean() }),
);
const live = [messageChanged] as const;

export const messages = {
  list: endpoint({
    method: "GET",
    path: "/messages/{ticketId}",
    summary: "The conversation, newest page first, each page oldest first. The owner's reading marks it read.",
    access: "user",
    live,
    params: z.object({ ticketId: Id }),
    query: z.object({
      pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
      selectedQueues: jsonList(z.coerce.number().int().min(0)),
      markAsRead: QueryFlag.optional().default(true),
    }),
    response: z.object({ messages: z.array(Message), hasMore: z.boolean(), count: z.number() }),
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  send: endpoint({
    method: "POST",
    path: "/messages/{ticketId}",
    summary:
      "Sends text, files or contact cards, or keeps a private note. The same Idempotency-Key twice is one message.",
    access: "user",
    idempotency: "own",
    params: z.object({ ticketId: Id }),
    upload: "medias",
    body: MessageForm,
    response: z.object({ messages: z.array(Message) }),
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_TICKET_NOT_OPEN",
      "ERR_NO_MESSAGE_FOUND",
      "ERR_REPLY_WINDOW_CLOSED",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_TEXT_TOO_LONG",
      "ERR_NO_WAPP_FOUND",
    ],
  }),
  typing: endpoint({
    method: "POST",
    path: "/messages/typing/{ticketId}",
    summary: "Says that one is writing an answer, or stopped; at most every three seconds. Not kept.",
    access: "user",
    params: z.object({ ticketId: Id }),
    body: z.object({ on: z.boolean() }),
    response: Ok,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  resend: endpoint({
    method: "POST",
    path: "/messages/resend/{id}",
    summary: "Tries a failed or uncertain message again.",
    access: "user",
    params: IdParam,
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_ALREADY_IN_STATE", "ERR_REPLY_WINDOW_CLOSED"],
  }),
  edit: endpoint({
    method: "POST",
    path: "/messages/edit/{id}",
    summary: "Changes the text of one's own message within 15 minutes.",
    access: "user",
    params: IdParam,
    body: z.object({ body: text(MAX_MESSAGE_CHARS).trim().min(1, "required") }),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_EDIT_WINDOW_PASSED", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/messages/{id}",
    summary: "Deletes a message one sent; a mark stays.",
    access: "user",
    params: IdParam,
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL", "ERR_DELETE_WAPP_MSG"],
  }),
  react: endpoint({
    method: "POST",
    path: "/messages/react/{id}",
    summary: "Reacts to a message, or takes the reaction away.",
    access: "user",
    params: IdParam,
    body: z.object({ emoji: text(16).nullable() }),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
};
