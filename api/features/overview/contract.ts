// The connections of all companies, for the platform's operator (docs/product/all-connections.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, PageQuery } from "../../contract/endpoint.ts";

/** What the operator sees of a company's connection: no code, no token, no settings. */
export const Line = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.string(),
  number: z.string(),
  status: z.string(),
  /** Why it is not connected: a word of the channel's, or a code of the error catalogue. */
  reason: z.string().nullable(),
  /** Since when it is connected, or away. */
  since: Instant,
  updatedAt: Instant,
  isDefault: z.boolean(),
  companyId: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
});
export type Line = z.infer<typeof Line>;

const counts = {
  connected: z.number(),
  /** Every other state. */
  disconnected: z.number(),
  total: z.number(),
};
/** A company with how many of its connections are connected. */
export const CompanyLines = z.object({
  id: z.number(),
  name: z.string(),
  /** False where the company is switched off. */
  status: z.boolean(),
  ...counts,
});
export type CompanyLines = z.infer<typeof CompanyLines>;
const session = z.string().max(5).optional();

export const overview = {
  all: endpoint({
    method: "GET",
    path: "/whatsapp/all",
    summary: "The connections of all companies, or of one.",
    access: "super",
    query: z.object({ session, companyId: Id("company").optional() }),
    response: z.array(Line),
  }),
  companies: endpoint({
    method: "GET",
    path: "/whatsapp/companies",
    summary: "Companies by name with how many of their connections are connected, and the sums of all that were found.",
    access: "super",
    query: PageQuery,
    response: z.object({
      records: z.array(CompanyLines),
      hasMore: z.boolean(),
      count: z.number(),
      totals: z.object(counts),
    }),
  }),
  show: endpoint({
    method: "GET",
    path: "/whatsapp-admin/{id}",
    summary: "One connection of any company.",
    access: "super",
    params: IdParam("connection"),
    query: z.object({ session }),
    response: Line,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  restart: endpoint({
    method: "POST",
    path: "/whatsapp-admin/{id}/session",
    summary: "Opens a connection of any company anew.",
    access: "super",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  disconnect: endpoint({
    method: "DELETE",
    path: "/whatsapp-admin/{id}/session",
    summary: "Disconnects a connection of any company until somebody connects it again.",
    access: "super",
    params: IdParam("connection"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
};
