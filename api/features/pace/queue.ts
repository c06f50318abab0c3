// Automated messages that wait for their turn on a line: by class, then as they were written. A message that nobody owes the
// customer right now joins as it is written, so that thousands of a campaign cost nobody's answer a look; an answer joins when the
// line's governor holds it back.
//
// Inside a conversation the order written is the order sent. A campaign's message with an answer behind it therefore takes the
// answer's place: the answer waits for that one, not for the campaign.
import type postgres from "postgres";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { RUNNING_MS } from "../../contract/limits.ts";
import { SEND_CLASSES, type SendClass } from "../../core/send-class.ts";

interface Line {
  companyId: number;
  connectionId: number;
}
type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Above every message's id: the class decides, then the id. */
const CLASS_STEP = 1_000_000_000_000_000;
/** The place of a message `m` by itself. */
export const placeOf = (tx: Tx): Fragment => tx`m.send_class * ${CLASS_STEP}::bigint + m.id`;
/** The class whose place it is. */
export function classAt(place: number): SendClass {
  return SEND_CLASSES[Math.floor(place / CLASS_STEP)]!;
}
/** Whether nobody of the conversation wrote within 24 hours. */
export const isCold = (tx: Tx): Fragment =>
  tx`not exists (select 1 from app.messages i where i.company_id = m.company_id and i.contact_id = m.contact_id and i.connection_id = m.connection_id
    and not i.from_me and i.sent_at > now() - make_interval(secs => ${RUNNING_MS / 1000}))`;

/** Automated messages of a conversation that wait, as `m`. */
const waiting = (tx: Tx, line: { connectionId: number }, contactId: number): Fragment =>
  tx`m.company_id = ${tx.companyId} and m.contact_id = ${contactId} and m.connection_id = ${line.connectionId}
    and m.status = 'waiting' and m.from_me and not m.by_hand and not m.is_private`;

/** The place of the conversation's first automated message that waits: the best of all that stand behind it. */
export async function placeIn(tx: Tx, line: Line, contactId: number): Promise<number> {
  const [row] = await tx<{ place: number }[]>`
    select min(${placeOf(tx)}) as place from app.messages m where ${waiting(tx, line, contactId)}`;
  return row!.place;
}

/**
 * Messages `h` of the queue that still wait. `offset 0` looks each one up by its id, and only those that are asked for: PostgreSQL, which
 * has not counted what just came in, else compares a campaign's thousands with each other.
 */
const stillWaiting = (tx: Tx): Fragment =>
  tx`app.messages_held h cross join lateral (select from app.messages m
    where m.company_id = h.company_id and m.id = h.message_id and m.status = 'waiting' offset 0) m`;

/** Ms until the turn of the one in the same budget whose place is before this one, or null: nobody is. */
export async function heldBefore(
  tx: Tx,
  line: Line,
  message: { id: number; place: number },
  cold: boolean,
): Promise<number | null> {
  const [row] = await tx<{ wait: number }[]>`
    select extract(epoch from h.until - now())::float8 * 1000 as wait
    from ${stillWaiting(tx)}
    where h.company_id = ${tx.companyId} and h.connection_id = ${line.connectionId} and h.cold = ${cold}
      and (h.place, h.message_id) < (${message.place}, ${message.id})
    order by h.place, h.message_id limit 1`;
  return row?.wait ?? null;
}

/** Holds back every automated message of the conversation, so that none overtakes another. */
export async function hold(tx: Tx, line: Line, contactId: number, cold: boolean, waitMs: number): Promise<void> {
  await tx`
    insert into app.messages_held (company_id, message_id, connection_id, contact_id, cold, until, place)
    select m.company_id, m.id, m.connection_id, m.contact_id, ${cold}, now() + make_interval(secs => ${waitMs / 1000}),
      min(${placeOf(tx)}) over (order by m.id desc)
    from app.messages m where ${waiting(tx, line, contactId)}
    on conflict (company_id, message_id) do update set cold = excluded.cold, until = excluded.until, place = excluded.place`;
}

/** Whether a message stands in the queue for itself: no answer and no person's word waits behind it in its conversation. */
export async function waitsForTurn(tx: Tx, line: Line, contactId: number, id: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.messages_held h where h.company_id = ${tx.companyId} and h.message_id = ${id}
      and not exists (select 1 from app.messages m where m.company_id = ${tx.companyId} and m.contact_id = ${contactId}
        and m.connection_id = ${line.connectionId} and m.status = 'waiting' and m.from_me and not m.is_private and m.send_class = 0)`;
  return row !== undefined;
}

/** The start of a statement that also takes a message out of the queue: since when it was in it is the `since` of `released`. */
export const releasing = (tx: Tx, id: number): Fragment =>
  tx`with released as (delete from app.messages_held where company_id = ${tx.companyId} and message_id = ${id} returning since)`;

export interface Head {
  contactId: number;
  inMs: number;
  /** Nobody's answer is among it: only some of these are under way at once. */
  bulk: boolean;
}
/** Whose turn is next, `atOnce` of each budget, and in how many ms. */
export async function nextHeld(line: Line, atOnce: number): Promise<Head[]> {
  return await withTenant(line, (tx) =>
    tx<Head[]>`
      select f.contact_id as "contactId", extract(epoch from f.until - now())::float8 * 1000 as "inMs", f.place >= ${CLASS_STEP} as bulk
      from (values (false), (true)) as b (cold) cross join lateral (
        select h.contact_id, h.until, h.place from ${stillWaiting(tx)}
        where h.company_id = ${tx.companyId} and h.connection_id = ${line.connectionId} and h.cold = b.cold
        order by h.place, h.message_id limit ${atOnce}) f
      order by f.place`, { read: true });
}
/** Settings changed or a person resumed: whoever is held asks again. */
export async function releaseHeld(tx: Tx, connectionId: number): Promise<void> {
  await tx`update app.messages_held set until = now() where company_id = ${tx.companyId} and connection_id = ${connectionId}`;
}
