// Messages of a conversation (docs/product/messages.md).
import { z } from "zod";
import {
  ContactNumber,
  endpoint,
  Id,
  IdParam,
  Instant,
  jsonList,
  Ok,
  QueryFlag,
  text,
} from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";
import { MAX_MESSAGE_CHARS, MAX_UPLOAD_FILES, VOICE_BARS } from "../../contract/limits.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { UploadKey } from "../uploads/contract.ts";

const Base = z.object({
  id: z.number(),
  key: z.string().nullable(),
  ticketId: z.number(),
  contactId: z.number(),
  queueId: z.number().nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  /** A newer server may add kinds, so this is plain text. */
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  fileName: z.string().nullable(),
  mimeType: z.string().nullable(),
  fileSize: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** A PNG of some fifty pixels, base64: shown blurred in the picture's place until it is there. Of what customers sent only. */
  preview: z.string().nullable(),
  /**
   * Content that is neither text nor file: a place, contact cards, a choice, a link, whom a note names (`mentions`), and what was done to
   * it here and never reached the customer (`refused`). `media` says that the file is on its way or could not be had, `noRoom` that the
   * company's disk was full: `ask` where the provider may have it still.
   */
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
  /** Who of a group wrote it; the number is empty where the person hides it. */
  participant: z.object({ name: z.string(), number: ContactNumber }).nullable(),
  /** Provider's time; the order of a conversation is by this, then by id. */
  createdAt: Instant,
  /** When it arrived, where that was more than half a minute after it was written; else null. */
  receivedAt: Instant.nullable(),
});
export const Message = Base.extend({
  quotedMsg: Base.pick({
    id: true,
    body: true,
    fromMe: true,
    mediaType: true,
    userId: true,
    userName: true,
    isDeleted: true,
    participant: true,
  })
    .nullable(),
});
export type Message = z.infer<typeof Message>;

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((v) => v === "true")]);
/** A form sends objects as JSON text; the quoted message may be given whole or as `{id}`. */
const Quoted = z.union([
  z.object({ id: Id("message") }),
  z.string().max(20_000).transform((v, ctx) => {
    try {
      const parsed = z.object({ id: Id("message") }).safeParse(JSON.parse(v));
      if (parsed.success) return parsed.data;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "quoted" });
    return z.NEVER;
  }),
]).nullish();
/** What a voice note's recorder knows of it: how long it is, s, and its shape. JSON text in a form. */
const VoiceFacts = z.object({
  seconds: z.number().min(0).max(24 * 3600),
  waveform: z.array(z.number().int().min(0).max(100)).max(VOICE_BARS),
});
const Voice = z.union([
  VoiceFacts,
  z.string().max(2000).transform((v, ctx) => {
    try {
      const parsed = VoiceFacts.safeParse(JSON.parse(v));
      if (parsed.success) return parsed.data;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "voice" });
    return z.NEVER;
  }),
]).nullish();
/** An approved text of the connection, by its id, with what stands in its places (`body.1`). JSON text in a form. */
const TemplateChoice = z.object({
  id: Id("messageTemplate"),
  values: z.record(z.string().max(60), text(1024)).optional().default({}),
});
const Template = z.union([
  TemplateChoice,
  z.string().max(20_000).transform((v, ctx) => {
    try {
      const parsed = TemplateChoice.safeParse(JSON.parse(v));
      if (parsed.success) return parsed.data;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "template" });
    return z.NEVER;
  }),
]).nullish();
const Card = z.object({ name: text(250), phones: z.array(text(50)).max(20) });
export const MessageForm = z.object({
  body: z.union([text(MAX_MESSAGE_CHARS), z.array(text(MAX_MESSAGE_CHARS)).max(20)]).optional().default(""),
  /** One caption for each file, JSON list in a form. */
  captions: z.union([z.array(text(1024)).max(20), jsonList(text(1024))]).optional(),
  fromMe: flag.optional(),
  read: z.unknown().optional(),
  mediaUrl: z.string().max(2000).optional(),
  quotedMsg: Quoted,
  /** Files that came in pieces (`POST /uploads`), each with its caption; used once. */
  uploads: z.array(z.object({ key: UploadKey, caption: text(MAX_MESSAGE_CHARS).optional() })).max(MAX_UPLOAD_FILES)
    .optional(),
  isPrivate: flag.optional().default(false),
  /** Goes outside the reply window too; a header's file is the message's. */
  template: Template,
  /** Colleagues whom a private note names; people who may not see the ticket are passed over. */
  mentions: z.union([z.array(Id("user")).max(50), jsonList(Id("user"))]).optional(),
  /** Of the first file, where that is a voice note (its name begins with `voice-`). */
  voice: Voice,
  /** One card, or several. */
  vCard: z.union([z.array(Card).max(20), Card.transform((card) => [card])]).nullish(),
  idempotencyKey: z.string().max(100).optional(),
});

/** `ticket` and `contact` ride along so that a list can be updated from the same event. */
export const messageChanged = changes("company-{id}-appMessage", "message", "messageId", Message);
/** Not kept: a customer is typing. */
export const typing = signal(
  "company-{id}-typing",
  z.object({ ticketId: z.number(), contactId: z.number(), on: z.boolean() }),
);
const live = [messageChanged, nameChanged, manyChanged] as const;

/** What a conversation's gallery is divided into. */
export const galleryKinds = ["media", "audio", "documents", "links"] as const;
export type GalleryKind = typeof galleryKinds[number];
const Page = z.object({ messages: z.array(Message), hasMore: z.boolean(), count: z.number() });

export const messages = {
  list: endpoint({
    method: "GET",
    path: "/messages/{ticketId}",
    key: "tickets:read",
    summary: "The conversation, newest page first, each page oldest first. The owner's reading marks it read.",
    access: "user",
    live,
    transaction: true,
    params: z.object({ ticketId: Id("ticket") }),
    query: z.object({
      pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
      selectedQueues: jsonList(z.coerce.number().int().min(0)),
      markAsRead: QueryFlag.optional().default(true),
      /** Reads no further than this message: a person without a network has not seen later ones. */
      readUpTo: Id("message").optional(),
    }),
    response: Page,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  gallery: endpoint({
    method: "GET",
    path: "/messages/{ticketId}/media",
    key: "tickets:read",
    summary: "The conversation's pictures and videos, sounds, documents or links, newest first.",
    access: "user",
    live,
    params: z.object({ ticketId: Id("ticket") }),
    query: z.object({
      kind: z.enum(galleryKinds).optional().default("media"),
      pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
    }),
    response: Page,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  search: endpoint({
    method: "GET",
    path: "/messages/{ticketId}/search",
    key: "tickets:read",
    summary: "Where in the conversation a text was said: at most 500 places, newest first, and how many there are.",
    access: "user",
    params: z.object({ ticketId: Id("ticket") }),
    query: z.object({ searchParam: text(200).optional().default("") }),
    response: z.object({ hits: z.array(z.object({ id: z.number(), createdAt: Instant })), count: z.number() }),
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  send: endpoint({
    method: "POST",
    path: "/messages/{ticketId}",
    summary:
      "Sends text, files or contact cards, or keeps a private note. The same Idempotency-Key twice is one message.",
    access: "user",
    idempotency: "own",
    params: z.object({ ticketId: Id("ticket") }),
    upload: "medias",
    body: MessageForm,
    response: z.object({ messages: z.array(Message) }),
    errors: [
      "ERR_NO_TICKET_FOUND",
      "ERR_TICKET_NOT_OPEN",
      "ERR_NO_MESSAGE_FOUND",
      "ERR_REPLY_WINDOW_CLOSED",
      "ERR_NO_TEMPLATE_FOUND",
      "ERR_TEMPLATE_REFUSED",
      "ERR_CONTACT_OUT_OF_REACH",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_TEXT_TOO_LONG",
      "ERR_NO_WAPP_FOUND",
      "ERR_NO_UPLOAD_FOUND",
      "ERR_UPLOAD_OFFSET",
      "ERR_DISK_FULL",
    ],
  }),
  forward: endpoint({
    method: "POST",
    path: "/message/forward",
    summary: "Passes a message on to a contact, over their live ticket or a new one. Follows the one before by 900 ms.",
    access: "user",
    body: z.object({ messageId: Id("message"), contactId: Id("contact"), signMessage: flag.optional().default(false) }),
    response: z.object({ messages: z.array(Message) }),
    errors: [
      "ERR_NO_MESSAGE_FOUND",
      "ERR_NO_CONTACT_FOUND",
      "ERR_NO_DEF_WAPP_FOUND",
      "ERR_OTHER_OPEN_TICKET",
      "ERR_TICKET_NOT_OPEN",
      "ERR_REPLY_WINDOW_CLOSED",
      "ERR_CONTACT_OUT_OF_REACH",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_WAPP_DOWNLOAD_MEDIA",
      "ERR_TEXT_TOO_LONG",
    ],
  }),
  typing: endpoint({
    method: "POST",
    path: "/messages/typing/{ticketId}",
    summary: "Says that one is writing an answer, or stopped; at most every three seconds. Not kept.",
    access: "user",
    params: z.object({ ticketId: Id("ticket") }),
    body: z.object({ on: z.boolean() }),
    response: Ok,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  resend: endpoint({
    method: "POST",
    path: "/messages/resend/{id}",
    summary: "Tries a failed or uncertain message again.",
    access: "user",
    params: IdParam("message"),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_ALREADY_IN_STATE", "ERR_REPLY_WINDOW_CLOSED"],
  }),
  fetchFile: endpoint({
    method: "POST",
    path: "/messages/file/{id}",
    summary: "Asks the channel once more for a customer's file that could not be had, or that is still waited for.",
    access: "user",
    params: IdParam("message"),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NO_MEDIA_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
  edit: endpoint({
    method: "POST",
    path: "/messages/edit/{id}",
    summary: "Changes the text of one's own message within 15 minutes.",
    access: "user",
    params: IdParam("message"),
    body: z.object({ body: text(MAX_MESSAGE_CHARS).trim().min(1, "required") }),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NO_PERMISSION", "ERR_EDIT_WINDOW_PASSED", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/messages/{id}",
    summary: "Deletes a message one sent; a mark stays.",
    access: "user",
    params: IdParam("message"),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL", "ERR_DELETE_WAPP_MSG"],
  }),
  react: endpoint({
    method: "POST",
    path: "/messages/react/{id}",
    summary: "Reacts to a message, or takes the reaction away.",
    access: "user",
    params: IdParam("message"),
    body: z.object({ emoji: text(16).nullable() }),
    response: Message,
    errors: ["ERR_NO_MESSAGE_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
};
