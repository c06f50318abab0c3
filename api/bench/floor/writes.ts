// The floors of the writes: the rows of one send and of one inbound message, written by postgres.js alone with prepared
// statements. They belong to company 3, whose line nobody opens, so that nothing is sent for them.
import type postgres from "postgres";

const COMPANY = 3;
const QUEUE = 103;
const USER = 203;

export interface Conversation {
  id: number;
  contact: number;
  line: number;
}
/** Open tickets of the floor's company. */
export async function floorTickets(sql: postgres.Sql): Promise<Conversation[]> {
  return await sql<Conversation[]>`
    select id::integer, contact_id::integer as contact, connection_id::integer as line from app.tickets
    where company_id = ${COMPANY} and status = 'open' order by id`;
}

/** Payloads as long as the product's: a message's and a ticket's event. */
const message = (id: number, body: string, fromMe: boolean) =>
  JSON.stringify({ action: "create", message: { id, body, fromMe, filling: "x".repeat(560) } });
const ticket = (id: number, body: string) =>
  JSON.stringify({ action: "update", ticket: { id, lastMessage: body, filling: "x".repeat(820) } });

type Tx = postgres.ReservedSql;
/**
 * One transaction on one connection. What follows the message goes out in one go together with the commit, so that the company's
 * counter is held for no round trip.
 */
async function inOne(
  sql: postgres.Sql,
  first: (tx: Tx) => Promise<number>,
  rest: (tx: Tx, id: number) => Promise<unknown>[],
): Promise<void> {
  const tx = await sql.reserve();
  try {
    tx.unsafe("begin").execute().catch(() => {});
    const id = await first(tx);
    await Promise.all([...rest(tx, id), tx.unsafe("commit")]);
  } finally {
    tx.release();
  }
}

const events = (tx: Tx, payloads: string[]) =>
  tx`
  with head as (update app.event_heads set seq = seq + 2 where company_id = ${COMPANY} returning seq)
  insert into app.events (company_id, position, name, audience, payload)
  select ${COMPANY}, head.seq - 2 + e.place, ${`company-${COMPANY}-appMessage`}, ${[
    "admin",
    `user:${USER}`,
    `queue:${QUEUE}`,
  ]}, e.payload::json
  from head, unnest(${payloads}::text[]) with ordinality as e (payload, place)`;
const touch = (tx: Tx, at: Conversation, id: number, body: string, fromMe: boolean) =>
  tx`
  update app.tickets set updated_at = now(), unread = unread + ${
    fromMe ? 0 : 1
  }, last_message = ${body}, last_message_id = ${id}, last_message_at = now(),
    last_from_me = ${fromMe}, last_ack = 0, last_inbound_at = case when ${fromMe} then last_inbound_at else now() end, waiting_since = null
  where company_id = ${COMPANY} and id = ${at.id}`;
const halfHour = (tx: Tx, sent: number, received: number) =>
  tx`
  insert into app.half_hours as h (company_id, slot, queue_id, user_id, sent, received)
  values (${COMPANY}, date_bin('30 minutes', now(), timestamptz '2000-01-01Z'), ${QUEUE}, ${USER}, ${sent}, ${received})
  on conflict (company_id, slot, queue_id, user_id) do update set sent = h.sent + excluded.sent, received = h.received + excluded.received`;

/** The rows of POST /messages/{id}: message, ticket, half hour, job, two events. */
export async function writeSend(sql: postgres.Sql, at: Conversation, body: string): Promise<void> {
  const place = `${COMPANY}:send:${at.line}:${at.contact}`;
  await inOne(sql, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, key, fingerprint, from_me, body, status, read)
      values (${COMPANY}, ${at.id}, ${at.contact}, ${at.line}, ${QUEUE}, ${USER}, ${crypto.randomUUID()}, ${
      "f".repeat(64)
    }, true, ${body}, 'waiting', true) returning id::integer`;
    return row!.id;
  }, (tx, id) => [
    touch(tx, at, id, body, true),
    halfHour(tx, 1, 0),
    tx`select graphile_worker.add_job('messages.deliver', json_build_object('companyId', ${COMPANY}::bigint, 'data', json_build_object('contactId', ${at.contact}::bigint, 'connectionId', ${at.line}::bigint)),
        ${place}, null, 25, ${place})`,
    events(tx, [message(id, body, true), ticket(at.id, body)]),
  ]);
}

/** The rows of one inbound message: the raw body, then message, ticket, counters, half hour, two events, then the body's mark. */
export async function writeInbound(sql: postgres.Sql, at: Conversation, body: string, raw: Uint8Array): Promise<void> {
  const [kept] = await sql<{ id: number }[]>`
    insert into app.inbound_raw (channel, body) values ('whatsappapi', ${raw}) returning id::integer`;
  await inOne(sql, async (tx) => {
    const [row] = await tx<{ id: number }[]>`
      insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, external_id, from_me, body)
      values (${COMPANY}, ${at.id}, ${at.contact}, ${at.line}, ${QUEUE}, ${crypto.randomUUID()}, false, ${body}) returning id::integer`;
    return row!.id;
  }, (tx, id) => [
    touch(tx, at, id, body, false),
    halfHour(tx, 0, 1),
    tx`
        insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
        values (${COMPANY}, 'open', ${QUEUE}, ${USER}, false, 0, 1)
        on conflict (company_id, status, queue_id, user_id, is_group) do update set unread = c.unread + excluded.unread`,
    events(tx, [message(id, body, false), ticket(at.id, body)]),
  ]);
  await sql`update app.inbound_raw set processed_at = now(), attempts = 1 where id = ${kept!.id}`;
}
