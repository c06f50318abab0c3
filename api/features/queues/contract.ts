// Queues: the departments tickets wait in (spec 2 §3).
import { z } from "zod";
import { endpoint, Id, IdParam, Ok, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";

export const QueueBadge = z.object({ id: z.number(), name: z.string(), color: z.string() });
export const Queue = QueueBadge.extend({
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  closeTicket: z.boolean(),
});
export type Queue = z.infer<typeof Queue>;

export const QueueForm = z.object({
  name: text(50).trim().min(2, "too_short"),
  color: z.string().trim().min(3, "too_short").max(9, "too_long").regex(/^#[0-9a-fA-F]{2,8}$/, "color"),
  greetingMessage: text(4000).optional().default(""),
  outOfHoursMessage: text(4000).optional().default(""),
  orderQueue: z.coerce.number().int().min(0).max(9999).nullish().default(null),
  closeTicket: z.boolean().optional().default(false),
});

export const queueChanged = changes("company-{id}-queue", "queue", "queueId", Queue);
const live = [queueChanged] as const;

export const queues = {
  list: endpoint({
    method: "GET",
    path: "/queue",
    summary: "Queues of the company, in their order.",
    access: "user",
    live,
    response: z.array(Queue),
  }),
  show: endpoint({
    method: "GET",
    path: "/queue/{id}",
    summary: "One queue.",
    access: "user",
    params: IdParam,
    response: Queue,
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/queue",
    summary: "Creates a queue.",
    access: "queues:manage",
    body: QueueForm,
    response: Queue,
    audit: true,
    errors: ["ERR_QUEUE_COLOR_ALREADY_EXISTS", "ERR_DUPLICATED_NAME", "ERR_PLAN_LIMIT"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/queue/{id}",
    summary: "Changes a queue.",
    access: "queues:manage",
    params: IdParam,
    body: QueueForm,
    response: Queue,
    audit: true,
    errors: ["ERR_NO_QUEUE_FOUND", "ERR_QUEUE_COLOR_ALREADY_EXISTS", "ERR_DUPLICATED_NAME"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/queue/{id}",
    summary: "Deletes a queue; its live tickets wait without a queue.",
    access: "queues:manage",
    params: IdParam,
    response: Ok,
    audit: true,
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
};
export const QueueIds = z.array(Id).max(200);
