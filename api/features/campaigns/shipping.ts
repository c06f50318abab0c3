// SQL of who gets a campaign, and what became of each.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import { mayHaveLeft } from "../messages/actions/may-have-left.ts";
import type { CampaignRow } from "./queries.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The people of a campaign: of its list and its tag, each once. */
export const people = (tx: Tx, { listId, tagId }: Pick<CampaignRow, "listId" | "tagId">): Fragment =>
  tx`
  select distinct on (person_key) person_key, contact_id, name, number, email from (
    select i.number as person_key, null::bigint as contact_id, i.name, i.number, i.email, 1 as place
    from app.contact_list_items i where i.company_id = ${tx.companyId} and i.list_id = ${listId}
    union all
    select case when c.number <> '' then c.number else 'contact:' || c.id end, c.id, c.name, c.number, c.email, 2
    from app.contact_tags x join app.contacts c on c.company_id = x.company_id and c.id = x.contact_id and not c.is_group
    where x.company_id = ${tx.companyId} and x.tag_id = ${tagId}) p
  order by person_key, place`;

/** `k.connection_id`: over which of these lines a contact has talked last. */
export const known = (tx: Tx, lineIds: readonly number[], contactId: Fragment): Fragment =>
  tx`
  left join lateral (
    select t.connection_id from app.tickets t where t.company_id = ${tx.companyId} and t.contact_id = ${contactId}
      and t.connection_id = any (${lineIds as number[]}::bigint[]) and not t.silent
    order by t.last_message_at desc nulls last, t.id desc limit 1) k on true`;

/**
 * Writes down who gets the campaign, as its list and tag are now; who is in it stays as they are. Where several lines share it,
 * people who have talked over one of them are that one's.
 */
export async function snapshot(tx: Tx, campaign: CampaignRow, lineIds: readonly number[]): Promise<void> {
  const shared = lineIds.length > 1;
  await tx`
    insert into app.campaign_shipping (company_id, campaign_id, person_key, contact_id, name, number, email, connection_id)
    select ${tx.companyId}, ${campaign.id}, p.person_key, coalesce(p.contact_id, i.contact_id), p.name, p.number, p.email, ${
    shared ? tx`k.connection_id` : tx`null`
  }
    from (${people(tx, campaign)}) p
    left join app.contact_identities i on i.company_id = ${tx.companyId} and i.kind = 'phone' and i.value = p.number and p.contact_id is null
    ${shared ? known(tx, lineIds, tx`coalesce(p.contact_id, i.contact_id)`) : tx``}
    order by p.person_key on conflict do nothing`;
}
/** Who was withdrawn goes on where they stood. */
export function resume(tx: Tx, campaignId: number): Promise<unknown> {
  return tx`
    update app.campaign_shipping set status = case when confirmed_at is not null then 'confirmed'
      when confirmation_message_id is not null then 'confirming' else 'queued' end
    where company_id = ${tx.companyId} and campaign_id = ${campaignId} and status = 'cancelled'`;
}
/** The campaign has other people now: who was withdrawn and got nothing is forgotten. */
export function forgetCancelled(tx: Tx, campaignId: number): Promise<unknown> {
  return tx`
    delete from app.campaign_shipping
    where company_id = ${tx.companyId} and campaign_id = ${campaignId} and status = 'cancelled' and confirmation_message_id is null`;
}
/** Who has not been written to is withdrawn; answers the messages that wait for their turn on a line, a file's text too. */
export async function cancel(tx: Tx, campaignId: number): Promise<{ shippingId: number; messageId: number }[]> {
  await tx`
    update app.campaign_shipping set status = 'cancelled'
    where company_id = ${tx.companyId} and campaign_id = ${campaignId} and status in ('queued', 'confirming', 'confirmed')`;
  return await tx<{ shippingId: number; messageId: number }[]>`
    select s.id as "shippingId", m.id as "messageId" from app.campaign_shipping s
    cross join lateral (select 'campaign:' || s.campaign_id || ':' || s.id as key) k
    join app.messages m on m.company_id = s.company_id and m.key in (k.key, k.key || ':text', k.key || ':ask') and m.status = 'waiting'
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status in ('waiting', 'cancelled') order by m.id`;
}
/** Its message was withdrawn before it left; of a text alone, its file is on its way. */
export function withdrawn(
  tx: Tx,
  { shippingId, messageId }: { shippingId: number; messageId: number },
): Promise<unknown> {
  return tx`
    update app.campaign_shipping set status = 'cancelled', message_id = nullif(message_id, ${messageId}),
      confirmation_message_id = nullif(confirmation_message_id, ${messageId})
    where company_id = ${tx.companyId} and id = ${shippingId} and ${messageId} in (message_id, confirmation_message_id)`;
}

/** Somebody who is to get the campaign. */
export interface Recipient {
  id: number;
  status: "queued" | "confirmed";
  contactId: number | null;
  name: string;
  number: string;
  email: string;
  variant: number | null;
}
/** What is asked of the queue of a line. */
interface Asking {
  campaignId: number;
  connectionId: number;
  /** False: only of those who have confirmed. */
  begin: boolean;
  /** The row is held; one that somebody holds is passed over. */
  hold: boolean;
}
/**
 * Whose turn it is on a line: who confirmed, then the first who waits. Of those that another line knows, where that line is down;
 * of those who confirmed over another, where it sends the campaign no longer.
 * `only`: nobody but this one.
 */
export async function next(tx: Tx, asking: Asking, only?: number): Promise<Recipient | undefined> {
  const { campaignId, connectionId, begin, hold } = asking;
  const gone = tx`not exists (
    select 1 from app.campaign_lines n join app.connections w on w.company_id = n.company_id and w.id = n.connection_id
    where n.company_id = s.company_id and n.campaign_id = s.campaign_id and n.connection_id = s.connection_id and w.deleted_at is null)`;
  const down = tx`(${gone} or exists (
    select 1 from app.connections w
    where w.company_id = s.company_id and w.id = s.connection_id and w.status <> 'CONNECTED'))`;
  for (const status of begin ? ["confirmed", "queued"] : ["confirmed"]) {
    const [row] = await tx<Recipient[]>`
      select s.id, s.status, s.contact_id as "contactId", s.name, s.number, s.email, s.variant from app.campaign_shipping s
      where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status = ${status}
        and (s.connection_id is null or s.connection_id = ${connectionId} or s.status = 'queued' and ${down}
          or s.status = 'confirmed' and ${gone})
        ${only === undefined ? tx`` : tx`and s.id = ${only}`}
      order by s.id limit 1 ${hold ? tx`for update of s skip locked` : tx``}`;
    if (row) return row;
  }
  return undefined;
}
/** What the provider said of a number is written beside the person of the list. */
export function noteValid(
  tx: Tx,
  { listId }: Pick<CampaignRow, "listId">,
  number: string,
  valid: boolean,
): Promise<unknown> {
  return tx`
    update app.contact_list_items set valid = ${valid}, checked_at = now()
    where company_id = ${tx.companyId} and list_id = ${listId} and number = ${number}`;
}
/** Whether nobody of the campaign waits for anything any more. */
export async function isDone(tx: Tx, campaignId: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.campaign_shipping where company_id = ${tx.companyId} and campaign_id = ${campaignId}
      and status in ('queued', 'confirming', 'confirmed', 'waiting') limit 1`;
  return row === undefined;
}

export interface Outcome {
  status: string;
  reason?: string;
  contactId?: number | null;
  connectionId?: number | null;
  variant?: number | null;
  messageId?: number;
  confirmationMessageId?: number;
}
/** Notes what became of somebody. A message that was handed over counts for the day. */
export function note(tx: Tx, id: number, o: Outcome, now: Date): Promise<unknown> {
  const handed = o.messageId ?? o.confirmationMessageId;
  return tx`
    update app.campaign_shipping set status = ${o.status}, reason = ${o.reason ?? ""}, contact_id = coalesce(${
    o.contactId ?? null
  }, contact_id), connection_id = coalesce(${o.connectionId ?? null}, connection_id), variant = coalesce(${
    o.variant ?? null
  }, variant), message_id = coalesce(${o.messageId ?? null}, message_id),
      confirmation_message_id = coalesce(${o.confirmationMessageId ?? null}, confirmation_message_id),
      confirmation_at = case when ${
    o.confirmationMessageId ?? null
  }::bigint is not null then ${now} else confirmation_at end,
      fed_at = case when ${handed ?? null}::bigint is not null then ${now} else fed_at end
    where company_id = ${tx.companyId} and id = ${id}`;
}

/** Messages of a campaign that wait on a line to leave. */
export async function waitingOn(tx: Tx, campaignId: number, connectionId: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.campaign_shipping s
    join app.messages m on m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id) and m.status in ('waiting', 'sending')
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.connection_id = ${connectionId}
      and s.status in ('waiting', 'confirming')`;
  return row!.n;
}
/** Messages of all campaigns of the company since an instant. */
export async function fedSince(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.campaign_shipping where company_id = ${tx.companyId} and fed_at >= ${since}`;
  return row!.n;
}
/** How often an approved text is tried that its provider refused: it may have been read anew meanwhile. */
const MOST_TRIES = 3;
/** What failed and goes again: people whose message did not leave within the hours, or before the subscription ended, wait anew. */
export async function waitAgain(
  tx: Tx,
  campaignId: number,
): Promise<{ messageId: number; connectionId: number; refused: boolean }[]> {
  const rows = await tx<{ messageId: number; connectionId: number; refused: boolean }[]>`
    update app.campaign_shipping s set status = case when s.confirmed_at is not null then 'confirmed' else 'queued' end,
      tries = s.tries + (m.error = 'ERR_TEMPLATE_REFUSED')::int, fed_at = null,
      message_id = case when s.status = 'confirming' then s.message_id end,
      confirmation_message_id = case when s.status = 'waiting' then s.confirmation_message_id end
    from app.messages m
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status in ('waiting', 'confirming') and m.company_id = s.company_id
      and m.id = case s.status when 'waiting' then s.message_id else s.confirmation_message_id end and m.status = 'failed'
      and (m.error in ('ERR_OUTSIDE_HOURS', 'ERR_SUBSCRIPTION_EXPIRED') or m.error = 'ERR_TEMPLATE_REFUSED' and s.tries < ${
    MOST_TRIES - 1
  })
    returning m.id as "messageId", m.connection_id as "connectionId", m.error = 'ERR_TEMPLATE_REFUSED' as refused`;
  return [...rows];
}
/** Takes over what became of the messages. True where something has changed. */
export async function settle(tx: Tx, campaignId: number, confirmHours: number): Promise<boolean> {
  const settled = await tx`
    update app.campaign_shipping s set status = case when m.status = 'failed' then 'failed' else 'sent' end,
      reason = case when m.status = 'failed' then coalesce(m.error, '') else '' end, sent_at = m.sent_at
    from app.messages m
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status = 'waiting' and m.company_id = s.company_id
      and m.id = s.message_id and m.status in ('sent', 'failed', 'uncertain')`;
  // A message that is gone went with its conversation; nobody can say what became of it.
  const gone = await tx`
    update app.campaign_shipping s set status = 'failed', reason = 'ERR_NO_CONTACT_FOUND'
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status in ('waiting', 'confirming')
      and not exists (select 1 from app.messages m where m.company_id = s.company_id
        and m.id = case s.status when 'waiting' then s.message_id else s.confirmation_message_id end)`;
  const refused = await tx`
    update app.campaign_shipping s set status = 'failed', reason = coalesce(m.error, '') from app.messages m
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status = 'confirming' and m.company_id = s.company_id
      and m.id = s.confirmation_message_id and m.status = 'failed'`;
  const lineless = await tx`
    update app.campaign_shipping s set status = 'failed', reason = 'ERR_NO_WAPP_FOUND' from app.messages m, app.connections w
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status in ('waiting', 'confirming')
      and m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id) and m.status = 'waiting'
      and w.company_id = m.company_id and w.id = m.connection_id and w.deleted_at is not null`;
  const expired = await tx`
    update app.campaign_shipping s set status = 'expired' from app.messages m
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.status = 'confirming' and m.company_id = s.company_id
      and m.id = s.confirmation_message_id and m.status <> 'waiting'
      and m.tried_since < now() - make_interval(hours => ${confirmHours})`;
  return settled.count + gone.count + refused.count + lineless.count + expired.count > 0;
}

/**
 * The campaign that somebody's message of this instant answers, if one's message had left to them over this connection within so many
 * hours. Channels tell whole seconds.
 */
export async function asked(
  tx: Tx,
  who: { contactId: number; connectionId: number; at: Date },
  hours: number,
): Promise<{ id: number; campaignId: number; status: string } | undefined> {
  const [row] = await tx<{ id: number; campaignId: number; status: string }[]>`
    select s.id, s.campaign_id as "campaignId", s.status from app.campaign_shipping s
    join app.messages m on m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id)
    where s.company_id = ${tx.companyId} and s.contact_id = ${who.contactId} and s.connection_id = ${who.connectionId}
      and (s.status in ('confirming', 'waiting', 'sent') or s.status = 'cancelled' and m.id = s.confirmation_message_id)
      and ${mayHaveLeft(tx)} and m.tried_since > now() - make_interval(hours => ${hours})
      and date_trunc('second', m.tried_since) <= ${who.at}
    order by m.tried_since desc, s.id desc limit 1 for update of s`;
  return row;
}
/** They answered, with this message: it opts out, or is an answer. */
export function noteAnswer(
  tx: Tx,
  id: number,
  { messageId, out }: { messageId: number; out: boolean },
): Promise<unknown> {
  return tx`
    update app.campaign_shipping set answered_at = coalesce(answered_at, now()), answer_message_id = coalesce(answer_message_id, ${messageId}),
      status = ${out ? tx`'optedout'` : tx`status`}
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** They said yes to the question: the message may go, of a stopped campaign once it goes on. */
export function noteConfirmed(tx: Tx, id: number): Promise<unknown> {
  return tx`
    update app.campaign_shipping set status = case status when 'cancelled' then status else 'confirmed' end, confirmed_at = now()
    where company_id = ${tx.companyId} and id = ${id}`;
}
