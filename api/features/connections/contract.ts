// Connections: the accounts through which customers write (spec 2 §2–§4). The specification calls every one `whatsapp`.
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { QueueBadge, QueueIds } from "../queues/contract.ts";

export const Connection = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.string(),
  number: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  updatedAt: Instant,
  qrcode: z.string(),
  retries: z.number(),
  isDefault: z.boolean(),
  allowGroup: z.boolean(),
  groupAsTicket: z.enum(["enabled", "disabled"]),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  queues: z.array(QueueBadge),
  /** Where a visitor's page or a provider's account is found; no secrets. */
  settings: z.record(z.string(), z.unknown()),
  /** Links a person can open or paste: the visitor's page, the script, the webhook address. */
  links: z.array(z.object({ kind: z.enum(["page", "script", "webhook"]), url: z.string() })),
});
export type Connection = z.infer<typeof Connection>;
/** Only for those who may change connections; a plain user sees no token (architecture §8). */
export const ConnectionFull = Connection.extend({ token: z.string() });

const fields = {
  name: text(50).trim().min(2, "too_short"),
  isDefault: z.boolean(),
  allowGroup: z.boolean(),
  groupAsTicket: z.enum(["enabled", "disabled"]),
  token: z.string().regex(/^[A-Za-z0-9]{30}$/, "token"),
  greetingMessage: text(4000),
  complationMessage: text(4000),
  outOfHoursMessage: text(4000),
  queueIds: QueueIds,
  /** The channel's own settings, as its manifest's form asks for them; secrets are write-only. */
  settings: z.record(z.string().max(60), z.unknown()),
  /** WhatsApp Cloud's, also accepted at the top (architecture §8). */
  phoneNumberId: text(60),
  wabaId: text(60),
  accessToken: text(2000),
  appSecret: text(200),
};
/** Whatever is left out stays: an update has no defaults. */
export const ConnectionUpdate = z.object(fields).partial();
export const ConnectionForm = ConnectionUpdate.extend({
  name: fields.name,
  channel: z.string().max(40).optional().default("whatsapp"),
  isDefault: fields.isDefault.optional().default(false),
  greetingMessage: fields.greetingMessage.optional().default(""),
  queueIds: fields.queueIds.optional().default([]),
});

/** A channel as the app draws it: its manifest, its form as JSON schema, its words in the reader's language. */
export const ChannelInfo = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string().nullable(),
  connect: z.enum(["form", "qrcode", "oauth", "none"]),
  abilities: z.record(z.string(), z.boolean()),
  text: z.object({ max: z.number(), unit: z.string() }),
  media: z.record(z.string(), z.object({ maxBytes: z.number(), types: z.array(z.string()), caption: z.boolean() })),
  replyWindow: z.object({ hours: z.number() }).nullable(),
  form: z.record(z.string(), z.unknown()),
  /** A plugin's words by language, nested as in its own files. */
  locales: z.record(z.string(), z.record(z.string(), z.unknown())),
  icon: z.string(),
});
export type ChannelInfo = z.infer<typeof ChannelInfo>;

export const connectionChanged = changes("company-{id}-whatsapp", "whatsapp", "whatsappId", Connection);
export const sessionChanged = changes(
  "company-{id}-whatsappSession",
  "session",
  "sessionId",
  Connection.pick({ id: true, status: true, reason: true, updatedAt: true, qrcode: true, retries: true }),
);
const live = [connectionChanged, sessionChanged] as const;
const formErrors = [
  "ERR_NO_QUEUE_FOUND",
  "ERR_CHANNEL_ALREADY_CONNECTED",
  "ERR_NO_OTHER_WHATSAPP",
  "ERR_WAPP_GREETING_REQUIRED",
  "ERR_DUPLICATED_NAME",
] as const;

export const connections = {
  list: endpoint({
    method: "GET",
    path: "/whatsapp",
    summary: "Connections of the company.",
    access: "user",
    live,
    query: z.object({ session: z.string().max(5).optional(), companyId: Id.optional() }),
    response: z.array(Connection),
  }),
  filter: endpoint({
    method: "GET",
    path: "/whatsapp/filter",
    summary: "Connections of one channel.",
    access: "user",
    live,
    query: z.object({ session: z.string().max(5).optional(), channel: z.string().max(40).optional() }),
    response: z.array(Connection),
  }),
  show: endpoint({
    method: "GET",
    path: "/whatsapp/{id}",
    summary: "One connection.",
    access: "connections-page:view",
    live,
    params: IdParam,
    query: z.object({ session: z.string().max(5).optional() }),
    response: ConnectionFull,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  channels: endpoint({
    method: "GET",
    path: "/channels",
    summary: "Channels and what each can do.",
    access: "user",
    response: z.array(ChannelInfo),
  }),
  create: endpoint({
    method: "POST",
    path: "/whatsapp",
    summary: "Creates a connection.",
    access: "connections-page:addConnection",
    body: ConnectionForm,
    response: ConnectionFull,
    audit: true,
    errors: [...formErrors, "ERR_PLAN_LIMIT", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/whatsapp/{id}",
    summary: "Changes a connection; secrets left out stay.",
    access: "connections-page:addConnection",
    params: IdParam,
    body: ConnectionUpdate,
    response: ConnectionFull,
    audit: true,
    errors: [...formErrors, "ERR_NO_WAPP_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/whatsapp/{id}",
    summary: "Deletes a connection; its conversations stay readable.",
    access: "connections-page:addConnection",
    params: IdParam,
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  retry: endpoint({
    method: "POST",
    path: "/whatsappsession/{id}",
    summary: "Connects again.",
    access: "connections-page:addConnection",
    params: IdParam,
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  disconnect: endpoint({
    method: "DELETE",
    path: "/whatsappsession/{id}",
    summary: "Disconnects; nothing is sent or received until it is connected again.",
    access: "connections-page:addConnection",
    params: IdParam,
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  restart: endpoint({
    method: "POST",
    path: "/whatsapp-restart",
    summary: "Restarts all connections of the company.",
    access: "connections-page:addConnection",
    response: Ok,
    audit: true,
  }),
  facebookLogin: endpoint({
    method: "GET",
    path: "/facebook/login",
    summary: "Where the login popup goes.",
    access: "connections-page:addConnection",
    query: z.object({ addInstagram: z.string().max(5).optional() }),
    response: z.object({ url: z.string() }),
    errors: ["ERR_PROVIDER_AUTH"],
  }),
  facebook: endpoint({
    method: "POST",
    path: "/facebook",
    summary: "Connects the pages of a Facebook login, and their Instagram accounts.",
    access: "connections-page:addConnection",
    plan: "useFacebook",
    transaction: false,
    body: z.object({
      facebookUserId: text(60),
      facebookUserToken: text(2000),
      addInstagram: z.boolean().optional().default(false),
      pageIds: z.array(text(60)).max(200).optional(),
    }),
    response: z.array(Connection),
    audit: true,
    errors: [
      "ERR_CHANNEL_ALREADY_CONNECTED",
      "ERR_PROVIDER_REFUSED",
      "ERR_PROVIDER_UNREACHABLE",
      "ERR_PROVIDER_AUTH",
      "ERR_PLAN_LIMIT",
    ],
  }),
};
