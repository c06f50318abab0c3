// Sending and receiving, each against the same rows written by postgres.js alone.
import postgres from "postgres";
import { signatureOf } from "../../channels/meta/signature.ts";
import { BENCH_ACCOUNT } from "../../db/seed-bench.ts";
import { type Conversation, floorTickets, writeInbound, writeSend } from "./floor/writes.ts";
import { listen } from "./setup/listeners.ts";
import { compare } from "./setup/measure.ts";
import { APP_SECRET, startProduct, startScript } from "./setup/processes.ts";
import type { Line } from "./setup/http.ts";
import { openLines, type Setting } from "./setup/setting.ts";
import { rated, type TableLine, timed } from "./setup/table.ts";

const encoder = new TextEncoder();

interface OpenTicket {
  id: number;
  number: string;
}
/** Open tickets on the line whose provider the stand-in plays; their customers have just written, so answering is allowed. */
export async function openTickets(sql: postgres.Sql): Promise<OpenTicket[]> {
  await sql`update app.tickets set last_inbound_at = now() where company_id = 2 and status = 'open' and connection_id = 1`;
  return await sql<OpenTicket[]>`
    select t.id::integer, c.number from app.tickets t join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = 2 and t.status = 'open' and t.connection_id = 1 order by t.id`;
}
/** The floor's own connections, and its conversations: each worker has some that no other touches. */
async function openFloor(
  s: Setting,
): Promise<{ sql: postgres.Sql; at: (worker: number, turn: number) => Conversation }> {
  const sql = postgres(s.database.url, { max: 16, onnotice: () => {} });
  const all = await floorTickets(sql);
  const each = Math.floor(all.length / 16);
  return { sql, at: (worker, turn) => all[worker * each + turn % each]! };
}

/** Sends a text to a ticket's customer, and insists on success. */
export async function send(line: Line, headers: Record<string, string>, ticket: number, text: string): Promise<void> {
  const path = `/api/messages/${ticket}`;
  const keyed = { ...headers, "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  const answer = await line.ask("POST", path, keyed, encoder.encode(JSON.stringify({ body: text })));
  if (answer.status !== 200) {
    throw new Error(`POST ${path} answered ${answer.status}: ${new TextDecoder().decode(answer.body)}`);
  }
}

/** From POST to its answer; the messages are really sent, to the stand-in, by a process beside. */
export async function sends(s: Setting): Promise<TableLine[]> {
  const provider = await startScript("../../../channels/meta/simulator/simulator.ts");
  await s.sql`update app.connections set wanted = true where company_id = 2 and id = 1`;
  const channels = await startProduct(s.database, "worker,channels", {
    META_GRAPH_URL: `http://127.0.0.1:${provider.port}`,
  });
  const tickets = await openTickets(s.sql);
  const floor = await openFloor(s);
  const found: TableLine[] = [];
  try {
    for (const workers of [1, 16]) {
      const headers = await s.bearer();
      const lines = await openLines(s.product.port, workers);
      const each = Math.floor(tickets.length / 16);
      const compared = await compare(
        (worker, turn) => writeSend(floor.sql, floor.at(worker, turn), `Seu pedido ${turn} sai hoje às 15h, obrigado!`),
        async (worker, turn) => {
          const { id } = tickets[worker * each + turn % each]!;
          await send(lines[worker]!, headers, id, `Seu pedido ${turn} sai hoje às 15h, obrigado!`);
        },
        workers,
        s.pace,
      );
      found.push(timed(`POST /messages/{id}, ${workers} at once`, compared, { p50: 3 }));
      lines.forEach((line) => line.close());
    }
  } finally {
    await floor.sql.end({ timeout: 2 });
    await channels.stop();
    await provider.stop();
    await s.sql`update app.connections set wanted = false where company_id = 2 and id = 1`;
  }
  return found;
}

/** A body as Meta posts it. */
export function webhookBody(from: string, id: string, text: string): Uint8Array<ArrayBuffer> {
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "551140040001", phone_number_id: BENCH_ACCOUNT.phoneNumberId },
    contacts: [{ profile: { name: "Cliente" }, wa_id: from }],
    messages: [{ from, id, timestamp: String(Math.floor(Date.now() / 1000)), type: "text", text: { body: text } }],
  };
  return encoder.encode(JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: BENCH_ACCOUNT.wabaId, changes: [{ value, field: "messages" }] }],
  }));
}

/** Posts signed webhooks of a customer's text, each until its event has arrived on a client's stream. */
export async function postAndHear(port: number, headers: Record<string, string>) {
  const waiting = new Map<number, () => void>();
  /** What came before on this database has other names. */
  const run = crypto.randomUUID().slice(0, 8);
  let serial = 0;
  const close = await listen(port, headers, (number) => waiting.get(number)?.());
  return {
    close,
    async post(line: Line, from: string): Promise<void> {
      const number = serial++;
      const body = webhookBody(from, `wamid.${run}.${number}`, `bench-${number}. Bom dia, o pedido já saiu?`);
      const arrived = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The event of message ${number} did not come.`)), 10_000);
        waiting.set(number, () => (clearTimeout(timer), waiting.delete(number), resolve()));
      });
      const signed = { "content-type": "application/json", "x-hub-signature-256": await signatureOf(body, APP_SECRET) };
      const answer = await line.ask("POST", "/webhooks/whatsappapi", signed, body);
      if (answer.status !== 200) throw new Error(`The webhook answered ${answer.status}.`);
      await arrived;
    },
  };
}

/** From the signed webhook to its event on a client's stream; the next is posted when the one before has arrived. */
export async function inbound(s: Setting): Promise<TableLine[]> {
  // Names given by hand stay, so no profile is written over them.
  await s.sql`update app.contacts set named_by_hand = true where company_id = 2 and connection_id = 1`;
  const tickets = await openTickets(s.sql);
  const floor = await openFloor(s);
  const posts = await postAndHear(s.product.port, await s.bearer());
  const found: TableLine[] = [];
  try {
    for (const workers of [1, 16]) {
      const lines = await openLines(s.product.port, workers);
      const each = Math.floor(tickets.length / 16);
      const compared = await compare(
        (worker, turn) => {
          const body = `bench-${turn}. Bom dia, o pedido já saiu?`;
          return writeInbound(
            floor.sql,
            floor.at(worker, turn),
            body,
            webhookBody("5511988887777", `wamid.${turn}`, body),
          );
        },
        (worker, turn) => posts.post(lines[worker]!, tickets[worker * each + turn % each]!.number),
        workers,
        s.pace,
      );
      const least = workers > 1 ? 0.5 : 0.4;
      found.push(rated(`webhook to event, ${workers} sender${workers > 1 ? "s" : ""}`, compared, least));
      lines.forEach((line) => line.close());
    }
  } finally {
    posts.close();
    await floor.sql.end({ timeout: 2 });
  }
  return found;
}
