// Connections: the accounts through which customers write (docs/product/connections.md). The API calls every one `whatsapp`.
import { z } from "zod";
import { connectionRuleFields, ConnectionRules } from "../../contract/rules/connection.ts";
import { endpoint, Id, IdParam, Instant, naming, Ok, text } from "../../contract/endpoint.ts";
import { ChannelInfo } from "../../contract/channel-info.ts";
import { changes, signal } from "../../contract/event.ts";
import { writeOnly } from "../../contract/marks.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { QueueBadge, QueueIds } from "../queues/contract.ts";

export { ChannelInfo };

/** How far an import of old messages is: `this` of `all` are in, -1 while they are collected; the last one is of `date`. */
const PastProgress = z.object({ this: z.number(), all: z.number(), date: Instant });
export const Connection = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.string(),
  /** What clients of this field ask for; there is one. */
  provider: z.literal("beta"),
  number: z.string(),
  status: z.string(),
  /** Why it is not connected: a word of the channel's (its locales under `reason`), or a code of the error catalogue. */
  reason: z.string().nullable(),
  /** Since when it is connected, or away. */
  since: Instant,
  updatedAt: Instant,
  qrcode: z.string(),
  /** Tries to come back since it was last connected. */
  retries: z.number(),
  isDefault: z.boolean(),
  allowGroup: z.boolean(),
  groupAsTicket: z.enum(["enabled", "disabled"]),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  /** From when on old messages are imported once a device is linked; null: none. */
  importOldMessages: Instant.nullable(),
  /** Until when; null: until it is linked. */
  importRecentMessages: Instant.nullable(),
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  queueIdImportMessages: z.number().nullable(),
  /** Ms since 1970 of the last part while they are collected; `renderButtonCloseTickets` when imported tickets can be closed. */
  statusImportMessages: z.string(),
  importProgress: PastProgress.nullable(),
  queues: z.array(QueueBadge),
  /** Where a visitor's page or a provider's account is found; no secrets. */
  settings: z.record(z.string(), z.unknown()),
  /** Links a person can open or paste: the visitor's page, the script, the webhook address. */
  links: z.array(z.object({ kind: z.enum(["page", "script", "webhook"]), url: z.string() })),
});
export type Connection = z.infer<typeof Connection>;
/** Only for those who may change connections; a plain user sees no token. */
export const ConnectionFull = Connection.extend({ token: z.string(), ...ConnectionRules.shape });

/** A moment with its offset; empty or null takes it away. */
const Moment = z.union([z.literal(""), z.iso.datetime({ offset: true })]).nullable();
const fields = {
  name: text(50).trim().min(2, "too_short"),
  isDefault: z.boolean(),
  allowGroup: z.boolean(),
  groupAsTicket: z.enum(["enabled", "disabled"]),
  token: z.string().regex(/^[A-Za-z0-9]{30}$/, "token"),
  greetingMessage: text(4000),
  complationMessage: text(4000),
  outOfHoursMessage: text(4000),
  importOldMessages: Moment,
  importRecentMessages: Moment,
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  queueIdImportMessages: Id("queue").nullable(),
  queueIds: QueueIds,
  ...connectionRuleFields,
  /** The channel's own settings, as its manifest's form asks for them; secrets are write-only. */
  settings: z.record(z.string().max(60), z.unknown()),
  /** WhatsApp Cloud's, also accepted at the top. */
  phoneNumberId: naming("nothing", text(60)),
  wabaId: naming("nothing", text(60)),
  accessToken: writeOnly(text(2000)),
  appSecret: writeOnly(text(200)),
};
/** Fields that are left out stay: an update has no defaults. */
export const ConnectionUpdate = z.object(fields).partial();
export const ConnectionForm = ConnectionUpdate.extend({
  name: fields.name,
  /** Without one: the channel whose devices are linked by a code. */
  channel: z.string().max(40).optional(),
  isDefault: fields.isDefault.optional().default(false),
  greetingMessage: fields.greetingMessage.optional().default(""),
  queueIds: fields.queueIds.optional().default([]),
});

/**
 * A time in which a connection was away: `repaired` when the provider brought everything that was written meanwhile, `unknown`
 * when nobody can say.
 */
export const Gap = z.object({
  id: z.number(),
  whatsappId: z.number(),
  from: Instant,
  to: Instant,
  state: z.enum(["repaired", "unknown"]),
});
export type Gap = z.infer<typeof Gap>;

export const connectionChanged = changes("company-{id}-whatsapp", "whatsapp", "whatsappId", Connection);
export const sessionChanged = changes(
  "company-{id}-whatsappSession",
  "session",
  "sessionId",
  Connection.pick({
    id: true,
    number: true,
    status: true,
    reason: true,
    since: true,
    updatedAt: true,
    qrcode: true,
    retries: true,
  }),
);
export const pastChanged = signal(
  "importMessages-{id}",
  z.union([
    z.object({ action: z.literal("update"), whatsappId: z.number(), status: PastProgress }),
    z.object({ action: z.literal("refresh"), whatsappId: z.number() }),
  ]),
);
const live = [connectionChanged, sessionChanged, pastChanged, nameChanged] as const;
export const gapChanged = changes("company-{id}-whatsappGap", "gap", "gapId", Gap);
const formErrors = [
  "ERR_NO_QUEUE_FOUND",
  "ERR_NO_RECORD_FOUND",
  "ERR_CHANNEL_ALREADY_CONNECTED",
  "ERR_NO_OTHER_WHATSAPP",
  "ERR_WAPP_GREETING_REQUIRED",
  "ERR_DUPLICATED_NAME",
  "ERR_NOT_SUPPORTED_BY_CHANNEL",
] as const;

export const connections = {
  list: endpoint({
    method: "GET",
    path: "/whatsapp",
    key: "company:read",
    summary: "Connections of the company; the operator may name another.",
    access: "user",
    live,
    query: z.object({ session: z.string().max(5).optional(), companyId: Id("company").optional() }),
    response: z.array(Connection),
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  filter: endpoint({
    method: "GET",
    path: "/whatsapp/filter",
    key: "company:read",
    summary: "Connections of one channel.",
    access: "user",
    live,
    query: z.object({ session: z.string().max(5).optional(), channel: z.string().max(40).optional() }),
    response: z.array(Connection),
  }),
  gaps: endpoint({
    method: "GET",
    path: "/whatsapp/gaps",
    summary: "When connections were away for a minute or more in the last 90 days, oldest first.",
    access: "user",
    live: [gapChanged],
    response: z.array(Gap),
  }),
  show: endpoint({
    method: "GET",
    path: "/whatsapp/{id}",
    summary: "One connection.",
    access: "connections-page:view",
    // Its token.
    support: false,
    live,
    params: IdParam("connection"),
    query: z.object({ session: z.string().max(5).optional() }),
    response: ConnectionFull,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  channels: endpoint({
    method: "GET",
    path: "/channels",
    key: "company:read",
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
    errors: [...formErrors, "ERR_PLAN_LIMIT"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/whatsapp/{id}",
    summary:
      "Changes a connection; secrets left out stay. A new wish to import old messages ends the link of a connected device: only a newly linked one brings them.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    body: ConnectionUpdate,
    response: ConnectionFull,
    audit: true,
    errors: [...formErrors, "ERR_NO_WAPP_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/whatsapp/{id}",
    summary:
      "Deletes a connection; its conversations stay readable. After the default one the oldest by which a conversation can be begun is it; the last one goes when nobody waits on it.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NO_OTHER_WHATSAPP"],
  }),
  retry: endpoint({
    method: "POST",
    path: "/whatsappsession/{id}",
    summary: "Connects again.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  link: endpoint({
    method: "PUT",
    path: "/whatsappsession/{id}",
    summary: "Asks for a new QR code or, with a number, for a code to type on that phone. Ends the link there is.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    body: z.object({ number: z.string().regex(/^\d{8,15}$/, "number").optional() }).optional().default({}),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NOT_SUPPORTED_BY_CHANNEL"],
  }),
  disconnect: endpoint({
    method: "DELETE",
    path: "/whatsappsession/{id}",
    summary: "Disconnects; nothing is sent or received until it is connected again.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  closeImported: endpoint({
    method: "POST",
    path: "/closedimported/{id}",
    summary: "Closes the tickets that an import made and that still wait, without a farewell.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  stopImport: endpoint({
    method: "DELETE",
    path: "/importedmessages/{id}",
    summary: "Stops an import of old messages; what is in stays.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  upload: endpoint({
    method: "POST",
    path: "/whatsapp/{id}/media-upload",
    summary: "Sets the image or video that goes before the greeting.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    upload: "file",
    body: z.object({ typeArch: z.string().optional() }),
    response: ConnectionFull,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_UNSUPPORTED_MEDIA", "ERR_BODY_TOO_LARGE", "ERR_DISK_FULL"],
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/whatsapp/{id}/media-upload",
    summary: "Takes the file off the greeting.",
    access: "connections-page:addConnection",
    params: IdParam("connection"),
    response: ConnectionFull,
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
};

/**
 * The calls of a channel whose provider asks the person itself, below the path that its manifest names. What they are given
 * besides is the plugin's: its schemas stand on the server.
 */
/** What the window that begins a login makes up, and the popup brings back: only then it is that login's. */
export const LoginState = z.string().regex(/^[\w-]{16,64}$/);
export const channelLogin = (path: string) => ({
  address: endpoint({
    method: "GET",
    path: `${path}/login`,
    summary: "Where the login popup goes.",
    access: "connections-page:addConnection",
    support: false,
    query: z.object({ state: LoginState }).catchall(z.string().max(5)),
    response: z.object({ url: z.string() }),
    errors: ["ERR_PROVIDER_AUTH"],
  }),
  connect: endpoint({
    method: "POST",
    path,
    summary: "Connects the accounts that a provider's login found.",
    access: "connections-page:addConnection",
    transaction: false,
    body: z.record(z.string(), z.unknown()),
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
});
