// What people of a company do all day, at 10,000 of its tickets and at 1,000,000, with ten messages each.
import { addHalfHours, addTickets } from "../../db/seed-bench.ts";
import { type BenchDatabase, openDatabase } from "./setup/database.ts";
import { median, type Pace, run } from "./setup/measure.ts";
import { type Started, startProduct } from "./setup/processes.ts";
import { get, openLines, QUEUES, sessionOf } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";
import { openTickets, postAndHear, send } from "./writes.ts";

const SIZES = [10_000, 1_000_000];
const MESSAGES = 10;
const BAR = 1.2;

interface Ground {
  database: BenchDatabase;
  product: Started;
  headers: Record<string, string>;
}
/** One call, again and again; `close` ends what it needs for that. */
interface Call {
  what: string;
  work: (turn: number) => Promise<void>;
  close?: () => void;
}

/** What is asked for, most of it by one connection. */
async function calls({ database, product, headers }: Ground): Promise<Call[]> {
  const [line] = await openLines(product.port, 1);
  const queues = encodeURIComponent(JSON.stringify(QUEUES));
  const list = (status: string, more = "") =>
    `/api/tickets?pageNumber=1&status=${status}&showAll=true&queueIds=${queues}${more}`;
  const read = (what: string, path: (turn: number) => string): Call => ({
    what,
    work: async (turn) => void await get(line!, path(turn), headers),
  });
  const found = await database.sql<{ id: number; uuid: string }[]>`
    select id::integer, uuid from app.tickets where company_id = 2 and status = 'open' order by updated_at desc limit 200`;
  const ticket = (turn: number) => found[turn % found.length]!;
  const [needle] = await database.sql<{ body: string }[]>`
    select m.body from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = 2 and t.status = 'open' and m.body like '%protocolo%' order by m.id desc limit 1`;
  const search = (words: string, inMessages: boolean) =>
    list("open", `&searchParam=${encodeURIComponent(words)}&searchOnMessages=${inMessages}`);
  const written = await openTickets(database.sql);
  const inbound = await postAndHear(product.port, headers);
  return [
    read("GET /tickets, open", () => list("open")),
    read("GET /tickets, closed", () => list("closed")),
    read("GET /tickets/u/{uuid}", (turn) => `/api/tickets/u/${ticket(turn).uuid}`),
    read("GET /messages/{id}", (turn) => `/api/messages/${ticket(turn).id}?pageNumber=1&markAsRead=false`),
    read("search tickets by name", () => search("souza", false)),
    read("search messages, a needle", () => search(/protocolo \d+/.exec(needle!.body)![0], true)),
    read("search messages, a common word", () => search("boleto", true)),
    read("GET /contacts, page 1", () => "/api/contacts?pageNumber=1"),
    read("search contacts", () => "/api/contacts?searchParam=souza&pageNumber=1"),
    read("GET /dashboard, 30 days", () => "/api/dashboard?days=30"),
    {
      what: "POST /messages/{id}",
      work: (turn) => send(line!, headers, written[turn % written.length]!.id, `Seu pedido ${turn} sai hoje às 15h!`),
    },
    {
      what: "webhook to event",
      work: (turn) => inbound.post(line!, written[turn % written.length]!.number),
      close: () => (inbound.close(), line!.close()),
    },
  ];
}

/** Its own database, which grows while the product is stopped. */
export async function growing(pace: Pace): Promise<TableLine[]> {
  const database = await openDatabase("people");
  const p50s = new Map<string, number[]>();
  try {
    await addHalfHours(database.url);
    let there = 0;
    for (const size of SIZES) {
      console.log(`Growing to ${size} tickets…`);
      await addTickets(database.url, size - there, (line) => console.log(`  ${line}`), MESSAGES);
      there = size;
      await database.settle();
      const product = await startProduct(database, "api");
      const ground = { database, product, headers: await sessionOf(database.sql) };
      for (const { what, work, close } of await calls(ground)) {
        let turn = 0;
        const once = () => work(turn++);
        await run(once, 1, 1_000);
        const rounds: number[] = [];
        for (let round = 0; round < pace.rounds; round++) rounds.push((await run(once, 1, pace.ms)).p50);
        p50s.set(what, [...p50s.get(what) ?? [], median(rounds)]);
        console.log(`  ${what}: ${median(rounds).toFixed(2)} ms`);
        close?.();
      }
      await product.stop();
    }
  } finally {
    await database.close();
  }
  return [...p50s].map(([what, [small, large]]) => {
    const ratio = large! / small!;
    return plain(
      `${what}, 1,000,000 to 10,000 tickets`,
      `${large!.toFixed(2)} ms`,
      `≤ ${BAR}×`,
      ratio <= BAR,
      `${small!.toFixed(2)} ms`,
      `${ratio.toFixed(2)}×`,
    );
  });
}
