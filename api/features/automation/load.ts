// The situation of one ticket, in one statement.
import { isOpen } from "../../core/still-allowed.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Schedules } from "../../contract/rules/schedule.ts";
import { withDefaults } from "../settings/actions.ts";
import { isOnline } from "../users/actions/people.ts";
import type { TicketRow } from "../tickets/queries.ts";
import type { Heard, Situation, TicketFacts } from "./situation.ts";

type Row =
  & Pick<Situation, "timezone" | "integrates" | "thinks" | "contact" | "connection" | "ownFarewell" | "queues" | "bot">
  & {
    companySchedules: Schedules;
    settings: { key: string; value: string }[];
    consentAt: Date | null;
  }
  & Omit<TicketFacts, "isGroup">;

/** All that the decision about this ticket looks at; undefined when it has gone meanwhile, or the company has not paid. */
export async function readSituation(
  tx: Tx,
  ticket: TicketRow,
  heard: Heard,
  given: { now: Date; chance: number },
): Promise<Situation | undefined> {
  const [row] = await tx<Row[]>`
    select t.status, t.queue_id as "queueId", t.user_id as "userId", t.is_bot as "isBot", t.use_integration as "useIntegration",
      coalesce(r.started, false) as taken, coalesce(r.rounds > 1, false) as resumed, coalesce(r.at, t.created_at) as "roundAt",
      c.timezone, coalesce(p.flags ->> 'useIntegrations', 'true') <> 'false' as integrates, coalesce(p.flags ->> 'useOpenAi', 'true') <> 'false' as thinks, c.schedules as "companySchedules", k.consent_at as "consentAt",
      jsonb_build_object('disableBot', k.disable_bot, 'acceptAudio', k.accept_audio) as contact,
      jsonb_build_object('integrationId', w.integration_id,
        'integrationInGroups', coalesce((select i.in_groups from app.queue_integrations i where i.company_id = w.company_id and i.id = w.integration_id), false),
        'promptId', w.prompt_id, 'greeting', w.greeting, 'farewell', w.farewell, 'outOfHours', w.out_of_hours, 'schedules', w.schedules,
        'botTries', w.bot_tries, 'botPauseMin', w.bot_pause_min, 'ratingText', w.rating_text, 'ratingTries', w.rating_tries,
        'vacationStart', w.vacation_start, 'vacationEnd', w.vacation_end, 'vacationText', w.vacation_text,
        'greetingMedia', (select jsonb_build_object('id', f.id, 'kind', f.kind) from app.media f
          where f.company_id = w.company_id and f.id = w.greeting_media_id)) as connection,
      jsonb_build_object('optionId', b.option_id, 'said', coalesce(b.said, '{}')) as bot,
      coalesce((select u.farewell from app.users u where u.company_id = t.company_id and u.id = t.user_id), '') as "ownFarewell",
      (select coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'value', s.value)), '[]') from app.settings s where s.company_id = t.company_id) as settings,
      ${queuesOf(tx)} as queues
    from app.tickets t
    join app.companies c on c.id = t.company_id and ${isOpen(tx)}
    join app.plans p on p.id = c.plan_id
    join app.contacts k on k.company_id = t.company_id and k.id = t.contact_id
    join app.connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join app.ticket_bots b on b.company_id = t.company_id and b.ticket_id = t.id
    left join lateral (
      select count(*) as rounds, max(x.created_at) as at, (array_agg(x.started_at is not null order by x.id desc))[1] as started
      from app.ticket_rounds x where x.company_id = t.company_id and x.ticket_id = t.id) r on true
    where t.company_id = ${tx.companyId} and t.id = ${ticket.id}`;
  if (!row) return undefined;
  const { status, queueId, userId, isBot, useIntegration, taken, resumed, roundAt, consentAt, settings, ...rest } = row;
  return {
    ...rest,
    ...given,
    heard,
    ticket: { status, isGroup: ticket.isGroup, queueId, userId, isBot, useIntegration, taken, resumed, roundAt },
    contact: { ...row.contact, consentAt },
    settings: withDefaults(settings),
  };
}

/** The company's queues in the menu's order, each with its tree: without options that nothing can carry out. */
const queuesOf = (tx: Tx) =>
  tx`(
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'greeting', q.greeting, 'outOfHours', q.out_of_hours,
      'closeTicket', q.close_ticket, 'fileListId', q.sent_list_id, 'integrationId', q.integration_id, 'schedules', q.schedules,
      'offered', exists (select 1 from app.connection_queues x where x.company_id = q.company_id and x.connection_id = t.connection_id and x.queue_id = q.id),
      'waiting', (select coalesce(sum(n.tickets), 0) from app.ticket_counters n
        where n.company_id = q.company_id and n.status = 'pending' and n.queue_id = q.id and n.user_id = 0 and not n.is_group),
      'onlineIds', coalesce((select jsonb_agg(u.id order by u.id) from app.user_queues m join app.users u on u.company_id = m.company_id and u.id = m.user_id
        where m.company_id = q.company_id and m.queue_id = q.id and ${isOnline(tx)}), '[]'),
      'options', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'parentId', p.parent_id, 'name', p.name, 'greeting', p.greeting, 'type', p.type,
          'closeTicket', p.close_ticket, 'targetQueueId', p.target_queue_id, 'targetUserId', p.target_user_id,
          'targetFileListId', p.target_list_id, 'targetIntegrationId', p.target_integration_id) order by p.position, p.id)
        from app.chatbot_options p where p.company_id = q.company_id and p.queue_id = q.id and p.type in ('text', 'attendent', 'queue', 'file', 'integration')), '[]'))
      order by q.position nulls last, q.name_key, q.id), '[]')
    from app.queues q where q.company_id = t.company_id)`;
