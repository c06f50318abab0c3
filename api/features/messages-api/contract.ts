// The calls by which other programs send and ask what became of it (docs/product/messages-api.md).
import { z } from "zod";
import { ContactNumber, endpoint, Id, Instant, QueryFlag, text } from "../../contract/endpoint.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";

/** A form's fields are text. */
const Flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((v) => v === "true")]);
/** A number is eight digits or more; more than seventeen name a group. */
export const GROUP_DIGITS = 18;

const Named = z.object({
  name: text(512).min(1, "required"),
  language: text(20).min(1, "required"),
  variables: z.union([z.array(text(1024)).max(50), z.record(z.string().max(60), text(1024))]).optional().default([]),
});
const TemplateOf = z.union([
  Named,
  z.string().max(20_000).transform((v, ctx) => {
    try {
      const parsed = Named.safeParse(JSON.parse(v));
      if (parsed.success) return parsed.data;
    } catch { /* reported below */ }
    ctx.addIssue({ code: "custom", message: "template" });
    return z.NEVER;
  }),
]);
/** An id, an object with one, or either as a form's text. */
const QuotedOf = z.unknown().transform((given) => {
  const read = typeof given === "string" ? asJson(given) : given;
  return typeof read === "object" && read !== null ? (read as { id?: unknown }).id : read;
}).pipe(Id("message"));
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
/** An hour: what is to go out later than that is a schedule's. */
const MAX_DELAY_MS = 3_600_000;
export const ApiMessageForm = z.object({
  number: text(50).refine((number) => number.replace(/\D/g, "").length >= 8, "number"),
  body: text(MAX_MESSAGE_CHARS).optional().default(""),
  /** Whose ticket it becomes, and who signs. */
  userId: Id("user").optional(),
  queueId: Id("queue").optional(),
  sendSignature: Flag.optional(),
  /** A ticket that is opened for it ends at once. */
  closeTicket: Flag.optional(),
  /** False: no ticket is opened, the message stands in the contact's silent one. */
  openTicket: Flag.optional(),
  /** The same, as programs made for the Whaticket family say it. */
  noRegister: Flag.optional(),
  /** Sent no sooner than so many milliseconds from now. */
  msdelay: z.coerce.number().int().min(0).max(MAX_DELAY_MS).optional(),
  /** A message of this conversation that is answered: its id, or an object with it. JSON text in a form. */
  quotedMsg: QuotedOf.optional(),
  /** Refuses where a ticket is live in another queue than `queueId`. */
  strict: Flag.optional(),
  /** An approved text of the connection, outside the reply window too; `variables` by place: `body.1`, or a list for the text's. JSON text in a form. */
  template: TemplateOf.optional(),
  /** The address of a file that is fetched and sent, 16 MB at most. */
  linkImage: z.url({ protocol: /^https?$/ }).max(2_000).optional(),
});

/** What became of a message: `uncertain` where the provider took it and its answer was lost. */
const Fate = z.object({
  id: z.number(),
  ticketId: z.number(),
  status: z.enum(["waiting", "sending", "sent", "failed", "uncertain"]),
  /** 1 sent, 2 delivered, 3 read, 4 heard. */
  ack: z.number(),
  /** Why it failed, by the catalogue or in the provider's words. */
  error: z.string().nullable(),
  sentAt: Instant,
});
/** Which connection a key works over; without it the default one. A connection's own token needs none. */
const OverLine = z.object({ whatsappId: Id("connection").optional() });
const ofProgram = { access: "connection", plan: "useExternalApi", key: "messages:send", query: OverLine } as const;
const Sent = z.object({ status: z.literal("SUCCESS"), id: z.number(), ticketId: z.number() });
const sendErrors = [
  "ERR_NO_WAPP_FOUND",
  "ERR_NO_USER_FOUND",
  "ERR_NO_QUEUE_FOUND",
  "ERR_NO_CONTACT_FOUND",
  "ERR_NO_MEDIA_FOUND",
  "ERR_NO_MESSAGE_FOUND",
  "ERR_CONTACT_BLOCKED",
  "ERR_CONTACT_OPTED_OUT",
  "ERR_CONTACT_OUT_OF_REACH",
  "ERR_REPLY_WINDOW_CLOSED",
  "ERR_NO_TEMPLATE_FOUND",
  "ERR_TEMPLATE_REFUSED",
  "ERR_OTHER_OPEN_TICKET",
  "ERR_UNSUPPORTED_MEDIA",
  "ERR_TEXT_TOO_LONG",
  "ERR_DISK_FULL",
] as const;

/** What a program called, and what it came to. */
export const ProgramCall = z.object({
  id: z.number(),
  at: Instant,
  method: z.string(),
  path: z.string(),
  status: z.number(),
  /** Of the catalogue; null where the call was carried out. */
  error: z.string().nullable(),
  ms: z.number(),
});
export type ProgramCall = z.infer<typeof ProgramCall>;

export const messagesApi = {
  send: endpoint({
    method: "POST",
    path: "/messages/send",
    summary:
      "Sends a message from another program, over the connection whose token it has. Files go as `medias` of a form.",
    ...ofProgram,
    transaction: false,
    status: 202,
    upload: "medias",
    body: ApiMessageForm,
    response: Sent,
    errors: sendErrors,
  }),
  linkImage: endpoint({
    method: "POST",
    path: "/messages/send/linkImage",
    summary: "Sends a file that somebody else's server has; the ticket that is opened for it ends at once.",
    ...ofProgram,
    transaction: false,
    status: 202,
    body: z.object({
      number: ApiMessageForm.shape.number,
      url: z.url({ protocol: /^https?$/ }).max(2_000),
      caption: text(MAX_MESSAGE_CHARS).optional().default(""),
    }),
    response: Sent,
    errors: sendErrors,
  }),
  status: endpoint({
    method: "GET",
    path: "/messages/{id}/status",
    summary: "What became of a message that a program sent over the connection whose token it has.",
    ...ofProgram,
    params: z.object({ id: Id("message") }),
    response: Fate,
    errors: ["ERR_NO_MESSAGE_FOUND"],
  }),
  checkNumber: endpoint({
    method: "POST",
    path: "/messages/checkNumber",
    summary: "Whether somebody can be written to at this number over the connection whose token the program has.",
    ...ofProgram,
    transaction: false,
    body: z.object({ number: ApiMessageForm.shape.number }),
    response: z.object({ existsInWhatsapp: z.boolean(), number: z.string(), numberFormatted: z.string() }),
    errors: [
      "ERR_NO_WAPP_FOUND",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_WAPP_NOT_INITIALIZED",
      "ERR_WAPP_CHECK_CONTACT",
      "ERR_WAPP_RESTRICTED",
      "ERR_PROVIDER_UNREACHABLE",
    ],
  }),
  recent: endpoint({
    method: "GET",
    path: "/messages-api/recent",
    summary: "The last twenty messages that programs sent over a connection.",
    access: "admin",
    plan: "useExternalApi",
    query: z.object({ whatsappId: Id("connection") }),
    response: z.array(Fate.extend({ number: ContactNumber, body: z.string() })),
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  calls: endpoint({
    method: "GET",
    path: "/messages-api/calls",
    summary:
      "The last fifty calls of programs over a connection, the newest first; `refused` leaves out what was done.",
    access: "admin",
    plan: "useExternalApi",
    query: z.object({ whatsappId: Id("connection"), refused: QueryFlag.optional() }),
    response: z.array(ProgramCall),
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
};
