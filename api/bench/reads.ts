// Lists, conversations, single tickets and searches, each against the same rows as one prepared statement.
import { compare, median, run } from "./setup/measure.ts";
import { get, getJson, openLines, QUEUES, type Setting } from "./setup/setting.ts";
import { plain, type TableLine, timed } from "./setup/table.ts";

const encoded = encodeURIComponent(JSON.stringify(QUEUES));
const listPath = (status: string, page: number, more = "") =>
  `/api/tickets?pageNumber=${page}&status=${status}&showAll=true&queueIds=${encoded}${more}`;

/** Compares two addresses, which may depend on the turn; one line of the table for each number of workers. */
export async function pair(
  s: Setting,
  what: string,
  floorPath: (turn: number) => string,
  productPath: (turn: number) => string,
  bars: { p50: number; p95?: number },
): Promise<TableLine[]> {
  const found: TableLine[] = [];
  for (const workers of [1, 16]) {
    const headers = await s.bearer();
    const floors = await openLines(s.floor.port, workers);
    const products = await openLines(s.product.port, workers);
    const compared = await compare(
      async (worker, turn) => void await get(floors[worker]!, floorPath(turn)),
      async (worker, turn) => void await get(products[worker]!, productPath(turn), headers),
      workers,
      s.pace,
    );
    found.push(timed(`${what}, ${workers} at once`, compared, bars));
    for (const line of [...floors, ...products]) line.close();
    if (compared.product.p50 > 2_000) break;
  }
  return found;
}

/** Both sides must answer the same rows, or the comparison is worth nothing. */
async function sameRows(s: Setting, floorPath: string, productPath: string, name: string): Promise<void> {
  const [floor] = await openLines(s.floor.port, 1);
  const [product] = await openLines(s.product.port, 1);
  type Page = Record<string, { id: number }[]>;
  const theirs = await getJson<Page>(floor!, floorPath);
  const ours = await getJson<Page>(product!, productPath, await s.bearer());
  floor!.close();
  product!.close();
  const ids = (page: Page) => (page[name] ?? []).map((row) => row.id).join();
  const fields = (page: Page) => Object.keys(page[name]?.[0] ?? {}).sort().join();
  if (ids(theirs) !== ids(ours)) throw new Error(`Floor and product answer different ${name} for ${productPath}.`);
  if (fields(theirs) !== fields(ours)) throw new Error(`Floor and product answer different fields for ${productPath}.`);
}

const READ = { p50: 2, p95: 3 };

export async function lists(s: Setting): Promise<TableLine[]> {
  await sameRows(s, "/list/open", listPath("open", 1), "tickets");
  return await pair(s, "GET /tickets page 1", () => "/list/open", () => listPath("open", 1), READ);
}

const DEEP = 500;
/** Page 500 against the same page of a floor that is told where it begins, and against page 1. */
export async function deepLists(s: Setting): Promise<TableLine[]> {
  const [product] = await openLines(s.product.port, 1);
  const headers = await s.bearer();
  let at = "";
  for (let page = 1; page < DEEP; page++) {
    const { tickets } = await getJson<{ tickets: { id: number; updatedAt: string }[] }>(
      product!,
      listPath("closed", page),
      headers,
    );
    const last = tickets.at(-1)!;
    at = `at=${encodeURIComponent(last.updatedAt)}&id=${last.id}`;
  }
  await sameRows(s, `/beyond/closed?${at}`, listPath("closed", DEEP), "tickets");
  const found = await pair(
    s,
    `GET /tickets page ${DEEP}`,
    () => `/beyond/closed?${at}`,
    () => listPath("closed", DEEP),
    READ,
  );
  const lines = await openLines(s.product.port, 1);
  let jumps = 0;
  const page = (path: () => string) => run(async () => void await get(lines[0]!, path(), headers), 1, s.pace.ms / 2);
  const ratios: { sequence: number[]; jump: number[] } = { sequence: [], jump: [] };
  for (let round = 0; round < s.pace.rounds; round++) {
    const first = await page(() => listPath("closed", 1));
    let turn = 0;
    const sequence = await page(() => listPath("closed", DEEP + turn++ % 20));
    // A list that nobody has paged through: the same tickets, asked for with one more queue that does not exist.
    const jump = await page(() => {
      const unseen = encodeURIComponent(JSON.stringify([...QUEUES, 1_000_000 + jumps++]));
      return listPath("closed", DEEP).replace(encoded, unseen);
    });
    ratios.sequence.push(sequence.p50 / first.p50);
    ratios.jump.push(jump.p50 / first.p50);
  }
  for (const line of [...lines, product!]) line.close();
  const [sequence, jump] = [median(ratios.sequence), median(ratios.jump)];
  return [
    ...found,
    plain(`page ${DEEP} in sequence, to page 1`, `${sequence.toFixed(2)}×`, "≤ 1.5×", sequence <= 1.5),
    plain(`page ${DEEP} by a jump, to page 1`, `${jump.toFixed(2)}×`, "≤ 3×", jump <= 3),
  ];
}

async function openTickets(s: Setting): Promise<{ id: number; uuid: string }[]> {
  return await s.sql<{ id: number; uuid: string }[]>`
    select id::integer, uuid from app.tickets where company_id = 2 and status = 'open' order by updated_at desc limit 200`;
}
export async function conversations(s: Setting): Promise<TableLine[]> {
  const tickets = await openTickets(s);
  const id = (turn: number) => tickets[turn % tickets.length]!.id;
  const path = (turn: number) => `/api/messages/${id(turn)}?pageNumber=1&markAsRead=false`;
  await sameRows(s, `/messages/${id(0)}`, path(0), "messages");
  return await pair(s, "GET /messages/{id}", (turn) => `/messages/${id(turn)}`, path, READ);
}
export async function tickets(s: Setting): Promise<TableLine[]> {
  const all = await openTickets(s);
  const uuid = (turn: number) => all[turn % all.length]!.uuid;
  return await pair(s, "GET /tickets/u/{uuid}", (t) => `/show/${uuid(t)}`, (t) => `/api/tickets/u/${uuid(t)}`, {
    ...READ,
    p50: 1.8,
  });
}

/** The board's first page of all open and waiting tickets. */
export async function board(s: Setting): Promise<TableLine[]> {
  const path = "/api/ticket/kanban?startDate=2000-01-01&endDate=2199-12-31";
  await sameRows(s, "/board", path, "tickets");
  return await pair(s, "GET /ticket/kanban", () => "/board", () => path, READ);
}

const CHAT = { members: 20, messages: 10_000 };
/** The newest page of a chat of everybody in which ten thousand messages were said. */
export async function chats(s: Setting): Promise<TableLine[]> {
  const id = await talkative(s);
  const path = `/api/chats/${id}/messages`;
  await sameRows(s, `/chat/${id}`, path, "records");
  return await pair(s, "GET /chats/{id}/messages", () => `/chat/${id}`, () => path, READ);
}
/** That chat, made where the data set has none yet. */
async function talkative(s: Setting): Promise<number> {
  const [known] = await s.sql<
    { id: number }[]
  >`select id::integer from app.chats where company_id = 2 and title = 'Bench'`;
  if (known) return known.id;
  const [made] = await s.sql<{ id: number }[]>`
    with chat as (insert into app.chats (company_id, title, last_position) values (2, 'Bench', ${CHAT.messages}) returning id),
    people as (insert into app.chat_members (company_id, chat_id, user_id)
      select 2, chat.id, u.id from chat, (select id from app.users where company_id = 2 order by id limit ${CHAT.members}) u)
    insert into app.chat_messages (company_id, chat_id, position, sender_id, key, fingerprint, body)
    select 2, chat.id, n, 101 + n % ${CHAT.members}, 'bench-' || n, '', 'Mensagem ' || n from chat, generate_series(1, ${CHAT.messages}::int) n
    returning chat_id::integer as id`;
  await s.sql`analyze app.chats, app.chat_members, app.chat_messages`;
  return made!.id;
}

const SEARCH = { p50: 2 };
export async function searches(s: Setting): Promise<TableLine[]> {
  const search = (needle: string, inMessages: boolean) =>
    listPath("open", 1, `&searchParam=${encodeURIComponent(needle)}&searchOnMessages=${inMessages}`);
  const needle = await oneNeedle(s);
  const all: [string, string, string, string][] = [
    ["tickets by name", "/search/name/souza", search("souza", false), "tickets"],
    ["contacts", "/contacts/souza", "/api/contacts?searchParam=souza&pageNumber=1", "contacts"],
    ["messages, a needle", `/search/needle/${encodeURIComponent(needle)}`, search(needle, true), "tickets"],
    ["messages, a common word", "/search/common/boleto", search("boleto", true), "tickets"],
  ];
  const found: TableLine[] = [];
  for (const [what, floorPath, productPath, name] of all) {
    await sameRows(s, floorPath, productPath, name);
    found.push(...await pair(s, `search ${what}`, () => floorPath, () => productPath, SEARCH));
  }
  return [...found, ...await searchPlans(s, search)];
}
/** A number that one message of an open ticket carries. */
async function oneNeedle(s: Setting): Promise<string> {
  const [row] = await s.sql<{ body: string }[]>`
    select m.body from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = 2 and t.status = 'open' and m.body like '%protocolo%' order by m.id desc limit 1`;
  return /protocolo \d+/.exec(row!.body)![0];
}

/** Whether PostgreSQL went through the search indexes and read no table from end to end, for a large and a small company. */
async function searchPlans(s: Setting, search: (needle: string, inMessages: boolean) => string): Promise<TableLine[]> {
  const scans = async () => {
    // An idle connection hands in its counts after ten seconds.
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    const [row] = await s.sql<{ index: number; whole: number }[]>`
      select (select sum(idx_scan) from pg_stat_user_indexes where indexrelname in ('messages_search', 'contacts_search'))::float8 as index,
        (select sum(seq_scan) from pg_stat_user_tables where relname in ('messages', 'contacts'))::float8 as whole`;
    return row!;
  };
  const found: TableLine[] = [];
  let before = await scans();
  for (const [company, user] of [[2, 101], [3, 203]] as const) {
    const [line] = await openLines(s.product.port, 1);
    const headers = await s.bearer(user, company);
    for (let i = 0; i < 12; i++) {
      await get(line!, search("souza", false), headers);
      await get(line!, search("protocolo 4000007", true), headers);
      await get(line!, "/api/contacts?searchParam=souza&pageNumber=1", headers);
    }
    const after = await scans();
    line!.close();
    const [index, whole] = [after.index - before.index, after.whole - before.whole];
    before = after;
    const what = `search plan, company with ${company === 2 ? "50" : "3"} % of the rows`;
    found.push(plain(what, `${index} index scans, ${whole} whole`, "index only", index >= 36 && whole === 0));
  }
  return found;
}

/** The numbers of 30 days: the same counters and attendants. */
export async function dashboards(s: Setting): Promise<TableLine[]> {
  const path = "/api/dashboard?days=30";
  const [floor] = await openLines(s.floor.port, 1);
  const [product] = await openLines(s.product.port, 1);
  const sorted = (value: unknown) => JSON.stringify(value, Object.keys((value ?? {}) as object).sort());
  const theirs = await getJson<{ counters: unknown }>(floor!, "/dashboard");
  const ours = await getJson<{ counters: unknown }>(product!, path, await s.bearer());
  floor!.close();
  product!.close();
  if (sorted(theirs.counters) !== sorted(ours.counters)) throw new Error("Floor and product count differently.");
  return await pair(s, "GET /dashboard, 30 days", () => "/dashboard", () => path, { p50: 2 });
}
