// What is checked of a queue and its options (docs/product/queues.md). Apart from the contract, so that lists load none of it.
import { z } from "zod";
import { Id, text } from "../endpoint.ts";
import { OPTION_NAME, ROTATION_MINUTES } from "../limits.ts";
import { Schedules } from "./schedule.ts";

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
export function checkOption(value: OptionFields, ctx: z.RefinementCtx): void {
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
export const LoneOption = z.object({
  ...optionForm,
  options: z.array(ChatbotOptionForm).max(50).optional().default([]),
});

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
