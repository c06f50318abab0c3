// Companies: the tenants, managed by the platform's operator (docs/product/companies-and-plans.md#companies).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { shownOnce, writeOnly } from "../../contract/marks.ts";
import { Schedules } from "../../contract/rules/schedule.ts";
import { Plan } from "../plans/contract.ts";

export const recurrences = ["MENSAL", "BIMESTRAL", "TRIMESTRAL", "SEMESTRAL", "ANUAL"] as const;
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
});
export const CompanyUpdate = z.object(fields).partial();
const errors = ["ERR_NO_COMPANY_FOUND", "ERR_NO_PLAN_FOUND", "ERR_DUPLICATED_NAME"] as const;

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
    summary: "Companies, a page at a time.",
    access: "companies:manage",
    query: PageQuery,
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
    summary: "Deletes a company with everything it has. Company 1 stays.",
    access: "companies:manage",
    params: IdParam("company"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_COMPANY_FOUND", "ERR_IN_USE"],
  }),
};
