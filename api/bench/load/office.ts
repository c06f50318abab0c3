// The office of a long load: 200 attendants of company 2 with the app open on five devices each, their customers, and the stand-in for Meta.
import type postgres from "postgres";
import { signAccess } from "../../core/access/auth.ts";
import { type BenchDatabase, openDatabase } from "../setup/database.ts";
import { Line } from "../setup/http.ts";
import { APP_SECRET, type Started, startProduct, startScript } from "../setup/processes.ts";
import { COMPANY } from "../setup/setting.ts";
import { type Attendant, type Replay, replay } from "./day.ts";

export const ATTENDANTS = 200;
/** Each has the app open on so many devices. */
const DEVICES = 5;
export const STREAMS = ATTENDANTS * DEVICES;
const FIRST_USER = 10_001;

export interface Office {
  sql: postgres.Sql;
  /** In the order of the roles they were started with; the first serves, and Meta tells it what happens. */
  products: Started[];
  /** Opens all streams and begins the day, so many times faster than it was. */
  begin(speed: number): Promise<{ day: Replay; closeStreams: () => void }>;
  /** How many messages are not there once: customers' in the database, attendants' at the provider. */
  missing(day: Replay): Promise<number>;
  close(): Promise<void>;
}

/** Opens it on a fresh copy of the data set, with a product process for each of these roles. */
export async function openOffice(roles: readonly string[]): Promise<Office> {
  const database: BenchDatabase = await openDatabase("usual", true);
  const { sql } = database;
  const provider = await startScript("../../../channels/meta/simulator/simulator.ts");
  const attendants = await makeAttendants(sql);
  await sql`update app.connections set wanted = true where company_id = ${COMPANY} and id = 1`;
  // Old tickets of the data set stay open; it is the day's that are looked at.
  await sql`
    insert into app.platform (key, value) values ('ticketExpireHours', '0') on conflict (key) do update set value = excluded.value`;
  const products: Started[] = [];
  const close = async () => {
    await Promise.all(products.map((one) => one.stop()));
    await provider.stop();
    await database.close();
  };
  try {
    for (const one of roles) {
      products.push(await startProduct(database, one, { META_GRAPH_URL: `http://127.0.0.1:${provider.port}` }));
    }
    await tellTo(provider, products[0]!);
  } catch (error) {
    await close();
    throw error;
  }
  const ports = products.filter((_, i) => roles[i]!.includes("api")).map((one) => one.port);
  return {
    sql,
    products,
    async begin(speed) {
      const customers = await sql<{ number: string }[]>`
        select c.number from app.contacts c where c.company_id = ${COMPANY} and c.connection_id = 1
          and not exists (select 1 from app.tickets t where t.company_id = c.company_id and t.contact_id = c.id and t.status <> 'closed')
        order by c.id`;
      const day = replay({ ports, attendants, customers: customers.map((row) => row.number), speed });
      return { day, closeStreams: await openStreams(ports, attendants, day.hear) };
    },
    missing: (day) => missing(sql, day.told, provider),
    close,
  };
}

/** People of company 2, a queue each, with a session for the whole day; the first is an admin. */
async function makeAttendants(sql: postgres.Sql): Promise<Attendant[]> {
  await sql`
    insert into app.users (company_id, id, name, email, password, profile, all_tickets, all_history) overriding system value
    select ${COMPANY}, ${FIRST_USER} + i, 'Atendente ' || i, 'atendente' || i || '@bench.local', 'x', case when i = 0 then 'admin' else 'user' end, true, true
    from generate_series(0, ${ATTENDANTS - 1}::int) i`;
  await sql`
    insert into app.user_queues (company_id, user_id, queue_id)
    select ${COMPANY}, ${FIRST_USER} + i, 1 + (${FIRST_USER} + i) % 10 from generate_series(0, ${
    ATTENDANTS - 1
  }::int) i`;
  const sessions = await sql<{ id: string; userId: number }[]>`
    insert into app.sessions (company_id, id, user_id, device, salt, expires_at)
    select ${COMPANY}, gen_random_uuid(), ${FIRST_USER} + i, 'desk', 'bench', now() + interval '1 day' from generate_series(0, ${
    ATTENDANTS - 1
  }::int) i
    returning id, user_id::int as "userId"`;
  return sessions.map(({ id, userId }) => ({
    id: userId,
    headers: async () => ({ authorization: `Bearer ${await signAccess(COMPANY, userId, id, 24 * 3600)}` }),
  }));
}

/** What happened to each message goes to the product, as Meta tells it. */
async function tellTo(provider: Started, product: Started): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${provider.port}/_control/target`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      url: `http://127.0.0.1:${product.port}/webhooks/whatsappapi`,
      secret: APP_SECRET,
      auto: ["sent", "delivered", "read"],
    }),
  });
  if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}: ${await answer.text()}`);
}

/**
 * One stream that is listened to, of an admin who sees everything, and everybody's, which are read and thrown away. One that is cut comes
 * back where it is served. Answers what closes them.
 */
async function openStreams(
  ports: readonly number[],
  attendants: readonly Attendant[],
  hear: (text: string) => void,
): Promise<() => void> {
  let closed = false;
  const lines = new Set<Line>();
  const open = async (port: number, who: Attendant): Promise<Line> => {
    const line = await Line.open(port);
    lines.add(line);
    await line.send("GET", "/api/events", await who.headers());
    return line;
  };
  const listen = async (line: Line) => {
    const decoder = new TextDecoder();
    let text = "";
    for (let bytes = await line.next(); bytes; bytes = await line.next()) {
      text += decoder.decode(bytes, { stream: true });
      const end = text.lastIndexOf("\n\n");
      if (end < 0) continue;
      hear(text.slice(0, end));
      text = text.slice(end);
    }
  };
  const drain = async (first: Line, who: Attendant) => {
    for (let line = first; !closed;) {
      while (await line.next()) { /* nobody looks at it */ }
      lines.delete(line);
      await new Promise((done) => setTimeout(done, 1_000 + Math.random() * 1_000));
      if (!closed) line = await open(ports[0]!, who);
    }
  };
  void listen(await open(ports[0]!, attendants[0]!));
  for (let device = 0; device < DEVICES; device++) {
    await Promise.all(attendants.map(async (who, i) => void drain(await open(ports[i % ports.length]!, who), who)));
  }
  return () => {
    closed = true;
    lines.forEach((line) => line.close());
  };
}

/** How many of the customers' messages are not there once, and of the attendants' not at the provider once. */
async function missing(sql: postgres.Sql, told: number, provider: Started): Promise<number> {
  const [inbound] = await sql<{ n: number }[]>`
    select count(*)::int as n from app.messages where company_id = ${COMPANY} and external_id like 'wamid.DAY%'`;
  const sent = await sql<{ key: string }[]>`
    select key from app.messages where company_id = ${COMPANY} and from_me and user_id >= ${FIRST_USER}`;
  const { counts } = await (await fetch(`http://127.0.0.1:${provider.port}/_control/accepted`)).json() as {
    counts: Record<string, number>;
  };
  const wrong = sent.filter((row) => counts[row.key] !== 1).length;
  return Math.abs(told - inbound!.n) + wrong;
}
