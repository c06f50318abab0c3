// Webhooks: addresses of a company that are told what happens (docs/product/webhooks.md).
import { z } from "zod";
import { endpoint, IdParam, Instant, Ok } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { shownOnce } from "../../contract/marks.ts";
import { happeningTypes } from "../../contract/programs/happenings.ts";
import { WebhookForm } from "../../contract/programs/webhook-form.ts";

export const Webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(happeningTypes)),
  /** The last event that was looked at for it. */
  position: z.number(),
  /** Deliveries that wait. */
  waiting: z.number(),
  failingSince: Instant.nullable(),
  pausedAt: Instant.nullable(),
  /** By a person, after three days of failing, or because the address said that it is gone (410). */
  pausedWhy: z.enum(["hand", "failing", "gone"]).nullable(),
  createdAt: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

export const deliveryStates = ["waiting", "done", "failed"] as const;
export const Delivery = z.object({
  id: z.number(),
  position: z.number(),
  type: z.string(),
  status: z.enum(deliveryStates),
  attempts: z.number(),
  createdAt: Instant,
  /** Of the last attempt. */
  sentAt: Instant.nullable(),
  nextAt: Instant.nullable(),
  ms: z.number().nullable(),
  answerStatus: z.number().nullable(),
  error: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
const Position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** A secret that is shown once: a repeated call answers without it. */
const Secret = shownOnce(z.string()).optional();

export const webhookChanged = changes("company-{id}-webhook", "webhook", "webhookId", Webhook);
const ofAdmins = { access: "admin", plan: "useExternalApi", key: "webhooks:manage" } as const;

export const webhooks = {
  list: endpoint({
    method: "GET",
    path: "/webhooks",
    summary: "The company's webhooks by name.",
    ...ofAdmins,
    live: [webhookChanged],
    response: z.array(Webhook),
  }),
  create: endpoint({
    method: "POST",
    path: "/webhooks",
    summary: "Makes a webhook, told what happens from now on. Its secret is answered once.",
    ...ofAdmins,
    body: WebhookForm,
    response: Webhook.extend({ secret: Secret }),
    audit: true,
    errors: ["ERR_DUPLICATED_NAME"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/webhooks/{id}",
    summary: "Changes a webhook.",
    ...ofAdmins,
    params: IdParam("webhook"),
    body: WebhookForm,
    response: Webhook,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_NAME"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/webhooks/{id}",
    summary: "Deletes a webhook with what waits for it.",
    ...ofAdmins,
    params: IdParam("webhook"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  pause: endpoint({
    method: "PUT",
    path: "/webhooks/{id}/paused",
    summary: "Pauses a webhook, whose events wait then, or lets it go on at once.",
    ...ofAdmins,
    params: IdParam("webhook"),
    body: z.object({ paused: z.boolean() }),
    response: Webhook,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  rotate: endpoint({
    method: "POST",
    path: "/webhooks/{id}/secret",
    summary: "Makes a new secret. For 24 hours deliveries are signed with the old one too.",
    ...ofAdmins,
    params: IdParam("webhook"),
    response: z.object({ secret: Secret }),
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  deliveries: endpoint({
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    summary: "What a webhook was told, the newest first, a hundred at a time: `before` is the last position seen.",
    ...ofAdmins,
    params: IdParam("webhook"),
    query: z.object({ before: Position.optional(), status: z.enum(deliveryStates).optional() }),
    response: z.array(Delivery),
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  delivery: endpoint({
    method: "GET",
    path: "/webhook-deliveries/{id}",
    summary: "One delivery with its body and what was answered.",
    ...ofAdmins,
    params: IdParam("webhookDelivery"),
    response: Delivery.extend({ body: z.string(), answer: z.string().nullable() }),
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  replay: endpoint({
    method: "POST",
    path: "/webhooks/{id}/replay",
    summary:
      "Delivers again from a position on: up to `to` (the same for one), or everything since, also what was never chosen before. Answers how many wait anew; with `to` missing they are collected in the background.",
    ...ofAdmins,
    params: IdParam("webhook"),
    body: z.object({ from: Position, to: Position.optional() }),
    response: z.object({ again: z.number().nullable() }),
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_BAD_CURSOR"],
  }),
};
