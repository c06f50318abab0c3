// The report of tickets (docs/product/reports.md): one row for each round of a ticket.
import { z } from "zod";
import { Day, endpoint, FileAnswer, Id, IdOrNone, Instant, jsonList, QueryFlag } from "../../contract/endpoint.ts";
import { ticketStatuses } from "../tickets/contract.ts";

/** Rows of a page that the screen offers; the API answers up to `PAGE_MAX`, however many are asked for. */
export const PAGE_SIZES = [5, 10, 20, 50] as const;
export const PAGE_SIZE = 10;
const PAGE_MAX = 10_000;
export const REPORT_FILE = "relatorio-de-atendimentos.xlsx";

const filters = {
  searchParam: z.string().max(200).optional().default(""),
  contactId: z.union([z.literal(""), Id("contact")]).optional(),
  /** One connection, or JSON text of several. */
  whatsappId: z.union([Id("connection").transform((id) => [id]), jsonList(Id("connection"))]),
  users: jsonList(Id("user")),
  /** 0 stands for tickets without a queue. */
  queueIds: jsonList(IdOrNone("queue")),
  status: jsonList(z.enum(ticketStatuses)),
  dateFrom: Day,
  dateTo: Day,
  onlyRated: QueryFlag.optional().default(false),
};
export const ReportQuery = z.object({
  ...filters,
  page: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
  pageSize: z.coerce.number().int().min(1).transform((rows) => Math.min(rows, PAGE_MAX)).optional().default(PAGE_SIZE),
});
export const ExportQuery = z.object({
  ...filters,
  language: z.enum(["pt", "en", "es", "tr"]).optional().default("pt"),
});

export const ReportRow = z.object({
  /** The ticket's; it stands once for each of its rounds. */
  id: z.number(),
  roundId: z.number(),
  uuid: z.string(),
  whatsappName: z.string(),
  contactName: z.string(),
  userName: z.string().nullable(),
  queueName: z.string().nullable(),
  queueColor: z.string().nullable(),
  status: z.string(),
  lastMessage: z.string(),
  /** When the round began, and when it was closed. */
  createdAt: Instant,
  closedAt: Instant.nullable(),
  /** Minutes from being taken to being closed. */
  supportTime: z.number().nullable(),
  NPS: z.number().nullable(),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const reports = {
  list: endpoint({
    method: "GET",
    path: "/ticketreport/reports",
    summary: "Rounds of tickets that began in the range (this month so far by default), newest first.",
    access: "reports:view",
    query: ReportQuery,
    response: z.object({
      tickets: z.array(ReportRow),
      totalTickets: z.object({ total: z.number() }),
      /** The first and the last day of the range, as the company's calendar has them. */
      dateFrom: z.string(),
      dateTo: z.string(),
    }),
  }),
  export: endpoint({
    method: "GET",
    path: "/ticketreport/export",
    summary: "The whole report as a workbook, streamed.",
    access: "reports:view",
    support: false,
    query: ExportQuery,
    file: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    response: FileAnswer,
    transaction: false,
    audit: true,
  }),
};
