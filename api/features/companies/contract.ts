// Companies: the tenants, managed by the platform's operator (docs/product/companies-and-plans.md#companies).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { shownOnce, writeOnly } from "../../contract/marks.ts";
import { recurrences } from "../../contract/rules/billing.ts";
import { Schedules } from "../../contract/rules/schedule.ts";
import { Looking } from "../../contract/support.ts";
import { Plan } from "../plans/contract.ts";

export const DueDate = z.union([z.literal(""), z.null(), z.iso.datetime({ offset: true }), z.iso.date()]).transform((
  v,
) => v || null);
export const Company = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  document: z.string(),
  status: z.boolean(),
  planId: z.number(),
  plan: Plan.nullable(),
  dueDate: Instant.nullable(),
  recurrence: z.string(),
  timezone: z.string(),
  createdAt: Instant,
  lastLogin: Instant.nullable(),
  schedules: Schedules,
  paymentMethod: z.string(),
  addressStreet: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
  /** People and connections it may have in place of the plan's numbers; null: the plan's. */
  numberAttendants: z.number().nullable(),
  numberConections: z.number().nullable(),
  /** Bytes and number of its files as last counted; null before the first count. */
  folderSize: z.number().nullable(),
  numberFileFolder: z.number().nullable(),
  updatedAtFolder: Instant.nullable(),
  campaignsEnabled: z.boolean(),
  version: z.number(),
});
export type Company = z.infer<typeof Company>;
/** A named zone: PostgreSQL reads the sign of a bare offset the other way round. */
const timezone = z.string().max(60).regex(/^[A-Za-z]/, "timezone").refine((zone) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, "timezone");
/** How many people or connections it may have; empty stands for the plan's number. */
const Limit = z.union([z.literal("").transform(() => null), z.null(), z.coerce.number().int().min(1).max(100_000)]);
/** Without defaults: in zod 4 a default survives `.partial()` and would overwrite what is left out. */
const fields = {
  name: text(50).trim().min(2, "too_short"),
  email: z.email("email").max(200),
  phone: text(30),
  document: text(30),
  planId: Id("plan"),
  status: z.boolean(),
  dueDate: DueDate,
  recurrence: z.enum(recurrences),
  timezone,
  campaignsEnabled: z.boolean(),
  paymentMethod: text(100).trim(),
  addressStreet: text(200).trim(),
  addressCity: text(100).trim(),
  addressState: text(50).trim(),
  numberAttendants: Limit,
  numberConections: Limit,
};
export const CompanyForm = z.object({
  ...fields,
  phone: fields.phone.optional().default(""),
  document: fields.document.optional().default(""),
  status: fields.status.optional().default(true),
  dueDate: DueDate.optional().default(null),
  recurrence: fields.recurrence.optional().default("MENSAL"),
  timezone: timezone.optional().default("America/Sao_Paulo"),
  campaignsEnabled: fields.campaignsEnabled.optional().default(false),
  paymentMethod: fields.paymentMethod.optional().default(""),
  addressStreet: fields.addressStreet.optional().default(""),
  addressCity: fields.addressCity.optional().default(""),
  addressState: fields.addressState.optional().default(""),
  numberAttendants: Limit.optional().default(null),
  numberConections: Limit.optional().default(null),
});
/** The version that its operator saw: ERR_RECORD_CHANGED where another is the latest. Left out, the last one to save wins. */
const version = z.number().int().min(1).max(2_000_000_000);
export const CompanyUpdate = z.object({ ...fields, version }).partial();
export const sorts = ["name", "id", "createdAt", "dueDate", "lastLogin", "folderSize", "amount"] as const;
export type Sort = typeof sorts[number];
const errors = ["ERR_NO_COMPANY_FOUND", "ERR_NO_PLAN_FOUND", "ERR_DUPLICATED_NAME", "ERR_RECORD_CHANGED"] as const;

export const Contents = z.object({
  users: z.number(),
  connections: z.number(),
  contacts: z.number(),
  tickets: z.number(),
  messages: z.number(),
  files: z.number(),
});

/** Kinds of problems: a connection that was away, a message that failed, an integration that gave no answer, a schedule that was not sent. */
export const problemKinds = ["connection", "message", "integration", "schedule"] as const;
/** How much a company uses, for the operator: numbers, people and what went wrong; never what anybody wrote. */
export const Usage = z.object({
  /** The last twelve, by the company's calendar, the earliest first. */
  months: z.array(z.object({
    /** YYYY-MM. */
    month: z.string(),
    /** Conversations that were begun. */
    opened: z.number(),
    received: z.number(),
    sent: z.number(),
    /** How many of its people took or closed a conversation, or wrote. */
    people: z.number(),
  })),
  /** At most 200, who was here last first. */
  users: z.array(z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    profile: z.enum(["admin", "user"]),
    online: z.boolean(),
    seenAt: Instant.nullable(),
  })),
  inUse: z.object({ users: z.number(), connections: z.number(), queues: z.number() }),
  /** The last 30 days, the latest first. */
  problems: z.array(z.object({
    kind: z.enum(problemKinds),
    at: Instant,
    /** Until when a connection was away; null while it is, and for what has no length. */
    until: Instant.nullable(),
    /** The connection's name, or the integration's. */
    name: z.string(),
    /** The connection's; empty for an integration. */
    channel: z.string(),
    /** A code of the error catalogue, or the channel's or provider's word; may be empty. */
    reason: z.string(),
    /** How often it happened on that day. */
    count: z.number(),
  })),
  support: z.object({ allowed: z.boolean(), looking: Looking.nullable() }),
});
export type Usage = z.infer<typeof Usage>;

export const companies = {
  list: endpoint({
    method: "GET",
    path: "/companies",
    summary: "All companies.",
    access: "companies:manage",
    response: z.array(Company),
  }),
  listPlain: endpoint({
    method: "GET",
    path: "/companies/list",
    summary: "All companies, with plan and last login.",
    access: "companies:manage",
    response: z.array(Company),
  }),
  listWithPlan: endpoint({
    method: "GET",
    path: "/companiesPlan",
    summary: "Companies, a page at a time, searched by name, e-mail and document.",
    access: "companies:manage",
    query: PageQuery.extend({
      sort: z.enum(sorts).optional().default("name"),
      order: z.enum(["asc", "desc"]).optional().default("asc"),
    }),
    response: z.object({ companies: z.array(Company), hasMore: z.boolean(), count: z.number() }),
  }),
  show: endpoint({
    method: "GET",
    path: "/companies/{id}",
    summary: "One company; a person sees only their own.",
    access: "user",
    expired: true,
    params: IdParam("company"),
    response: Company,
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  plan: endpoint({
    method: "GET",
    path: "/companies/listPlan/{id}",
    summary: "The company's plan.",
    access: "user",
    expired: true,
    params: IdParam("company"),
    response: z.object({ id: z.number(), planId: z.number(), plan: Plan }),
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/companies",
    summary: "Creates a company and its first admin. Without a password one is made and shown once.",
    access: "companies:manage",
    body: CompanyForm.extend({ password: writeOnly(text(50).min(5)).optional() }),
    response: Company.extend({ password: shownOnce(z.string()).optional() }),
    audit: true,
    errors: ["ERR_NO_PLAN_FOUND", "ERR_DUPLICATED_NAME", "ERR_DUPLICATED_EMAIL", "ERR_WEAK_PASSWORD"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/companies/{id}",
    summary: "Changes a company.",
    access: "companies:manage",
    // The platform's door writes the row; a transaction of one's own company would hold the very same row meanwhile.
    transaction: false,
    params: IdParam("company"),
    body: CompanyUpdate,
    response: Company,
    audit: true,
    errors,
  }),
  renew: endpoint({
    method: "PUT",
    path: "/companies/{id}/renew",
    summary: "Moves the due date on by the company's recurrence, from the date it has.",
    access: "companies:manage",
    // As for `update`.
    transaction: false,
    params: IdParam("company"),
    body: z.object({ version: version.optional() }),
    response: Company,
    audit: true,
    errors: ["ERR_NO_COMPANY_FOUND", "ERR_RECORD_CHANGED"],
  }),
  contents: endpoint({
    method: "GET",
    path: "/companies/{id}/contents",
    summary: "How much goes with a company that is deleted.",
    access: "companies:manage",
    params: IdParam("company"),
    response: Contents,
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  usage: endpoint({
    method: "GET",
    path: "/companies/{id}/usage",
    summary:
      "How much a company uses: twelve months of numbers, its people, what went wrong, and whether support may look in.",
    access: "companies:manage",
    params: IdParam("company"),
    response: Usage,
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  schedules: endpoint({
    method: "PUT",
    path: "/companies/{id}/schedules",
    summary: "Sets a company's service hours: an admin their own company's, the operator any.",
    access: "settings:manage",
    // As for `update`.
    transaction: false,
    params: IdParam("company"),
    body: z.object({ id: Id("company").optional(), schedules: Schedules }),
    response: Company,
    audit: true,
    errors: ["ERR_NO_COMPANY_FOUND"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/companies/{id}",
    summary: "Closes a company at once and deletes everything it has in the background. Company 1 stays.",
    access: "companies:manage",
    // As for `update`.
    transaction: false,
    params: IdParam("company"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_COMPANY_FOUND", "ERR_IN_USE"],
  }),
};
