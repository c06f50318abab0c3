// A round of a ticket: opened, started, finished. Waiting and support times come from here (lineage §5.15).
import type { Tx } from "../../../db/tenant.ts";
import { addHalfHour } from "./counters.ts";
import type { TicketRow } from "./queries.ts";

export async function begin(tx: Tx, ticket: TicketRow, byCustomer: boolean): Promise<void> {
  await tx`
    insert into app.ticket_rounds (company_id, ticket_id, contact_id, user_id, queue_id, by_customer, started_at)
    values (${tx.companyId}, ${ticket.id}, ${ticket.contactId}, ${ticket.userId}, ${ticket.queueId}, ${byCustomer}, ${
    ticket.userId === null ? null : new Date()
  })`;
}

/** Somebody takes the ticket: the wait ends. */
export async function start(tx: Tx, ticket: TicketRow, userId: number, queueId: number | null): Promise<void> {
  const [round] = await tx<{ wait: number }[]>`
    update app.ticket_rounds set started_at = coalesce(started_at, now()), user_id = ${userId}, queue_id = ${queueId}
    where company_id = ${tx.companyId} and id = (
      select id from app.ticket_rounds where company_id = ${tx.companyId} and ticket_id = ${ticket.id} and finished_at is null order by id desc limit 1)
    returning case when started_at = now() then extract(epoch from now() - created_at)::bigint else 0 end as wait`;
  await addHalfHour(tx, { queueId, userId }, { accepted: 1, waitS: round?.wait ?? 0 });
}

/** The ticket is closed: the support time ends. */
export async function finish(tx: Tx, ticket: TicketRow, userId: number | null): Promise<void> {
  const [round] = await tx<{ support: number }[]>`
    update app.ticket_rounds set finished_at = now(), user_id = coalesce(user_id, ${userId})
    where company_id = ${tx.companyId} and id = (
      select id from app.ticket_rounds where company_id = ${tx.companyId} and ticket_id = ${ticket.id} and finished_at is null order by id desc limit 1)
    returning coalesce(extract(epoch from now() - started_at)::bigint, 0) as support`;
  await addHalfHour(tx, { queueId: ticket.queueId, userId: userId ?? ticket.userId }, {
    closed: 1,
    supportS: round?.support ?? 0,
  });
}
