// A round of a ticket: opened, started, finished. Waiting and support times come from here (docs/architecture/storage.md#rounds).
import type { Tx } from "../../../db/tenant.ts";
import { addHalfHour } from "./counters.ts";
import type { TicketRow } from "./queries.ts";

/** A customer's, or an attendant's, turn to be served begins. What begins is counted, so that every close has its opening. */
export async function begin(tx: Tx, ticket: TicketRow, byCustomer: boolean): Promise<void> {
  addHalfHour(tx, ticket, { opened: 1 });
  await tx`
    insert into app.ticket_rounds (company_id, ticket_id, contact_id, user_id, queue_id, by_customer, started_at)
    values (${tx.companyId}, ${ticket.id}, ${ticket.contactId}, ${ticket.userId}, ${ticket.queueId}, ${byCustomer}, ${
    ticket.userId === null ? null : new Date()
  })`;
}

/** Somebody takes the ticket: the wait ends. A round that has ended by asking for a rating is followed by another. */
export async function start(tx: Tx, ticket: TicketRow, userId: number, queueId: number | null): Promise<void> {
  const [round] = await tx<{ wait: number }[]>`
    update app.ticket_rounds set started_at = coalesce(started_at, now()), user_id = ${userId}, queue_id = ${queueId}
    where company_id = ${tx.companyId} and id = (
      select id from app.ticket_rounds where company_id = ${tx.companyId} and ticket_id = ${ticket.id} and finished_at is null order by id desc limit 1)
    returning case when started_at = now() then extract(epoch from now() - created_at)::bigint else 0 end as wait`;
  if (!round) await begin(tx, { ...ticket, userId, queueId }, false);
  addHalfHour(tx, { queueId, userId }, { accepted: 1, waitS: round?.wait ?? 0 });
}

/** The ticket is closed: the support time ends. */
export async function finish(tx: Tx, ticket: TicketRow, userId: number | null): Promise<void> {
  const [round] = await tx<{ support: number }[]>`
    update app.ticket_rounds set finished_at = now(), user_id = coalesce(user_id, ${userId}), queue_id = ${ticket.queueId}
    where company_id = ${tx.companyId} and id = (
      select id from app.ticket_rounds where company_id = ${tx.companyId} and ticket_id = ${ticket.id} and finished_at is null order by id desc limit 1)
    returning coalesce(extract(epoch from now() - started_at)::bigint, 0) as support`;
  addHalfHour(tx, { queueId: ticket.queueId, userId: userId ?? ticket.userId }, {
    closed: 1,
    supportS: round?.support ?? 0,
  });
}

/** Whether the customer was asked for a rating in the ticket's latest round: at most once, and a thank-you after it begins nothing. */
export async function wasAskedToRate(tx: Tx, ticketId: number): Promise<boolean> {
  const [round] = await tx<{ asked: boolean }[]>`
    select r.rating is not null or exists (
      select 1 from app.ticket_log l where l.company_id = r.company_id and l.ticket_id = r.ticket_id and l.type = 'nps' and l.created_at >= r.created_at) as asked
    from app.ticket_rounds r where r.company_id = ${tx.companyId} and r.ticket_id = ${ticketId} order by r.id desc limit 1`;
  return round?.asked ?? false;
}
