// Approved texts of a connection's provider, for writing outside the reply window (docs/product/templates.md).
import { z } from "zod";
import { TemplateComponent } from "../../contract/rules/template.ts";
import { endpoint, Id, Instant } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";

export const MessageTemplate = z.object({
  id: z.number(),
  name: z.string(),
  language: z.string(),
  /** MARKETING, UTILITY or AUTHENTICATION: what the provider charges by. */
  category: z.string(),
  /** The provider's word; only APPROVED ones are sent. */
  status: z.string(),
  components: z.array(TemplateComponent),
  /** Whether it can be sent from here. */
  sendable: z.boolean(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

export const templatesChanged = signal(
  "company-{id}-message-templates",
  z.object({ action: z.literal("update"), whatsappId: z.number() }),
);
const List = z.object({ templates: z.array(MessageTemplate), syncedAt: Instant.nullable() });

export const templates = {
  list: endpoint({
    method: "GET",
    path: "/message-templates",
    key: "company:read",
    summary: "The approved texts of a connection as they were read last, by name; those that cannot be sent too.",
    access: "user",
    live: [templatesChanged],
    query: z.object({ whatsappId: Id("connection") }),
    response: List,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  sync: endpoint({
    method: "POST",
    path: "/message-templates/sync",
    summary: "Reads them from the provider now.",
    access: "user",
    transaction: false,
    perMinute: 6,
    body: z.object({ whatsappId: Id("connection") }),
    response: List,
    errors: [
      "ERR_NO_WAPP_FOUND",
      "ERR_NOT_SUPPORTED_BY_CHANNEL",
      "ERR_WAPP_NOT_INITIALIZED",
      "ERR_PROVIDER_UNREACHABLE",
      "ERR_PROVIDER_AUTH",
      "ERR_PROVIDER_REFUSED",
      "ERR_PROVIDER_RATE_LIMITED",
    ],
  }),
};
