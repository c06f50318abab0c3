// The inbox beside a webhook that has ten thousand events to carry.
import { atTheInbox } from "./inbox.ts";
import { startProduct } from "./setup/processes.ts";
import { COMPANY, post, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const EVENTS = 10_000;

/** The list of tickets and a person's send, beside a worker that works off a backlog of deliveries, and before and after. */
export async function besideWebhook(s: Setting): Promise<TableLine[]> {
  let told = 0;
  const receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.arrayBuffer();
    told++;
    return new Response("ok");
  });
  const address = `127.0.0.1:${(receiver.addr as Deno.NetAddr).port}`;
  const { look, compared, close } = await atTheInbox(s);
  const worker = await startProduct(s.database, "worker", { EGRESS_ALLOW: address });
  try {
    await look();
    const before = await look();
    const { id } = await post<{ id: number }>(s, "/api/webhooks", {
      ...{ name: `Bench ${crypto.randomUUID().slice(0, 8)}`, url: `http://${address}/`, events: ["message.sent"] },
    });
    const began = performance.now();
    await s.sql.begin(async (sql) => {
      const [head] = await sql<{ seq: number }[]>`
        update app.event_heads set seq = seq + ${EVENTS} where company_id = ${COMPANY} returning seq::int`;
      await sql`
        insert into app.events (company_id, position, name, audience, payload)
        select ${COMPANY}, ${
        head!.seq - EVENTS
      } + n, ${`company-${COMPANY}-appMessage`}, '{admin}', json_build_object('action', 'create',
          'message', json_build_object('id', n, 'ticketId', n % 500, 'fromMe', true, 'isPrivate', false, 'body', repeat('Já vejo! ', 20)))
        from generate_series(1, ${EVENTS}::int) n`;
    });
    const beside = await look();
    const meanwhile = told;
    if (!meanwhile || meanwhile >= EVENTS) throw new Error(`Of the backlog ${meanwhile} were told meanwhile.`);
    while (told < EVENTS) await new Promise((done) => setTimeout(done, 100));
    const seconds = (performance.now() - began) / 1000;
    await s.sql`delete from app.webhooks where company_id = ${COMPANY} and id = ${id}`;
    const after = await look();
    return [
      ...compared(
        [0, 1].map((call) => (before[call]! + after[call]!) / 2) as [number, number],
        beside,
        "while a webhook's backlog drains",
      ),
      plain(`a webhook's backlog of ${EVENTS.toLocaleString("en")}`, `${seconds.toFixed(1)} s`, "–", true),
    ];
  } finally {
    close();
    await worker.stop();
    await receiver.shutdown();
  }
}
