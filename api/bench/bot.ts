// A customer's text, and the bot's answer at the provider: the whole way through pipeline, outbox and channel.
import { MetaSimulator } from "../../channels/meta/simulator/simulator.ts";
import { signatureOf } from "../../channels/meta/signature.ts";
import { run } from "./setup/measure.ts";
import { APP_SECRET, startProduct } from "./setup/processes.ts";
import { COMPANY, openLines, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";
import { webhookBody } from "./writes.ts";

/** What a customer feels as at once, with room for the way to the provider and back, ms. */
const BAR_MS = 50;
const CUSTOMERS = 20;
const numberOf = (i: number) => `55119${String(70_000_000 + i)}`;

/** The provider's stand-in, and a door before it that tells who is being written to. */
function startProvider(sent: (to: string) => void) {
  const provider = new MetaSimulator();
  provider.start();
  const door = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === "GET" ? undefined : await request.text();
    if (body && pathname.endsWith("/messages")) {
      const { to, type } = JSON.parse(body) as { to?: string; type?: string };
      if (to && type) sent(to);
    }
    return await fetch(`${provider.url}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      body,
    });
  });
  return {
    url: `http://127.0.0.1:${door.addr.port}`,
    async stop() {
      await door.shutdown();
      await provider.stop();
    },
  };
}

/** From the signed webhook to the menu at the provider, one customer after the other. */
export async function botTurns(s: Setting): Promise<TableLine[]> {
  const waiting = new Map<string, () => void>();
  const provider = startProvider((to) => waiting.get(to)?.());
  await s
    .sql`update app.connections set wanted = true, greeting = 'Olá, {{firstName}}! Como podemos ajudar?' where company_id = ${COMPANY} and id = 1`;
  const channels = await startProduct(s.database, "worker,channels", { META_GRAPH_URL: provider.url });
  const [line] = await openLines(s.product.port, 1);
  let serial = 0;
  const turn = async (from: string, text: string) => {
    const body = webhookBody(from, `wamid.BOT${serial++}`, text);
    const answered = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${from} was not answered.`)), 10_000);
      waiting.set(from, () => (clearTimeout(timer), waiting.delete(from), resolve()));
    });
    const headers = { "content-type": "application/json", "x-hub-signature-256": await signatureOf(body, APP_SECRET) };
    const { status } = await line!.ask("POST", "/webhooks/whatsappapi", headers, body);
    if (status !== 200) throw new Error(`The webhook answered ${status}.`);
    await answered;
  };
  try {
    // The first texts open tickets, and warm up; what is measured comes into a conversation at its menu: `#` asks for it again.
    for (let i = 0; i < CUSTOMERS; i++) await turn(numberOf(i), "Oi");
    const { p50 } = await run((_worker, n) => turn(numberOf(n % CUSTOMERS), "#"), 1, s.quick ? 1_000 : 4_000);
    return [
      plain(
        "chatbot turn: webhook to the answer at the provider, p50",
        `${p50.toFixed(1)} ms`,
        `≤ ${BAR_MS} ms`,
        p50 <= BAR_MS,
      ),
    ];
  } finally {
    line?.close();
    await channels.stop();
    await provider.stop();
    await s.sql`update app.connections set wanted = false, greeting = '' where company_id = ${COMPANY} and id = 1`;
  }
}
