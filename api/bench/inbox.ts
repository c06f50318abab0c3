// What somebody at the inbox waits for while the server does something else: the list of tickets, and a message of theirs.
import { median, run } from "./setup/measure.ts";
import { COMPANY, get, openLines, type Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

/** Median times of the list and of a send, ms. */
export type Paces = readonly [list: number, send: number];
const encoder = new TextEncoder();
const LIST = "/api/tickets?pageNumber=1&status=open&showAll=true&queueIds=%5B1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9%2C10%5D";

/**
 * Somebody at the inbox of company 2, whose customers of connection 1 have just written. The old tickets of the data set stay open: a
 * worker would close hundreds of them by their age while we look, and that is not what is measured.
 */
export async function atTheInbox(s: Setting): Promise<{
  look: () => Promise<Paces>;
  compared: (without: Paces, beside: Paces, what: string) => TableLine[];
  close: () => void;
}> {
  await s.sql`
    insert into app.platform (key, value) values ('ticketExpireHours', '0') on conflict (key) do update set value = excluded.value`;
  await s.sql`
    update app.tickets set last_inbound_at = now() where company_id = ${COMPANY} and status = 'open' and connection_id = 1`;
  const open = await s.sql<{ id: number }[]>`
    select id::int from app.tickets where company_id = ${COMPANY} and status = 'open' and connection_id = 1 order by id`;
  const [line] = await openLines(s.product.port, 1);
  const headers = { ...await s.bearer(), "content-type": "application/json" };
  const send = async (turn: number) => {
    const keyed = { ...headers, "idempotency-key": crypto.randomUUID() };
    const path = `/api/messages/${open[turn % open.length]!.id}`;
    const answer = await line!.ask("POST", path, keyed, encoder.encode(JSON.stringify({ body: "Já vejo!" })));
    if (answer.status !== 200) throw new Error(`POST ${path} answered ${answer.status}`);
  };
  return {
    look: async () => {
      const [reads, writes]: [number[], number[]] = [[], []];
      for (let round = 0; round < s.pace.rounds; round++) {
        reads.push((await run(async () => void await get(line!, LIST, headers), 1, s.pace.ms)).p50);
        writes.push((await run((_, turn) => send(turn), 1, s.pace.ms)).p50);
      }
      return [median(reads), median(writes)];
    },
    compared: (without, beside, what) =>
      ["GET /tickets", "POST /messages/{id}"].map((call, at) => {
        const ratio = beside[at]! / without[at]!;
        const times = `${without[at]!.toFixed(2)} to ${beside[at]!.toFixed(2)} ms, ${ratio.toFixed(2)}×`;
        return plain(`${call} ${what}, to without`, times, "≤ 1.3×", ratio <= 1.3);
      }),
    close: () => line!.close(),
  };
}
