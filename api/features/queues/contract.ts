// Queues: the departments tickets wait in, each with the tree of options its customers choose from (docs/product/queues.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Ok } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { checkOption, LoneOption, QueueForm, QueueUpdate } from "../../contract/rules/queue-form.ts";
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
