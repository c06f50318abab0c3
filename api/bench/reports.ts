// The report's first page against its own statement, and what a workbook of 100,000 rows costs in memory.
import { getJson, openLines, type Setting } from "./setup/setting.ts";
import { pair } from "./reads.ts";
import { plain, type TableLine } from "./setup/table.ts";

interface Page {
  tickets: { id: number }[];
  totalTickets: { total: number };
}
/** A year's days of the company's calendar, as the floor takes them. */
function year(): string {
  const day = (back: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo", dateStyle: "short" }).format(
      Date.now() - back * 86_400_000,
    );
  return `dateFrom=${day(365)}&dateTo=${day(0)}`;
}

export async function report(s: Setting): Promise<TableLine[]> {
  const path = `/api/ticketreport/reports?${year()}`;
  const [floor] = await openLines(s.floor.port, 1);
  const [product] = await openLines(s.product.port, 1);
  const seen = ({ tickets, totalTickets }: Page) => JSON.stringify([tickets.map(({ id }) => id), totalTickets.total]);
  const theirs = seen(await getJson<Page>(floor!, "/report"));
  const ours = seen(await getJson<Page>(product!, path, await s.bearer()));
  floor!.close();
  product!.close();
  if (theirs !== ours) throw new Error("Floor and product report differently.");
  return await pair(s, "GET /ticketreport/reports, 365 days", () => "/report", () => path, { p50: 2 });
}

const ROWS = 100_000;
const MEGABYTE = 1024 * 1024;
const MARK = "bench-export";

/** How far the product's memory rises above what it had before, while it writes a workbook of 100,000 rows. */
export async function exported(s: Setting): Promise<TableLine[]> {
  const before = await s.product.memory();
  if (before === null) return [plain("GET /ticketreport/export", "the system does not say", "≤ 150 MB", null)];
  const [there] = await s.sql<{ n: number }[]>`
    select count(distinct ticket_id)::int as n from app.ticket_rounds where company_id = 2`;
  await s.sql`
    with made as (
      insert into app.tickets (company_id, contact_id, connection_id, channel, status, last_message)
      select t.company_id, t.contact_id, t.connection_id, t.channel, 'closed', ${MARK}
      from (select * from app.tickets where company_id = 2 limit 1) t, generate_series(1, ${ROWS - there!.n}::int)
      returning company_id, id, contact_id)
    insert into app.ticket_rounds (company_id, ticket_id, contact_id, created_at, started_at, finished_at)
    select company_id, id, contact_id, at, at, at
    from (select made.*, now() - row_number() over () * interval '1 second' as at from made) m`;
  let peak = before;
  const watch = setInterval(() => void s.product.memory().then((now) => peak = Math.max(peak, now ?? 0)), 50);
  try {
    const began = performance.now();
    const address = `http://127.0.0.1:${s.product.port}/api/ticketreport/export?dateFrom=2000-01-01&dateTo=2100-01-01`;
    const answer = await fetch(address, { headers: await s.bearer() });
    let bytes = 0;
    for await (const chunk of answer.body!) bytes += chunk.length;
    const grown = (peak - before) / MEGABYTE;
    const seconds = (performance.now() - began) / 1000;
    const what = `workbook of ${ROWS} rows, ${(bytes / MEGABYTE).toFixed(1)} MB`;
    const found = `+${grown.toFixed(0)} MB in ${seconds.toFixed(1)} s`;
    return [plain(what, found, "≤ 150 MB", answer.ok && bytes > ROWS && grown <= 150)];
  } finally {
    clearInterval(watch);
    await s.sql`delete from app.tickets where company_id = 2 and last_message = ${MARK}`;
  }
}
