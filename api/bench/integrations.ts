// The inbox beside two hundred customers whom a slow service answers.
import { signatureOf } from "../../channels/meta/signature.ts";
import { atTheInbox } from "./inbox.ts";
import { APP_SECRET, startProduct } from "./setup/processes.ts";
import { COMPANY, openLines, post, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";
import { webhookBody } from "./writes.ts";

const CUSTOMERS = 200;
/** So long the service thinks, ms. */
const THINKS_MS = 5_000;

/** The list of tickets and a person's send while a service of one company has all its customers waiting, and before and after. */
export async function besideIntegration(s: Setting): Promise<TableLine[]> {
  const asked = { now: 0, most: 0, answered: 0 };
  const service = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    await request.arrayBuffer();
    asked.most = Math.max(asked.most, ++asked.now);
    await new Promise((done) => setTimeout(done, THINKS_MS));
    asked.now--;
    asked.answered++;
    return Response.json({ output: "Já vejo!" });
  });
  const address = `127.0.0.1:${(service.addr as Deno.NetAddr).port}`;
  const { look, compared, close } = await atTheInbox(s);
  const [line] = await openLines(s.product.port, 1);
  const worker = await startProduct(s.database, "worker", { EGRESS_ALLOW: address });
  try {
    await look();
    const before = await look();
    const form = { type: "webhook", name: `Bench ${crypto.randomUUID().slice(0, 8)}`, urlN8N: `http://${address}/` };
    const { id } = await post<{ id: number }>(s, "/api/queueIntegration", form);
    await s.sql`update app.connections set integration_id = ${id} where company_id = ${COMPANY} and id = 1`;
    for (let n = 0; n < CUSTOMERS; n++) {
      const body = webhookBody(`55119${60_000_000 + n}`, `wamid.SLOW${n}`, "Oi");
      const signed = { "content-type": "application/json", "x-hub-signature-256": await signatureOf(body, APP_SECRET) };
      const { status } = await line!.ask("POST", "/webhooks/whatsappapi", signed, body);
      if (status !== 200) throw new Error(`The webhook answered ${status}.`);
    }
    while (!asked.answered) await new Promise((done) => setTimeout(done, 100));
    // The customers' first words made the product open more connections to its database: they are as warm as the others when we look.
    await look();
    const beside = await look();
    if (!asked.now) throw new Error("Nobody waited for the service meanwhile.");
    while (asked.answered < CUSTOMERS) await new Promise((done) => setTimeout(done, 100));
    const after = await look();
    await s.sql`update app.connections set integration_id = null where company_id = ${COMPANY} and id = 1`;
    return [
      ...compared(
        [0, 1].map((call) => (before[call]! + after[call]!) / 2) as [number, number],
        beside,
        `while a service answers ${CUSTOMERS} customers slowly`,
      ),
      plain("customers for whom it is asked at the same time", `up to ${asked.most}`, "–", true),
    ];
  } finally {
    line?.close();
    close();
    await worker.stop();
    await service.shutdown();
  }
}
