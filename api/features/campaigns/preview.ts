// What starting a campaign would do, told before anybody presses start.
import { must, refuse } from "../../contract/errors.ts";
import { readNumber } from "../../contract/rules/phone.ts";
import { phone } from "../../../channels/sdk/phone.ts";
import { manifestOf } from "../../core/manifests.ts";
import type { Tx } from "../../../db/tenant.ts";
import { contactWithNumber } from "../contacts/actions.ts";
import { sendAutomated } from "../messages/actions/automated-send.ts";
import { unreachable } from "../opt-outs/actions.ts";
import { coldPerDay } from "../pace/actions.ts";
import { dayStart, foretell } from "./clock.ts";
import { fillTemplate, readTemplate } from "../templates/actions.ts";
import type { CampaignSettings } from "../../contract/rules/campaign-settings.ts";
import { TEMPLATE_VARIANT } from "./contract.ts";
import { kindsOf } from "./feed.ts";
import * as queries from "./queries.ts";
import * as shipping from "./shipping.ts";
import { fillCampaign, type Reader, variantsOf } from "./text.ts";

/** What a line can do, as the statement below asks for it. */
function asJudge({ id, channel }: queries.CampaignLine, hasTemplate: boolean) {
  const manifest = manifestOf(channel);
  return {
    ...{ id, channel, kinds: kindsOf(manifest), hours: manifest?.replyWindow?.hours ?? null },
    // Who is outside the window gets the approved text.
    approved: hasTemplate && manifest?.templates === true,
    byNumber: manifest?.identities.some(({ names }) => names === "number") ?? true,
  };
}
/**
 * Who would be left out, by the first reason that holds; a person who gets it has none. Of several lines the one that the person knows
 * judges, else the first.
 */
async function counted(tx: Tx, campaign: queries.CampaignRow, lines: readonly queries.CampaignLine[]) {
  const judges = lines.map((line) => asJudge(line, campaign.template !== null));
  const [first] = judges;
  const shared = judges.length > 1;
  return await tx<{ reason: string; count: number; person: string }[]>`
    with line as materialized (
      select l.id, l.channel, l.hours, l.approved, l."byNumber" as by_number, l.kinds from jsonb_to_recordset(${
    JSON.stringify(judges)
  }::text::jsonb) as l (id bigint, channel text, hours integer, approved boolean, "byNumber" boolean, kinds text[])),
    p as materialized (
      select q.person_key, q.name, q.number, coalesce(q.contact_id, i.contact_id) as contact_id from (${
    shipping.people(tx, campaign)
  }) q
      left join app.contact_identities i on i.company_id = ${tx.companyId} and i.kind = 'phone' and i.value = q.number and q.contact_id is null
      where not exists (select 1 from app.campaign_shipping s where s.company_id = ${tx.companyId} and s.campaign_id = ${campaign.id}
        and s.person_key = q.person_key and s.status not in ('queued', 'cancelled'))),
    out as (
      select number, null::bigint as contact_id from app.opt_outs where company_id = ${tx.companyId} and number <> ''
      union all select null, contact_id from app.opt_outs where company_id = ${tx.companyId} and contact_id is not null),
    talking as (
      select distinct contact_id from app.tickets where company_id = ${tx.companyId} and status = 'open' and user_id is not null),
    nobody as (
      select channel, number from app.number_checks where company_id = ${tx.companyId} and identities is null
        and checked_at > now() - interval '1 day'),
    judged as (
      select case
        when p.number in (select number from out where number is not null)
          or p.contact_id in (select contact_id from out where contact_id is not null) then 'optedout'
        when exists (select 1 from app.contacts c where c.company_id = ${tx.companyId} and c.id = p.contact_id and not c.active) then 'blocked'
        when (l.channel, p.number) in (select channel, number from nobody) then 'noWhatsapp'
        when ${campaign.skipOpen} and p.contact_id in (select contact_id from talking) then 'inConversation'
        when not (coalesce(l.by_number, true) and p.number <> '') and not exists (
          select 1 from app.contact_identities i where i.company_id = ${tx.companyId} and i.contact_id = p.contact_id
            and i.kind = any (l.kinds)) then 'reach'
        when l.hours is not null and not l.approved and not exists (
          select 1 from app.tickets t where t.company_id = ${tx.companyId} and t.contact_id = p.contact_id
            and t.connection_id = l.id and t.last_inbound_at > now() - make_interval(hours => l.hours)) then 'window'
        else '' end as reason, p.person_key
      from p ${shared ? shipping.known(tx, lines.map(({ id }) => id), tx`p.contact_id`) : tx``}
      left join line l on l.id = ${shared ? tx`coalesce(k.connection_id, ${first!.id})` : tx`${first?.id ?? null}`})
    select reason, count(*) as count, min(person_key) as person from judged group by 1`;
}

/** How many get it, who does not and why, when it begins and ends, and each variant as the first who gets it would see it. */
export async function previewOf(tx: Tx, id: number, now = new Date()) {
  const campaign = must(await queries.peek(tx, id), "ERR_NO_RECORD_FOUND");
  const lines = await queries.lines(tx, id);
  const groups = await counted(tx, campaign, lines);
  const gets = groups.find(({ reason }) => reason === "");
  const send = gets?.count ?? 0;
  const skipped = groups.filter(({ reason }) => reason !== "").map(({ reason, count }) => ({ reason, count }))
    .sort((a, b) => b.count - a.count);
  const [settings, timezone] = [await queries.settings(tx), await queries.timezone(tx)];
  const begin = campaign.scheduledAt && campaign.scheduledAt > now ? campaign.scheduledAt : now;
  const caps = await Promise.all(lines.map(async ({ id, channel }) => ({
    perDay: manifestOf(channel)?.governor?.kind === "pace" ? await coldPerDay(tx, id) : Infinity,
  })));
  const sentToday = await shipping.fedSince(tx, dayStart(now, timezone));
  const times = foretell(send, begin, settings, { timezone, lines: caps, sentToday });
  const [reader] = await tx<Reader[]>`
    select name, number, email from (${shipping.people(tx, campaign)}) p
    where ${gets?.person ?? null}::text is null or person_key = ${gets?.person ?? null} limit 1`;
  const shown = reader ?? { name: "", number: "", email: "" };
  const filled = (texts: readonly string[], confirmation: boolean) =>
    variantsOf(texts).map(({ place, text }) => ({
      variant: place,
      text: fillCampaign(text, shown, settings.variables),
      confirmation,
    }));
  return {
    total: groups.reduce((sum, { count }) => sum + count, 0),
    send,
    skipped,
    first: times?.first ?? null,
    last: times?.last ?? null,
    reader: gets ? reader?.name ?? null : null,
    variants: [
      ...await templateAsRead(tx, campaign, lines, { shown, settings }),
      ...filled(campaign.confirmation ? campaign.confirmations : [], true),
      ...filled(campaign.messages, false),
    ],
  };
}

/** The approved text as this reader would see it; what cannot be filled in stays as it is written. */
async function templateAsRead(
  tx: Tx,
  { template }: queries.CampaignRow,
  lines: readonly queries.CampaignLine[],
  { shown, settings }: { shown: Reader; settings: CampaignSettings },
) {
  const line = lines.find(({ channel }) => manifestOf(channel)?.templates);
  if (!template || !line) return [];
  const values = Object.fromEntries(
    Object.entries(template.values).map(([key, value]) => [key, fillCampaign(value, shown, settings.variables)]),
  );
  const text = await readTemplate(tx, line.id, template, values);
  return text === undefined ? [] : [{ variant: TEMPLATE_VARIANT, text, confirmation: false }];
}

/** Sends a variant to one number over the first line, as that reader would get it. Refuses what `unreachable` and `sendAutomated` refuse. */
export async function sendTest(
  tx: Tx,
  id: number,
  { number: typed, variant }: { number: string; variant: number },
): Promise<void> {
  const campaign = must(await queries.peek(tx, id), "ERR_NO_RECORD_FOUND");
  const [line] = await queries.lines(tx, id);
  const digits = readNumber(typed, "");
  if (digits === null) return refuse("ERR_VALIDATION", { details: [{ path: "body.number", message: "number" }] });
  const number = phone(digits).value;
  if (!line) return refuse("ERR_NO_WAPP_FOUND");
  const choices = variantsOf(campaign.messages);
  const chosen = choices.find(({ place }) => place === variant) ?? choices[0];
  const contactId = await contactWithNumber(tx, number);
  const [reader] = await tx<Reader[]>`
    select name, number, email from app.contacts where company_id = ${tx.companyId} and id = ${contactId}`;
  const { variables } = await queries.settings(tx);
  const { template } = campaign;
  const to = { contactId, connectionId: line.id, channel: line.channel };
  const closed = await unreachable(tx, to) === "ERR_REPLY_WINDOW_CLOSED";
  const approved = template && (closed || !chosen || variant === TEMPLATE_VARIANT) ? template : null;
  if (!approved && !chosen) {
    return refuse("ERR_VALIDATION", { details: [{ path: "body.variant", message: "required" }] });
  }
  const why = await unreachable(tx, { ...to, approved: approved !== null });
  if (why) return refuse(why);
  const values = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([key, value]) => [key, fillCampaign(value, reader!, variables)]));
  const filled = approved && await fillTemplate(tx, line.id, approved, values(approved.values), "body.template");
  await sendAutomated(tx, {
    ...{ contactId, connectionId: line.id },
    ...(filled
      ? { body: filled.body, template: filled.template, mediaId: filled.file && campaign.mediaId }
      : { body: fillCampaign(chosen!.text, reader!, variables), mediaId: campaign.mediaId }),
    key: `campaign:${id}:test:${crypto.randomUUID()}`,
    sendClass: "single",
    ticket: { open: false },
  });
}
