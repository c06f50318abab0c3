// Queues: the departments tickets wait in, each with the tree of options its customers choose from (docs/product/queues.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Ok, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { OPTION_NAME, ROTATION_MINUTES } from "../../contract/limits.ts";
import { Schedules } from "../../contract/rules/schedule.ts";

export const QueueBadge = z.object({ id: z.number(), name: z.string(), color: z.string() });
export const Queue = QueueBadge.extend({
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  closeTicket: z.boolean(),
  /** Sent to whoever comes into it. */
  fileListId: z.number().nullable(),
  /** Answers whoever comes into it. */
  integrationId: z.number().nullable(),
  /** Waiting tickets are handed out, and handed on after `tempoRoteador` minutes. */
  ativarRoteador: z.boolean(),
  tempoRoteador: z.number(),
});
export type Queue = z.infer<typeof Queue>;

/** What a customer can choose. */
const option = {
  name: z.string(),
  greetingMessage: z.string(),
  /**
   * `text` shows what is below it, `attendent` and `queue` hand the ticket over, `file` sends a list of files, `integration` lets
   * a service answer.
   */
  queueType: z.string(),
  closeTicket: z.boolean(),
  optQueueId: z.number().nullable(),
  optUserId: z.number().nullable(),
  optFileId: z.number().nullable(),
  optIntegrationId: z.number().nullable(),
};
export interface ChatbotOption extends z.infer<z.ZodObject<typeof option>> {
  id: number;
  options: ChatbotOption[];
}
export const ChatbotOption: z.ZodType<ChatbotOption> = z.object({
  id: z.number(),
  ...option,
  options: z.lazy(() => z.array(ChatbotOption)),
}).meta({ id: "ChatbotOption" });
/** One queue with its hours, its tree, its people and its connections, for its editor. */
export const QueueFull = Queue.extend({
  schedules: Schedules,
  chatbots: z.array(ChatbotOption),
  /** Who works in it. */
  userIds: z.array(z.number()),
  /** The connections that offer it. */
  whatsappIds: z.array(z.number()),
});
export type QueueFull = z.infer<typeof QueueFull>;

export const optionTypes = ["text", "attendent", "queue", "file", "integration"] as const;
export type OptionType = typeof optionTypes[number];
const optionForm = {
  name: text(OPTION_NAME.max).trim().min(OPTION_NAME.min, "too_short"),
  greetingMessage: text(4000).optional().default(""),
  queueType: z.enum(optionTypes).optional().default("text"),
  closeTicket: z.boolean().optional().default(false),
  optQueueId: Id("queue").nullish().default(null),
  optUserId: Id("user").nullish().default(null),
  optFileId: Id("fileList").nullish().default(null),
  optIntegrationId: Id("queueIntegration").nullish().default(null),
};
interface OptionFields {
  name: string;
  greetingMessage: string;
  queueType: OptionType;
  closeTicket: boolean;
  optQueueId: number | null;
  optUserId: number | null;
  optFileId: number | null;
  optIntegrationId: number | null;
  options: ChatbotOptionForm[];
}
export interface ChatbotOptionForm extends OptionFields {
  /** The option that is changed; none, or one that this queue does not have, makes a new one. */
  id?: number | null;
}
interface OptionInput {
  id?: unknown;
  name: string;
  greetingMessage?: string | undefined;
  queueType?: OptionType | undefined;
  closeTicket?: boolean | undefined;
  optQueueId?: unknown;
  optUserId?: unknown;
  optFileId?: unknown;
  optIntegrationId?: unknown;
  options?: OptionInput[] | undefined;
}

/** Without its text nobody can choose on from an option, and a hand-over needs somebody to hand over to. */
function checkOption(value: OptionFields, ctx: z.RefinementCtx): void {
  const wrong = (field: string, message: string) => ctx.addIssue({ code: "custom", path: [field], message });
  if (value.options.length > 0 && !value.greetingMessage.trim()) wrong("greetingMessage", "required");
  if (value.options.length > 0 && value.queueType !== "text") wrong("queueType", "has_options");
  if (value.queueType === "queue" && !value.optQueueId) wrong("optQueueId", "required");
  if (value.queueType === "attendent" && !value.optUserId) wrong("optUserId", "required");
  if (value.queueType === "file" && !value.optFileId) wrong("optFileId", "required");
  if (value.queueType === "integration" && !value.optIntegrationId) wrong("optIntegrationId", "required");
}
export const ChatbotOptionForm: z.ZodType<ChatbotOptionForm, OptionInput> = z.object({
  id: Id("chatbotOption").nullish(),
  ...optionForm,
  options: z.lazy(() => z.array(ChatbotOptionForm).max(50)).optional().default([]),
}).superRefine(checkOption).meta({ id: "ChatbotOptionForm" });
/** An option by itself; its own id is in the path. */
const LoneOption = z.object({ ...optionForm, options: z.array(ChatbotOptionForm).max(50).optional().default([]) });

const fields = {
  name: text(50).trim().min(2, "too_short"),
  color: z.string().trim().min(3, "too_short").max(9, "too_long").regex(/^#[0-9a-fA-F]{2,8}$/, "color"),
  greetingMessage: text(4000),
  outOfHoursMessage: text(4000),
  orderQueue: z.coerce.number().int().min(0).max(9999).nullable(),
  closeTicket: z.boolean(),
  fileListId: Id("fileList").nullable(),
  integrationId: Id("queueIntegration").nullable(),
  ativarRoteador: z.boolean(),
  tempoRoteador: z.coerce.number().pipe(z.literal(ROTATION_MINUTES)),
  schedules: Schedules,
  chatbots: z.array(ChatbotOptionForm).max(50),
  /** Who works in it from now on. */
  userIds: z.array(Id("user")).max(500),
  /** The connections that offer it from now on; with a second queue a connection needs a greeting, which may be given here. */
  whatsapps: z.array(z.object({ id: Id("connection"), greetingMessage: text(4000).optional() })).max(200),
};
/** A menu is read below the greeting: without one nobody knows what is asked. Of what is left out the server knows. */
function checkGreeting(
  queue: { greetingMessage?: string | undefined; chatbots?: readonly unknown[] | undefined },
  ctx: z.RefinementCtx,
): void {
  if (queue.chatbots?.length && queue.greetingMessage !== undefined && !queue.greetingMessage.trim()) {
    ctx.addIssue({ code: "custom", path: ["greetingMessage"], message: "required" });
  }
}
/** Fields that are left out stay: an update has no defaults. */
const Update = z.object(fields).partial();
export const QueueUpdate = Update.superRefine(checkGreeting);
export const QueueForm = Update.extend({
  name: fields.name,
  color: fields.color,
  greetingMessage: fields.greetingMessage.optional().default(""),
  outOfHoursMessage: fields.outOfHoursMessage.optional().default(""),
  orderQueue: fields.orderQueue.optional().default(null),
  closeTicket: fields.closeTicket.optional().default(false),
  fileListId: fields.fileListId.optional().default(null),
  integrationId: fields.integrationId.optional().default(null),
}).superRefine(checkGreeting);

export const queueChanged = changes("company-{id}-queue", "queue", "queueId", Queue);
const live = [queueChanged] as const;

export const queues = {
  list: endpoint({
    method: "GET",
    path: "/queue",
    key: "company:read",
    summary: "Queues of the company, in their order.",
    access: "user",
    live,
    response: z.array(Queue),
  }),
  show: endpoint({
    method: "GET",
    path: "/queue/{id}",
    key: "company:read",
    summary: "One queue with its hours, its tree, its people and its connections.",
    access: "user",
    params: IdParam("queue"),
    response: QueueFull,
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/queue",
    summary: "Creates a queue, with its people and connections where they are given.",
    access: "queues:manage",
    body: QueueForm,
    response: QueueFull,
    audit: true,
    errors: [
      "ERR_QUEUE_COLOR_ALREADY_EXISTS",
      "ERR_DUPLICATED_NAME",
      "ERR_PLAN_LIMIT",
      "ERR_NO_QUEUE_FOUND",
      "ERR_NO_USER_FOUND",
      "ERR_NO_WAPP_FOUND",
      "ERR_WAPP_GREETING_REQUIRED",
      "ERR_NO_PERMISSION",
      "ERR_NO_RECORD_FOUND",
    ],
  }),
  update: endpoint({
    method: "PUT",
    path: "/queue/{id}",
    summary: "Changes a queue; what is left out stays.",
    access: "queues:manage",
    params: IdParam("queue"),
    body: QueueUpdate,
    response: QueueFull,
    audit: true,
    errors: [
      "ERR_NO_QUEUE_FOUND",
      "ERR_NO_USER_FOUND",
      "ERR_QUEUE_COLOR_ALREADY_EXISTS",
      "ERR_DUPLICATED_NAME",
      "ERR_NO_WAPP_FOUND",
      "ERR_WAPP_GREETING_REQUIRED",
      "ERR_NO_PERMISSION",
      "ERR_NO_RECORD_FOUND",
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/queue/{id}",
    summary: "Deletes a queue; its live tickets wait without a queue.",
    access: "queues:manage",
    params: IdParam("queue"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
};

const optionErrors = [
  "ERR_NO_CHATBOT_FOUND",
  "ERR_NO_QUEUE_FOUND",
  "ERR_NO_USER_FOUND",
  "ERR_NO_RECORD_FOUND",
] as const;
/** Options one at a time; a queue's form carries them all. */
export const chatbot = {
  show: endpoint({
    method: "GET",
    path: "/chatbot/{id}",
    summary: "One option with what is below it.",
    access: "queues:manage",
    params: IdParam("chatbotOption"),
    response: ChatbotOption,
    errors: ["ERR_NO_CHATBOT_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/chatbot",
    summary: "Adds an option at the end of a queue's first level, or below another option.",
    access: "queues:manage",
    body: LoneOption.extend({ queueId: Id("queue"), parentId: Id("chatbotOption").nullish().default(null) })
      .superRefine(checkOption),
    response: ChatbotOption,
    audit: true,
    errors: optionErrors,
  }),
  update: endpoint({
    method: "PUT",
    path: "/chatbot/{id}",
    summary: "Changes an option and what is below it; its place stays.",
    access: "queues:manage",
    params: IdParam("chatbotOption"),
    body: LoneOption.superRefine(checkOption),
    response: ChatbotOption,
    audit: true,
    errors: optionErrors,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/chatbot/{id}",
    summary: "Deletes an option and what is below it.",
    access: "queues:manage",
    params: IdParam("chatbotOption"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_CHATBOT_FOUND"],
  }),
};
export const QueueIds = z.array(Id("queue")).max(200);
