// Campaigns: one message to many, a few at a time (docs/product/campaigns.md).
import { z } from "zod";
import {
  ContactNumber,
  endpoint,
  FileAnswer,
  Id,
  IdParam,
  Instant,
  Ok,
  pageFacts,
  PageQuery,
  QueryFlag,
  text,
} from "../../contract/endpoint.ts";
import { changes, signal } from "../../contract/event.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { connectionChanged } from "../connections/contract.ts";
import { tagChanged } from "../tags/contract.ts";
import { contactListChanged } from "../contact-lists/contract.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";
import { CampaignTemplate, TEMPLATE_VARIANT } from "../../contract/rules/campaign-template.ts";
import { CampaignSettings } from "../../contract/rules/campaign-settings.ts";

export { CampaignTemplate, TEMPLATE_VARIANT };
export const VARIANTS = 5;
export const campaignStates = ["INATIVA", "PROGRAMADA", "EM_ANDAMENTO", "CANCELADA", "FINALIZADA"] as const;
export type CampaignState = typeof campaignStates[number];
/** Why nothing goes although the campaign runs; empty: it goes. */
export const pauses = ["", "hours", "limit", "line", "plan", "template", "pace"] as const;
export type Pause = typeof pauses[number];

const Named = z.object({ id: z.number(), name: z.string() });
const Coloured = Named.extend({ color: z.string() });
const variants = { 1: z.string(), 2: z.string(), 3: z.string(), 4: z.string(), 5: z.string() };
const shownTexts = {
  message1: variants[1],
  message2: variants[2],
  message3: variants[3],
  message4: variants[4],
  message5: variants[5],
  confirmationMessage1: variants[1],
  confirmationMessage2: variants[2],
  confirmationMessage3: variants[3],
  confirmationMessage4: variants[4],
  confirmationMessage5: variants[5],
};
export const Campaign = z.object({
  id: z.number(),
  name: z.string(),
  ...shownTexts,
  status: z.enum(campaignStates),
  confirmation: z.boolean(),
  scheduledAt: Instant.nullable(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  contactListId: z.number().nullable(),
  contactList: Named.nullable(),
  tagListId: z.number().nullable(),
  tagList: Named.nullable(),
  whatsappId: z.number().nullable(),
  whatsapp: Named.nullable(),
  /** All lines that share it, the one of `whatsappId` first. */
  whatsapps: z.array(Named),
  companyId: z.number(),
  statusTicket: z.enum(["closed", "pending", "open"]),
  openTicket: z.enum(["enabled", "disabled"]),
  user: Coloured.nullable(),
  queue: Coloured.nullable(),
  userId: z.number().nullable(),
  queueId: z.number().nullable(),
  /** Whether people who are talking to somebody of the company are left out. */
  skipOpen: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string(),
  /** What goes to people whose reply window is closed, and to all where there is no other text. */
  template: z.object({ name: z.string(), language: z.string(), values: z.record(z.string(), z.string()) }).nullable(),
  /** Who made it; null where they have left. */
  author: Coloured.nullable(),
  pausedReason: z.enum(pauses),
});
export type Campaign = z.infer<typeof Campaign>;

const words = text(MAX_MESSAGE_CHARS).optional().default("");
export const CampaignForm = z.object({
  name: text(50).trim().min(2, "too_short"),
  message1: words,
  message2: words,
  message3: words,
  message4: words,
  message5: words,
  confirmationMessage1: words,
  confirmationMessage2: words,
  confirmationMessage3: words,
  confirmationMessage4: words,
  confirmationMessage5: words,
  confirmation: z.boolean().optional().default(false),
  /** None: it waits until somebody starts it. */
  scheduledAt: z.iso.datetime({ offset: true }).nullable().optional().default(null),
  contactListId: Id("contactList").nullable().optional().default(null),
  tagListId: Id("tag").nullable().optional().default(null),
  whatsappId: Id("connection").nullable().optional().default(null),
  /** Further lines that share it. */
  whatsappIds: z.array(Id("connection")).max(20).optional().default([]),
  openTicket: z.enum(["enabled", "disabled"]).optional().default("disabled"),
  statusTicket: z.enum(["closed", "pending", "open"]).optional().default("closed"),
  userId: Id("user").nullable().optional().default(null),
  queueId: Id("queue").nullable().optional().default(null),
  skipOpen: z.boolean().optional().default(true),
  template: CampaignTemplate.nullable().optional().default(null),
});
export type CampaignFields = z.output<typeof CampaignForm>;

export const shippingStates = [
  ...["queued", "confirming", "confirmed", "waiting", "sent", "delivered", "read", "answered"] as const,
  ...["failed", "skipped", "optedout", "expired", "cancelled"] as const,
] as const;
export type ShippingState = typeof shippingStates[number];
/** Why somebody was left out, or a message failed: one of ours, or a code of the catalogue. */
export const skipReasons = [
  ...["blocked", "inConversation", "noWhatsapp", "window", "reach", "duplicate", "values"] as const,
] as const;

export const Shipping = z.object({
  id: z.number(),
  contactId: z.number().nullable(),
  name: z.string(),
  number: ContactNumber,
  status: z.enum(shippingStates),
  reason: z.string(),
  variant: z.number().nullable(),
  whatsapp: z.string().nullable(),
  deliveredAt: Instant.nullable(),
  confirmationRequestedAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  answer: z.string().nullable(),
  ticketUuid: z.string().nullable(),
});
export type Shipping = z.infer<typeof Shipping>;

export const campaignChanged = changes("company-{id}-campaign", "record", "id", Campaign);
/** A campaign's report is not as it was; at most once in three seconds. */
export const reportChanged = signal(
  "company-{id}-campaign-report",
  z.object({ action: z.literal("reload"), campaignId: z.number() }),
);

const params = IdParam("campaign");
const admin = { access: "admin", plan: "useCampaigns" } as const;
const change = { ...admin, audit: true } as const;
const none = ["ERR_NO_RECORD_FOUND"] as const;
const wrong = ["ERR_NO_RECORD_FOUND", "ERR_ALREADY_IN_STATE"] as const;
const named = [
  ...["ERR_NO_WAPP_FOUND", "ERR_NO_TAG_FOUND", "ERR_NO_USER_FOUND", "ERR_NO_QUEUE_FOUND"] as const,
  ...["ERR_NO_TEMPLATE_FOUND", "ERR_TEMPLATE_REFUSED"] as const,
] as const;
const live = [campaignChanged, nameChanged, contactListChanged, connectionChanged, tagChanged] as const;
const Settings = z.array(z.object({ key: z.string(), value: z.string() }));
const confirmed = QueryFlag.optional().default(false);
const Filter = z.object({ status: z.enum(shippingStates).optional(), confirmed });

export const campaigns = {
  list: endpoint({
    method: "GET",
    path: "/campaigns",
    summary: "Campaigns, the latest first, a page at a time; search looks at the name.",
    ...admin,
    live,
    query: PageQuery.extend({ status: z.enum(campaignStates).optional() }),
    response: z.object({ records: z.array(Campaign), hasMore: z.boolean(), count: z.number() }),
  }),
  show: endpoint({
    method: "GET",
    path: "/campaigns/{id}",
    summary: "One campaign.",
    ...admin,
    live,
    params,
    response: Campaign,
    errors: none,
  }),
  create: endpoint({
    method: "POST",
    path: "/campaigns",
    summary: "Makes a campaign; with `scheduledAt` it starts by itself.",
    ...change,
    body: CampaignForm,
    response: Campaign,
    errors: ["ERR_NO_RECORD_FOUND", ...named],
  }),
  update: endpoint({
    method: "PUT",
    path: "/campaigns/{id}",
    summary: "Changes a campaign that neither runs nor is about to.",
    ...change,
    params,
    body: CampaignForm,
    response: Campaign,
    errors: [...wrong, ...named],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/campaigns/{id}",
    summary: "Deletes a campaign that does not run, with its report.",
    ...change,
    params,
    response: Ok,
    errors: wrong,
  }),
  upload: endpoint({
    method: "POST",
    path: "/campaigns/{id}/media-upload",
    summary: "Sets the file that goes with a campaign.",
    ...change,
    params,
    upload: "file",
    body: z.object({}),
    response: Campaign,
    errors: [...wrong, "ERR_UNSUPPORTED_MEDIA", "ERR_BODY_TOO_LARGE", "ERR_DISK_FULL"],
  }),
  removeFile: endpoint({
    method: "DELETE",
    path: "/campaigns/{id}/media-upload",
    summary: "Takes the file off a campaign.",
    ...change,
    params,
    response: Campaign,
    errors: wrong,
  }),
  start: endpoint({
    method: "POST",
    path: "/campaigns/{id}/start",
    summary: "Starts a campaign now, as its hours allow.",
    ...change,
    params,
    response: Campaign,
    errors: wrong,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/campaigns/{id}/cancel",
    summary: "Stops a campaign and withdraws what has not left; a message on its way may still arrive.",
    ...change,
    params,
    response: Campaign,
    errors: wrong,
  }),
  restart: endpoint({
    method: "POST",
    path: "/campaigns/{id}/restart",
    summary: "Goes on with a stopped campaign: who has not got it yet.",
    ...change,
    params,
    response: Campaign,
    errors: wrong,
  }),
  preview: endpoint({
    method: "GET",
    path: "/campaigns/{id}/preview",
    summary: "What starting it would do: how many, how many are left out and why, first and last time, each variant.",
    ...admin,
    params,
    response: z.object({
      total: z.number(),
      send: z.number(),
      skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
      first: Instant.nullable(),
      last: Instant.nullable(),
      reader: z.string().nullable(),
      /** Variant 0 is the approved text. */
      variants: z.array(z.object({ variant: z.number(), text: z.string(), confirmation: z.boolean() })),
    }),
    errors: none,
  }),
  test: endpoint({
    method: "POST",
    path: "/campaigns/{id}/test",
    summary: "Sends a variant to one number, as its reader would get it.",
    ...change,
    params,
    body: z.object({ number: text(50), variant: z.int().min(TEMPLATE_VARIANT).max(VARIANTS).optional().default(1) }),
    response: Ok,
    errors: [
      ...[...none, "ERR_NO_WAPP_FOUND", "ERR_CONTACT_OUT_OF_REACH", "ERR_UNSUPPORTED_MEDIA", "ERR_TEXT_TOO_LONG"],
      ...["ERR_CONTACT_BLOCKED", "ERR_CONTACT_OPTED_OUT", "ERR_REPLY_WINDOW_CLOSED"],
      ...["ERR_NO_TEMPLATE_FOUND", "ERR_TEMPLATE_REFUSED"],
    ] as const,
  }),
  report: endpoint({
    method: "GET",
    path: "/campaigns/{id}/report",
    summary: "How a campaign goes: people by state, those left out by reason, and each variant's answers.",
    ...admin,
    live: [campaignChanged, reportChanged],
    transaction: true,
    params,
    response: z.object({
      total: z.number(),
      states: z.array(z.object({ status: z.enum(shippingStates), count: z.number() })),
      /** Who was asked to confirm, and who has; whatever became of them then. */
      asked: z.number(),
      confirmed: z.number(),
      reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
      variants: z.array(z.object({ variant: z.number(), sent: z.number(), answered: z.number() })),
    }),
    errors: none,
  }),
  shipping: endpoint({
    method: "GET",
    path: "/campaigns/{id}/shipping",
    summary:
      "The people of a campaign and what became of each; `confirmed`: who said yes when asked. `next` given as `after` asks on.",
    ...admin,
    live: [reportChanged],
    params,
    query: PageQuery.extend({ ...Filter.shape, after: z.string().regex(/^\d{1,15}$/).optional() }),
    response: z.object({ records: z.array(Shipping), next: z.string().optional(), ...pageFacts }),
    errors: none,
  }),
  export: endpoint({
    method: "GET",
    path: "/campaigns/{id}/export",
    summary: "The people of a campaign as an Excel file, streamed.",
    ...admin,
    support: false,
    audit: true,
    transaction: false,
    params,
    query: Filter,
    file: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    response: FileAnswer,
    errors: none,
  }),
  settings: endpoint({
    method: "GET",
    path: "/campaign-settings",
    summary: "Hours, intervals and variables of campaigns; each value as JSON.",
    ...admin,
    response: Settings,
  }),
  setSettings: endpoint({
    method: "POST",
    path: "/campaign-settings",
    summary: "Changes some of them.",
    ...change,
    body: z.object({ settings: CampaignSettings.partial() }),
    response: Settings,
  }),
};
