// SQL of what was half written when a ticket went from one person to another: who has the ticket now may use it, and sees it
// as long as it is theirs. It stays its author's draft.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { OfferedDraft } from "./contract.ts";
import type { Happenings } from "../tickets/effects.ts";
import type { Place } from "./queries.ts";

/** Days; an older draft belongs to another conversation. */
const OFFERED_FOR_DAYS = 7;
/** An author in the middle of a sentence when the ticket goes ends it; what they write later is theirs alone. */
const STILL_WRITING_S = 60;

/** Offers what `from` has half written in the ticket; what `to` left there once is their own again. True where there is something. */
export async function leave(tx: Tx, { ticketId, from, to, into }: Happenings["handedOver"]): Promise<boolean> {
  // One round trip, in this order.
  const [, left] = await Promise.all([
    tx`
      update app.drafts set left_at = clock_timestamp(), left_in = case when user_id = ${to}::bigint then null else ${into}::bigint end,
        hidden_from = case when left_in is null then '{}' else hidden_from end
      where company_id = ${tx.companyId}
        and (ticket_id = ${ticketId} and user_id = ${from}::bigint or left_in = ${into} and user_id = ${to}::bigint)`
      .execute(),
    isLeftIn(tx, into),
  ]);
  return left;
}

/** True where something half written was left in the ticket. */
export async function isLeftIn(tx: Tx, ticketId: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.drafts where company_id = ${tx.companyId} and left_in = ${ticketId} limit 1`;
  return row !== undefined;
}

/** The drafts left in tickets of this person that the condition on `t` lets them see, and that they can answer; newest first. */
export function list(
  tx: Tx,
  userId: number,
  seen: postgres.PendingQuery<postgres.Row[]>,
): Promise<OfferedDraft[]> {
  return tx<OfferedDraft[]>`
    select t.id as "ticketId", d.mode, d.user_id as "userId", u.name as "userName", d.text, d.updated_at as "updatedAt"
    from app.drafts d
    join app.tickets t on t.company_id = d.company_id and t.id = d.left_in
    join app.users u on u.company_id = d.company_id and u.id = d.user_id
    where d.company_id = ${tx.companyId} and d.left_in is not null and d.text <> '' and d.user_id <> ${userId}
      and d.updated_at > now() - make_interval(days => ${OFFERED_FOR_DAYS}) and not ${userId}::bigint = any (d.hidden_from)
      and t.user_id = ${userId} and (t.status = 'open' or t.status = 'group' and d.mode = 'reply') and ${seen}
    order by d.updated_at desc, d.user_id, d.mode`;
}

/** Its author went on writing a draft that is offered: while they end the sentence it stays so. */
export async function keepOrEnd(tx: Tx, at: Place): Promise<void> {
  await tx`
    update app.drafts set left_in = null
    where company_id = ${tx.companyId} and user_id = ${at.userId} and ticket_id = ${at.ticketId} and mode = ${at.mode}
      and left_at < clock_timestamp() - make_interval(secs => ${STILL_WRITING_S})`;
}

/** Shows it to this person no more; false where nothing of that name was left. */
export async function hide(tx: Tx, at: Place, from: number): Promise<boolean> {
  const rows = await tx`
    update app.drafts set hidden_from = array_append(array_remove(hidden_from, ${from}::bigint), ${from}::bigint)
    where company_id = ${tx.companyId} and left_in = ${at.ticketId} and user_id = ${at.userId} and mode = ${at.mode} returning 1`;
  return rows.length > 0;
}

/** Who has a ticket. */
export async function ownerOf(tx: Tx, ticketId: number): Promise<number | null> {
  const [row] = await tx<
    { userId: number | null }[]
  >`select user_id as "userId" from app.tickets where company_id = ${tx.companyId} and id = ${ticketId}`;
  return row?.userId ?? null;
}
