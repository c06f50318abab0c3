// Speaks on the stream as the product does: real tickets' and messages' payloads with new ids, committed as events.
import postgres from "postgres";
import { startListener } from "../../../db/listen.ts";
import { listen } from "../setup/listeners.ts";
import { ADMIN, COMPANY, getJson, openLines, type Setting } from "../setup/setting.ts";

type Row = Record<string, unknown> & { id: number };
export interface Teller {
  /** The ticket all messages go to. */
  uuid: string;
  /** A customer's message; resolves with the time (Date.now) at which a bare client of the stream had it. */
  say(text: string): Promise<number>;
  /** Messages of this conversation and changes of other tickets by turns. Returns what stops it. */
  rain(perSecond: number): () => void;
  /** Gives one of the person's tickets this many messages; answers its uuid. */
  longConversation(count: number): Promise<string>;
  close(): Promise<void>;
}

const ID_FROM = 900_000_000;

/** Who asks and listens here: not the person of the phone, whose signing in ends their other session. */
const COLLEAGUE = ADMIN + 1;

/** A teller for a ticket of the person with the phone. */
export async function openTeller(s: Setting): Promise<Teller> {
  const bearer = await s.bearer(COLLEAGUE);
  const [line] = await openLines(s.product.port, 1);
  const path = `/api/tickets?status=open&showAll=true&users=[${ADMIN}]&pageNumber=1`;
  const { tickets } = await getJson<{ tickets: Row[] }>(line!, path, bearer);
  const ticket = tickets[0]!;
  const { messages } = await getJson<{ messages: Row[] }>(line!, `/api/messages/${ticket.id}?markAsRead=false`, bearer);
  const template = messages.find((message) => message.fromMe === false) ?? messages[0]!;
  line!.close();
  const sql = postgres(s.database.url, { max: 4, onnotice: () => {} });
  const listener = startListener(s.database.url);
  const waiting = new Map<number, (at: number) => void>();
  const close = await listen(s.product.port, bearer, (number) => waiting.get(number)?.(Date.now()));
  let serial = 0;
  const write = async (name: string, payload: unknown) => {
    await sql`
      with head as (update app.event_heads set seq = seq + 1 where company_id = ${COMPANY} returning seq)
      insert into app.events (company_id, position, name, audience, payload)
      select ${COMPANY}, seq, ${`company-${COMPANY}-${name}`}, '{company}', ${
      JSON.stringify(payload)
    }::text::json from head`;
    listener.notify("recado_events", `${COMPANY}@bench`);
  };
  const message = (body: string) => ({
    ...template,
    id: ID_FROM + serial,
    key: null,
    body,
    createdAt: new Date().toISOString(),
  });
  return {
    uuid: String(ticket.uuid),
    async say(text) {
      const number = ++serial;
      const heard = new Promise<number>((resolve) => waiting.set(number, resolve));
      await write("appMessage", { action: "create", message: message(`${text} bench-${number}.`) });
      const at = await heard;
      waiting.delete(number);
      return at;
    },
    rain(perSecond) {
      let turn = 0;
      const timer = setInterval(() => {
        turn++;
        serial++;
        if (turn % 2) void write("appMessage", { action: "create", message: message(`Chegou mais uma: ${turn}`) });
        else {
          const other = tickets[1 + turn % (tickets.length - 1)]!;
          const now = new Date().toISOString();
          void write("ticket", { action: "update", ticket: { ...other, lastMessage: `Oi ${turn}`, updatedAt: now } });
        }
      }, 1000 / perSecond);
      return () => clearInterval(timer);
    },
    async longConversation(count) {
      const chosen = tickets.at(-1)!;
      await sql`
        insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, from_me, body, ack, read, sent_at)
        select t.company_id, t.id, t.contact_id, t.connection_id, t.queue_id, i % 2 = 0,
          repeat('Texto de uma conversa longa. ', 1 + (i * 7 % 5)::int) || i, 3, true, now() - make_interval(mins => i)
        from app.tickets t, generate_series(1, ${count}::int) i where t.company_id = ${COMPANY} and t.id = ${chosen.id}`;
      return String(chosen.uuid);
    },
    async close() {
      close();
      await listener.stop();
      await sql.end({ timeout: 2 });
    },
  };
}
