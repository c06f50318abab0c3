// Quick messages: replies kept under a short code, for oneself or for all (docs/product/quick-messages.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";

export const QuickMessage = z.object({
  id: z.number(),
  shortcode: z.string(),
  message: z.string(),
  /** Everybody uses and changes it. */
  geral: z.boolean(),
  /** Everybody uses it; unless it is `geral`, its owner alone changes it (docs/product/quick-messages.md#sharing). */
  visao: z.boolean(),
  /** Offered while writing. */
  status: z.boolean(),
  /** Null where its owner has left. */
  userId: z.number().nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string(),
  isMedia: z.boolean(),
});
export type QuickMessage = z.infer<typeof QuickMessage>;

export const SHORTCODE_MAX = 60;
/** What a form leaves out stays as it is; a new message is then one's own and offered. */
export const QuickMessageForm = z.object({
  shortcode: text(SHORTCODE_MAX).transform((code) => code.trim().replace(/^\/+\s*/, "")).pipe(
    z.string().min(1, "required"),
  ),
  message: text(MAX_MESSAGE_CHARS).optional(),
  geral: z.boolean().optional(),
  visao: z.boolean().optional(),
  status: z.boolean().optional(),
});

/** True if this person may change it: its owner, or anybody where it is for all or its owner has left. */
export function mayChange({ geral, userId }: Pick<QuickMessage, "geral" | "userId">, me: number): boolean {
  return geral || userId === null || userId === me;
}

export const quickMessageChanged = changes("company-{id}-quickemessage", "record", "id", QuickMessage);
const live = [quickMessageChanged] as const;

export const quickMessages = {
  list: endpoint({
    method: "GET",
    path: "/quick-messages",
    summary: "Quick messages one may use, a page at a time; search looks at code and text.",
    access: "user",
    live,
    query: PageQuery,
    response: z.object({ records: z.array(QuickMessage), hasMore: z.boolean(), count: z.number() }),
  }),
  all: endpoint({
    method: "GET",
    path: "/quick-messages/list",
    summary: "All that are offered to one while writing.",
    access: "user",
    live,
    query: z.object({ companyId: Id("company").optional(), userId: Id("user").optional() }),
    response: z.array(QuickMessage),
    errors: ["ERR_NO_PERMISSION"],
  }),
  show: endpoint({
    method: "GET",
    path: "/quick-messages/{id}",
    summary: "One quick message.",
    access: "user",
    live,
    params: IdParam("quickMessage"),
    response: QuickMessage,
    errors: ["ERR_NO_QUICK_MESSAGE_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/quick-messages",
    summary: "Keeps a quick message.",
    access: "user",
    body: QuickMessageForm,
    response: QuickMessage,
  }),
  update: endpoint({
    method: "PUT",
    path: "/quick-messages/{id}",
    summary: "Changes a quick message.",
    access: "user",
    params: IdParam("quickMessage"),
    body: QuickMessageForm,
    response: QuickMessage,
    errors: ["ERR_NO_QUICK_MESSAGE_FOUND", "ERR_NO_PERMISSION"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/quick-messages/{id}",
    summary: "Deletes a quick message with its file.",
    access: "user",
    params: IdParam("quickMessage"),
    response: Ok,
    errors: ["ERR_NO_QUICK_MESSAGE_FOUND", "ERR_NO_PERMISSION"],
  }),
  upload: endpoint({
    method: "POST",
    path: "/quick-messages/{id}/media-upload",
    summary: "Sets the file that goes with a quick message.",
    access: "user",
    params: IdParam("quickMessage"),
    upload: "file",
    body: z.object({ typeArch: z.string().optional() }),
    response: QuickMessage,
    errors: [
      "ERR_NO_QUICK_MESSAGE_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_UNSUPPORTED_MEDIA",
      "ERR_BODY_TOO_LARGE",
      "ERR_DISK_FULL",
    ],
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/quick-messages/{id}/media-upload",
    summary: "Takes the file off a quick message.",
    access: "user",
    params: IdParam("quickMessage"),
    response: QuickMessage,
    errors: ["ERR_NO_QUICK_MESSAGE_FOUND", "ERR_NO_PERMISSION"],
  }),
};

/** What a text may name in double braces; filled in when it is chosen (docs/product/quick-messages.md#variables). */
export const variables = [
  "firstName",
  "name",
  "userName",
  "ms",
  "protocol",
  "date",
  "hour",
  "ticket_id",
  "queue",
  "connection",
] as const;
export type Variable = typeof variables[number];
