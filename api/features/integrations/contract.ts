// Integrations: services that answer customers in the company's name (docs/product/integrations.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { writeOnly } from "../../contract/marks.ts";

export const integrationTypes = ["dialogflow", "n8n", "webhook", "typebot"] as const;
export type IntegrationType = typeof integrationTypes[number];
export const languages = ["pt-BR", "en", "es"] as const;

export const QueueIntegration = z.object({
  id: z.number(),
  type: z.enum(integrationTypes),
  name: z.string(),
  projectName: z.string(),
  language: z.string(),
  urlN8N: z.string(),
  typebotSlug: z.string(),
  /** Minutes of silence after which a flow begins anew; 0: never. */
  typebotExpires: z.number(),
  /** Ms between the texts of an answer. */
  typebotDelayMessage: z.number(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotRestartMessage: z.string(),
  typebotUnknownMessage: z.string(),
  /** It answers in groups too, where the connection opens tickets for them. */
  alsoGroups: z.boolean(),
  /** Whom the service account's key belongs to; the key itself is never answered. Empty: none is set. */
  clientEmail: z.string(),
  /** Whether envelopes are signed. */
  isSigned: z.boolean(),
  /** It failed too often: until then its customers go to people. */
  pausedUntil: Instant.nullable(),
});
export type QueueIntegration = z.infer<typeof QueueIntegration>;

const word = text(100).trim();
const fields = {
  name: text(50).trim().min(2, "too_short"),
  projectName: text(100).trim(),
  /** The service account's key as Google gives it; an empty one stays as it is. */
  jsonContent: writeOnly(text(20_000)),
  /** Envelopes are signed with it (Standard Webhooks); an empty one stays as it is. */
  secret: writeOnly(text(200).trim()),
  language: z.enum(languages),
  urlN8N: text(2000).trim(),
  typebotSlug: text(200).trim(),
  typebotExpires: z.coerce.number().int().min(0).max(10_080),
  typebotDelayMessage: z.coerce.number().int().min(0).max(10_000),
  typebotKeywordFinish: word,
  typebotKeywordRestart: word,
  typebotRestartMessage: text(4000),
  typebotUnknownMessage: text(4000),
  alsoGroups: z.boolean(),
};
/** What is left out stays; a new one is a Typebot with the defaults of the table. */
export const QueueIntegrationForm = z.object(fields).partial().extend({
  type: z.enum(integrationTypes).optional(),
  name: fields.name,
});
export type QueueIntegrationForm = z.output<typeof QueueIntegrationForm>;

/** What an integration of its type cannot work without, by field. Both the form and the server ask. */
export function integrationMistakes(
  values: { [F in "type" | "urlN8N" | "typebotSlug" | "projectName" | "jsonContent"]?: string | undefined } & {
    hasKey: boolean;
  },
): { field: "urlN8N" | "typebotSlug" | "projectName" | "jsonContent"; message: "required" | "invalid" }[] {
  const { type, urlN8N = "", typebotSlug, projectName, jsonContent, hasKey } = values;
  if (type === "dialogflow") {
    return [
      ...projectName ? [] : [{ field: "projectName" as const, message: "required" as const }],
      ...jsonContent || hasKey ? [] : [{ field: "jsonContent" as const, message: "required" as const }],
    ];
  }
  const url = URL.parse(urlN8N);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  return [
    ...isWeb ? [] : [{ field: "urlN8N" as const, message: urlN8N ? "invalid" as const : "required" as const }],
    ...type === "typebot" && !typebotSlug ? [{ field: "typebotSlug" as const, message: "required" as const }] : [],
  ];
}

/** What a test call came to: what the service answered, or why it did not. */
const Tested = z.object({
  ok: z.boolean(),
  ms: z.number(),
  answer: z.string(),
  reason: z.string(),
  detail: z.string(),
});
export const IntegrationCall = z.object({
  id: z.number(),
  at: Instant,
  ms: z.number(),
  /** `answered`, `silent`, `dropped` (the ticket had moved on) or `failed`. */
  outcome: z.string(),
  /** Why it failed or was dropped. */
  detail: z.string(),
  said: z.string(),
  answered: z.string(),
  ticketId: z.number().nullable(),
});

export const integrationChanged = changes(
  "company-{id}-queueIntegration",
  "queueIntegration",
  "integrationId",
  QueueIntegration,
);
const live = [integrationChanged] as const;
const common = { access: "integrations:manage", plan: "useIntegrations" } as const;

export const integrations = {
  list: endpoint({
    ...common,
    access: "connections-page:addConnection",
    method: "GET",
    path: "/queueIntegration",
    summary: "Integrations by name, a page at a time.",
    live,
    query: PageQuery,
    response: z.object({ queueIntegrations: z.array(QueueIntegration), hasMore: z.boolean(), count: z.number() }),
  }),
  show: endpoint({
    ...common,
    method: "GET",
    path: "/queueIntegration/{id}",
    summary: "One integration, without its secrets.",
    live,
    params: IdParam("queueIntegration"),
    response: QueueIntegration,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  calls: endpoint({
    ...common,
    method: "GET",
    path: "/queueIntegration/{id}/calls",
    summary: "The last 200 calls of an integration, newest first.",
    params: IdParam("queueIntegration"),
    response: z.object({ calls: z.array(IntegrationCall) }),
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  create: endpoint({
    ...common,
    method: "POST",
    path: "/queueIntegration",
    summary: "Makes an integration.",
    body: QueueIntegrationForm,
    response: QueueIntegration,
    audit: true,
    errors: ["ERR_DUPLICATED_NAME"],
  }),
  update: endpoint({
    ...common,
    method: "PUT",
    path: "/queueIntegration/{id}",
    summary: "Changes an integration; what is left out stays, secrets that are empty too.",
    params: IdParam("queueIntegration"),
    body: QueueIntegrationForm,
    response: QueueIntegration,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_DUPLICATED_NAME"],
  }),
  remove: endpoint({
    ...common,
    method: "DELETE",
    path: "/queueIntegration/{id}",
    summary: "Deletes an integration; conversations it leads go to people.",
    params: IdParam("queueIntegration"),
    response: Ok.extend({ places: z.array(z.string()) }),
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  again: endpoint({
    ...common,
    method: "POST",
    path: "/queueIntegration/{id}/again",
    summary: "Sends the customer's words of the last call to the flow again, which leads the conversation again.",
    params: IdParam("queueIntegration"),
    response: Ok,
    audit: true,
    perMinute: 20,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_ALREADY_IN_STATE"],
  }),
  test: endpoint({
    ...common,
    method: "POST",
    path: "/queueIntegration/testSession",
    summary: 'Says "oi" to a service with these values; with an id its stored secrets are used where none are given.',
    body: QueueIntegrationForm.partial().extend({ id: Id("queueIntegration").nullish() }),
    response: Tested,
    transaction: false,
    audit: true,
    perMinute: 20,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
};
