// The bench compares a call with a statement that answers the same fields; a field that only one of the two has would make the
// comparison worthless, so each statement is held against the contract of its call.
import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { z } from "zod";
import type {} from "../../core/testing/api.ts";
import { ListItem } from "../../features/contact-lists/contract.ts";
import { ChatMessage } from "../../features/chats/contract.ts";
import { Contact } from "../../features/contacts/contract.ts";
import { Company } from "../../features/companies/contract.ts";
import { CompanyLines } from "../../features/overview/contract.ts";
import { dashboard } from "../../features/dashboard/contract.ts";
import { Message } from "../../features/messages/contract.ts";
import { ReportRow } from "../../features/reports/contract.ts";
import { Ticket } from "../../features/tickets/contract.ts";
import * as statements from "./sql.ts";

const sql = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

const answered: Record<keyof typeof statements, z.ZodObject> = {
  list: Ticket,
  listBeyond: Ticket,
  show: Ticket,
  board: Ticket,
  chatMessages: ChatMessage,
  messages: Message,
  searchName: Ticket,
  searchNeedle: Ticket,
  searchCommon: Ticket,
  contacts: Contact,
  dashboard: dashboard.show.response,
  report: ReportRow,
  items: ListItem,
  itemsFound: ListItem,
  // The report is made of these groups.
  shipping: z.object({ status: z.string(), reason: z.string(), variant: z.number(), count: z.number() }),
  companies: Company,
  lines: CompanyLines,
};

test.each(Object.keys(answered) as (keyof typeof statements)[])(
  "the floor's statement %s answers the fields of its call's contract",
  async (name) => {
    const { columns } = await sql.unsafe(statements[name]).describe();
    // What all rows together are is no field of one.
    const own = (fields: string[]) => fields.filter((field) => field !== "total" && field !== "all").sort();
    expect(own(columns.map((column) => column.name))).toEqual(own(Object.keys(answered[name].shape)));
  },
);
