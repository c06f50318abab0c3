// Takes in the companies of a database of the Whaticket family (docs/operations.md#coming-from-whaticket). Each step takes what is new:
// killed, or run again, the import goes on where it was.
import { asPlatform, platform, withTenant } from "../../../../db/tenant.ts";
import { rightsChanged } from "../../../core/live/rights.ts";
import { takeCompany, takeQuickMessages, takeSettings, takeUsers } from "./company.ts";
import { type Company, inPage, takeContacts, takeTags } from "./contacts.ts";
import { type FindFile, inFolder } from "./files.ts";
import { takeMessages } from "./messages.ts";
import { takeConnections, takeMenus, takeQueues } from "./queues.ts";
import { Report } from "./report.ts";
import { pagesOf, type Row, rowsOf, type Source } from "./source.ts";
import { takeTickets } from "./tickets.ts";
import { idOf, words } from "./values.ts";

export interface Choice {
  /** The folder that holds the files, `backend/public` there; null: messages come without them. */
  folder: string | null;
  /** Only this company, by its id there. */
  company?: string;
  /** What a company is called that comes from a product without companies. */
  name?: string;
  /** Is told of each step. */
  tell?: (line: string) => void;
}
export interface Taken {
  /** Our ids of the companies. */
  companies: number[];
  report: Report;
}
/** Tables that tell one database of the family from any other. */
const FAMILY = ["Users", "Contacts", "Tickets", "Messages", "Whatsapps"];

/** Takes everything that is new. Throws for a database that is none of the family; what a row lacks stands in the report. */
export async function importCompanies(from: Source, choice: Choice): Promise<Taken> {
  const report = new Report();
  const companies: number[] = [];
  for (const theirs of await companiesOf(from, choice)) {
    const id = words(theirs.id, 40);
    const companyId = await asPlatform((tx) => takeCompany(tx, from.name, theirs, report));
    companies.push(companyId);
    choice.tell?.(`Company ${companyId}: ${words(theirs.name, 60)}`);
    const file = from.file ?? inFolder(choice.folder, id);
    await takeOne(from, { companyId, source: from.name, theirs: id, file }, report, choice.tell);
  }
  from.tell?.(report);
  await platform()`analyze app.contacts, app.contact_identities, app.tickets, app.messages, app.media`;
  return { companies, report };
}

async function takeOne(
  from: Source,
  at: Company & { theirs: string; file: FindFile },
  report: Report,
  tell?: (line: string) => void,
): Promise<void> {
  const company = at.theirs;
  await inPage(at, async (taking) => {
    await takeUsers(from, taking, company, report);
    await takeQueues(from, taking, company, report);
    await takeMenus(from, taking, report);
    await takeConnections(from, taking, company, report);
    await takeQuickMessages(from, taking, company, report);
    await takeSettings(from, taking, company, report);
  });
  await takeContacts(from, at, company, report);
  await takeTags(from, at, company, report);
  tell?.("  people, queues, connections, tags and contacts are here");
  const tickets = await takeTickets(from, at, company, report);
  tell?.(`  ${tickets.size} tickets are here`);
  const touched = await takeMessages(from, at, tickets, report);
  await finish(at.companyId, [...touched]);
}

/** A product without companies is one. */
async function companiesOf(from: Source, { company, name }: Choice): Promise<Row[]> {
  for (const table of FAMILY) {
    if (!(await from.columns(table)).size) {
      throw new Error(`There is no table ${table}: this is no database of the Whaticket family.`);
    }
  }
  if (!(await from.columns("Companies")).size) return [{ id: "1", name: name ?? "Whaticket" }];
  const all = await Array.fromAsync(rowsOf(from, "Companies"));
  const wanted = all.filter((row) => idOf(row.id) && (company === undefined || idOf(row.id) === company));
  if (!wanted.length) throw new Error("There is no such company.");
  return wanted;
}

const TICKETS = 5_000;
/** Sets what a ticket shows of its messages, counts anew, and lets open apps fetch anew. */
async function finish(companyId: number, touched: readonly number[]): Promise<void> {
  for (let from = 0; from < touched.length; from += TICKETS) {
    await asPlatform((tx) =>
      tx`
      update app.tickets t set last_message = left(l.body, 500), last_message_id = l.id, last_message_at = l.sent_at, last_from_me = l.from_me,
        last_ack = l.ack, last_inbound_at = (select max(i.sent_at) from app.messages i
          where i.company_id = t.company_id and i.ticket_id = t.id and not i.from_me),
        unread = case when t.status = 'closed' then 0 else (select count(*) from app.messages u
          where u.company_id = t.company_id and u.ticket_id = t.id and not u.from_me and not u.read) end
      from unnest(${touched.slice(from, from + TICKETS)}::bigint[]) as x (id)
        cross join lateral (select * from app.messages m where m.company_id = ${companyId} and m.ticket_id = x.id and not m.is_private
          order by m.sent_at desc, m.id desc limit 1) l
      where t.company_id = ${companyId} and t.id = x.id`
    );
  }
  await asPlatform(async (tx) => {
    // For a moment no ticket changes anywhere: a change between reading and writing would be lost from the sums.
    await tx`lock table app.tickets, app.ticket_counters in share row exclusive mode`;
    await tx`delete from app.ticket_counters where company_id = ${companyId}`;
    await tx`
      insert into app.ticket_counters (company_id, status, queue_id, user_id, is_group, tickets, unread)
      select company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*), sum(unread)
      from app.tickets where company_id = ${companyId} group by 1, 2, 3, 4, 5`;
  });
  await withTenant({ companyId }, (tx) => Promise.resolve(rightsChanged(tx, "everybody")));
}

/** What an import would read, by table, without writing anything. */
export async function countRows(from: Source, choice: Choice): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = [
    "Users",
    "Queues",
    "QueueOptions",
    "Chatbots",
    "Whatsapps",
    "Tags",
    "Contacts",
    "Tickets",
    "Messages",
    "QuickMessages",
    "QuickAnswers",
  ];
  for (const { id } of await companiesOf(from, choice)) {
    counts.Companies = (counts.Companies ?? 0) + 1;
    for (const table of tables) {
      const only = table === "Messages" ? ["id"] : undefined;
      for await (const page of pagesOf(from, table, words(id, 40), only)) {
        counts[table] = (counts[table] ?? 0) + page.length;
      }
    }
  }
  return counts;
}
