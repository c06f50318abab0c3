// The floor of the reads: an empty Hono server that runs one prepared statement for each call and serialises its rows.
// Run with the owner's address of the database; prints the port it listens on.
import { Hono } from "hono";
import postgres from "postgres";
import * as statements from "./sql.ts";

const number = { serialize: String, parse: Number };
const sql = postgres(Deno.args[0]!, {
  max: 20,
  onnotice: () => {},
  types: { bigint: { to: 20, from: [20], ...number }, numeric: { to: 1700, from: [1700], ...number } },
});
type Row = Record<string, unknown> & { total?: number };
const ask = (text: string, values: string[]) => sql.unsafe<Row[]>(text, values, { prepare: true });

/** The rows of a page and whether there are more. */
function page(name: string, rows: Row[], size: number): Record<string, unknown> {
  const count = Math.min(Number(rows[0]?.total ?? 0), 1_000_000);
  for (const row of rows) delete row.total;
  return { [name]: rows.slice(0, size), hasMore: rows.length > size, count };
}
const queues = "{1,2,3,4,5,6,7,8,9,10}";
const pattern = (needle: string) => `%${needle}%`;

const app = new Hono();
app.get(
  "/list/:status",
  async (c) => c.json(page("tickets", await ask(statements.list, [c.req.param("status"), queues]), 40)),
);
app.get("/beyond/:status", async (c) => {
  const { at, id } = c.req.query();
  return c.json(page("tickets", await ask(statements.listBeyond, [c.req.param("status"), queues, at!, id!]), 40));
});
app.get("/messages/:id", async (c) => {
  const rows = await ask(statements.messages, [c.req.param("id")]);
  return c.json({ messages: rows.slice(0, 40).reverse(), hasMore: rows.length > 40, count: Math.min(rows.length, 41) });
});
app.get("/board", async (c) => c.json(page("tickets", await ask(statements.board, []), 500)));
app.get("/chat/:id", async (c) => {
  const rows = await ask(statements.chatMessages, [c.req.param("id")]);
  const { records, ...facts } = page("records", rows, 40);
  return c.json({ records: (records as Row[]).toReversed(), ...facts });
});
app.get("/show/:uuid", async (c) => c.json((await ask(statements.show, [c.req.param("uuid")]))[0]!));
app.get(
  "/contacts/:needle",
  async (c) => c.json(page("contacts", await ask(statements.contacts, [pattern(c.req.param("needle"))]), 20)),
);
for (
  const [name, text] of Object.entries({
    name: statements.searchName,
    needle: statements.searchNeedle,
    common: statements.searchCommon,
  })
) {
  app.get(`/search/${name}/:needle`, async (c) => {
    return c.json(page("tickets", await ask(text, [pattern(c.req.param("needle")), "open", queues]), 40));
  });
}
app.get("/dashboard", async (c) => c.json((await ask(statements.dashboard, []))[0]!));
app.get("/items/:list", async (c) => c.json(page("contacts", await ask(statements.items, [c.req.param("list")]), 20)));
app.get("/items/:list/:needle", async (c) => {
  const { list, needle } = c.req.param();
  return c.json(page("contacts", await ask(statements.itemsFound, [list, pattern(needle)]), 20));
});
app.get(
  "/shipping/:campaign",
  async (c) => c.json({ groups: await ask(statements.shipping, [c.req.param("campaign")]) }),
);
app.get("/report", async (c) => {
  const rows = await ask(statements.report, []);
  const total = rows[0]?.total ?? 0;
  for (const row of rows) delete row.total;
  return c.json({ tickets: rows, totalTickets: { total } });
});

app.get("/companies", async (c) => c.json(page("companies", await ask(statements.companies, []), 20)));
app.get("/lines", async (c) => {
  const rows = await ask(statements.lines, []);
  const totals = { total: Number(rows[0]?.all ?? 0) };
  for (const row of rows) delete row.all;
  return c.json({ records: rows.slice(0, 20), hasMore: rows.length > 20, totals });
});

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
console.log(`port ${server.addr.port}`);
