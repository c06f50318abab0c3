// What the operator of 2,000 companies waits for: the list of companies and that of all connections against their own statements, the
// run that makes the invoices of the day, and what others feel of a company's deletion.
import { connectDatabase, disconnectDatabase } from "../../db/tenant.ts";
import { setMediaRoot } from "../core/media/media.ts";
import { work as removeCompany } from "../features/companies/removal/remove.ts";
import { makeDue, suspend } from "../features/invoices/daily.ts";
import { pair } from "./reads.ts";
import { median, run } from "./setup/measure.ts";
import { get, getJson, openLines, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const COMPANIES = 2_000;
const MARK = "Bench empresa";
/** Company 1's first person. */
const OPERATOR = { company: 1 };
const COMPANIES_PATH = "/api/companiesPlan?pageNumber=1&sort=name&order=asc";
const LINES_PATH = "/api/whatsapp/companies?pageNumber=1";

/** Companies with a plan that costs something, two connections each and an invoice that is due in some days; answers the operator. */
async function fill({ sql }: Setting): Promise<number> {
  await sql`
    insert into app.plans (name, users, connections, queues, amount) values (${MARK}, 10, 10, 10, 49.90) on conflict (name) do nothing`;
  await sql`
    insert into app.companies (name, email, plan_id, due_at, created_at)
    select ${MARK} || ' ' || n, 'e' || n || '@bench.local', p.id, now() + make_interval(days => n % 40 - 10), now() - interval '1 year'
    from app.plans p, generate_series(1, ${COMPANIES}::int) n where p.name = ${MARK} on conflict (name) do nothing`;
  await sql`
    insert into app.connections (company_id, name, channel, token, status)
    select c.id, 'Linha ' || n, 'whatsapp', 'bench' || c.id || 'x' || n, case when n = 1 then 'CONNECTED' else 'DISCONNECTED' end
    from app.companies c, generate_series(1, 2) n where c.name like ${`${MARK}%`}`;
  await sql`insert into app.company_usage (company_id, bytes, files) select id, id * 1000, id from app.companies on conflict do nothing`;
  await sql`analyze app.companies, app.connections, app.company_usage`;
  const [operator] = await sql<{ id: number }[]>`
    select id::int as id from app.users where company_id = ${OPERATOR.company} and super order by id limit 1`;
  if (!operator) throw new Error("The data set has no operator.");
  return operator.id;
}
async function empty({ sql }: Setting): Promise<void> {
  await sql`delete from app.companies where name like ${`${MARK}%`}`;
  await sql`delete from app.plans where name = ${MARK}`;
}

type Page = Record<string, { id: number }[]>;
/** Both must answer the same rows. */
async function same(s: Setting, floorPath: string, path: string, name: string, bearer: Record<string, string>) {
  const [[floor], [product]] = [await openLines(s.floor.port, 1), await openLines(s.product.port, 1)];
  const ids = (page: Page) => page[name]!.map(({ id }) => id).join();
  const [theirs, ours] = [await getJson<Page>(floor!, floorPath), await getJson<Page>(product!, path, bearer)];
  floor!.close();
  product!.close();
  if (ids(theirs) !== ids(ours)) throw new Error(`Floor and product answer different ${name}.`);
}

export async function operatorLists(s: Setting): Promise<TableLine[]> {
  try {
    const operator = await fill(s);
    const own: Setting = { ...s, bearer: () => s.bearer(operator, OPERATOR.company) };
    await same(own, "/companies", COMPANIES_PATH, "companies", await own.bearer());
    await same(own, "/lines", LINES_PATH, "records", await own.bearer());
    return [
      ...await pair(own, `GET /companiesPlan of ${COMPANIES}`, () => "/companies", () => COMPANIES_PATH, { p50: 2 }),
      ...await pair(own, `GET /whatsapp/companies of ${COMPANIES}`, () => "/lines", () => LINES_PATH, { p50: 2 }),
    ];
  } finally {
    await empty(s);
  }
}

const BAR_S = 10;
/** The day's invoices of 2,000 companies, made and then looked through again, and who is cut off for not paying. */
export async function nightly(s: Setting): Promise<TableLine[]> {
  connectDatabase({ owner: s.database.url, api: s.database.url }, { api: 2, owner: 4 });
  try {
    await fill(s);
    const lines: TableLine[] = [];
    for (const what of ["the first time", "again"]) {
      const began = performance.now();
      const made = await makeDue();
      await suspend();
      const seconds = (performance.now() - began) / 1000;
      const bar = `≤ ${BAR_S} s`;
      lines.push(
        plain(
          `invoices of the day, ${COMPANIES} companies, ${what}`,
          `${made} in ${seconds.toFixed(1)} s`,
          bar,
          seconds <= BAR_S,
        ),
      );
    }
    return lines;
  } finally {
    await disconnectDatabase(5);
    await empty(s);
  }
}

const TICKETS = 100_000;
/** Another company's list while one of 100,000 tickets is deleted, against the same list before. */
export async function removal(s: Setting): Promise<TableLine[]> {
  await s
    .sql`insert into app.companies (name, plan_id) select ${MARK}, min(id) from app.plans on conflict (name) do nothing`;
  const [{ id } = { id: 0 }] = await s.sql<
    { id: number }[]
  >`select id::int as id from app.companies where name = ${MARK}`;
  await s.sql`
    with line as (insert into app.connections (company_id, name, channel, token) values (${id}, 'x', 'webchat', ${MARK}) returning id),
      who as (insert into app.contacts (company_id, name) values (${id}, 'x') returning id)
    insert into app.tickets (company_id, contact_id, connection_id, channel, status)
    select ${id}, who.id, line.id, 'webchat', 'closed' from line, who, generate_series(1, ${TICKETS}::int)`;
  await s.sql`update app.companies set removed_at = now(), active = false, plan_id = null where id = ${id}`;
  connectDatabase({ owner: s.database.url, api: s.database.url }, { api: 2, owner: 2 });
  setMediaRoot(await Deno.makeTempDir({ prefix: "recado-bench-" }));
  const lines = await openLines(s.product.port, 4);
  try {
    const bearer = await s.bearer();
    const list = async (worker: number) =>
      void await get(lines[worker]!, "/api/tickets?pageNumber=1&status=open&showAll=true", bearer);
    await run(list, 4, s.pace.ms);
    const before = await run(list, 4, 4 * s.pace.ms);
    let gone = false;
    const began = performance.now();
    const removing = removeCompany(0, { id }).finally(() => gone = true);
    const during: number[] = [];
    while (!gone) during.push((await run(list, 4, s.pace.ms)).p50);
    await removing;
    const ratio = median(during) / before.p50;
    const found = `${ratio.toFixed(2)}× in ${((performance.now() - began) / 1000).toFixed(0)} s`;
    return [plain(`another company's list while ${TICKETS} tickets are deleted`, found, "≤ 1.3×", ratio <= 1.3)];
  } finally {
    for (const line of lines) line.close();
    await disconnectDatabase(5);
  }
}
