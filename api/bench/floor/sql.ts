// The statements of the floors: what each call answers, as one statement of the owner, without row security, session, visibility
// or paging marks. Field for field what the contract names.

const ticket = `
  t.id, t.uuid, t.status, t.queue_id as "queueId", t.contact_id as "contactId", t.channel,
  case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
  jsonb_build_object('id', c.id, 'name', c.name, 'urlPicture', c.picture_url, 'number', c.number, 'isGroup', c.is_group) as contact,
  t.last_message as "lastMessage", t.last_message = '' and coalesce((select m.is_deleted from app.messages m
    where m.company_id = t.company_id and m.id = t.last_message_id), false) as "lastDeleted", t.last_from_me as "lastFromMe", t.last_ack as "lastAck", t.last_inbound_at as "lastInboundAt",
  case when t.last_from_me and t.status in ('pending', 'lgpd') then (select jsonb_build_object('kind', m.kind, 'body', left(m.body, 200)) from app.messages m
    where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.is_deleted order by m.sent_at desc, m.id desc limit 1) end as "lastInbound",
  case when t.is_group and not t.last_from_me then (select nullif(m.sender ->> 'name', '') from app.messages m
    where m.company_id = t.company_id and m.id = t.last_message_id) end as "lastSender",
  t.waiting_since as "waitingSince", t.created_at as "createdAt", t.updated_at as "updatedAt", t.unread as "unreadMessages", t.connection_id as "whatsappId",
  jsonb_build_object('id', w.id, 'name', w.name, 'groupAsTicket', case when w.group_as_ticket then 'enabled' else 'disabled' end) as whatsapp,
  t.is_group as "isGroup", t.is_bot as "isBot", t.user_id as "userId",
  case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key, g.id)
    from (select x.tag_id from app.ticket_tags x where x.company_id = t.company_id and x.ticket_id = t.id
      union select y.tag_id from app.contact_tags y where y.company_id = t.company_id and y.contact_id = t.contact_id) own
    join app.tags g on g.company_id = t.company_id and g.id = own.tag_id), '[]') as tags,
  t.rating as "userRating", (t.rating + 1 + (t.rating = 0)::int) / 2 as "userRatingFace", t.transferred as "isTransfered", t.use_integration as "useIntegration", t.value_cents as "valueCents"`;
const joins = `
  join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join app.connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join app.queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join app.users u on u.company_id = t.company_id and u.id = t.user_id`;

const listed = (beyond: string, count: string) => `
  with page as (
    select * from app.tickets t where t.company_id = 2 and t.status = $1 and t.queue_id = any ($2::bigint[]) ${beyond}
    order by t.updated_at desc, t.id desc limit 41
  )
  select ${ticket}, (${count}) as total from page t ${joins} order by t.updated_at desc, t.id desc`;
const countersCount =
  "select sum(n.tickets)::bigint from app.ticket_counters n where n.company_id = 2 and n.status = $1 and n.queue_id = any ($2::bigint[])";
/** The first page of a status: $1 status, $2 queues. */
export const list = listed("", countersCount);
/** A page further down, from where it is known to begin: $3 time, $4 id. */
export const listBeyond = listed("and (t.updated_at, t.id) < ($3::timestamptz, $4::bigint)", countersCount);

/** One ticket: $1 uuid. */
export const show = `select ${ticket} from app.tickets t ${joins} where t.company_id = 2 and t.uuid = $1`;

/** The first page of the board, whatever the day: open and waiting tickets. */
export const board = `
  with wanted as (select t.* from app.tickets t where t.company_id = 2 and t.status in ('open', 'pending')),
  page as (select * from wanted order by updated_at desc, id desc limit 501)
  select ${ticket}, (select count(*) from wanted) as total from page t ${joins} order by t.updated_at desc, t.id desc`;

/** The newest page of a chat of colleagues: $1 chat. */
export const chatMessages = `
  with page as (
    select m.* from app.chat_messages m where m.company_id = 2 and m.chat_id = $1 order by m.position desc limit 41
  )
  select m.id, m.chat_id as "chatId", m.position, m.key, m.sender_id as "senderId", s.name as "senderName", m.body as message,
    m.kind as "mediaType", '/media/' || f.id as "mediaUrl", f.file_name as "fileName", f.mime_type as "mimeType", f.bytes as "fileSize",
    f.width, f.height, coalesce(m.data -> 'mentions', '[]') as mentions, m.reactions, m.is_deleted as "isDeleted",
    m.edited_at is not null as "isEdited", m.created_at as "createdAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'senderId', o.sender_id, 'message', o.body, 'mediaType', o.kind, 'isDeleted', o.is_deleted,
      'senderName', (select x.name from app.users x where x.company_id = o.company_id and x.id = o.sender_id)) end as "quotedMsg",
    (select last_position from app.chats where company_id = 2 and id = $1) as total
  from page m
  left join app.media f on f.company_id = m.company_id and f.id = m.media_id
  left join app.users s on s.company_id = m.company_id and s.id = m.sender_id
  left join app.chat_messages o on o.company_id = m.company_id and o.id = m.quoted_id
  order by m.position desc`;

const participant = (of: string) =>
  `case when ${of}.sender is not null then jsonb_build_object('name', coalesce(${of}.sender ->> 'name', ''), 'number',
    coalesce((select i ->> 'value' from jsonb_array_elements(${of}.sender -> 'identities') i where i ->> 'kind' = 'phone' limit 1), '')) end`;

/** The newest page of a conversation: $1 ticket. */
export const messages = `
  with page as (
    select m.* from app.messages m, (select contact_id, connection_id from app.tickets where company_id = 2 and id = $1) t
    where m.company_id = 2 and m.contact_id = t.contact_id and m.connection_id = t.connection_id order by m.sent_at desc, m.id desc limit 41
  )
  select m.id, m.key, m.ticket_id as "ticketId", m.contact_id as "contactId", m.queue_id as "queueId",
    case when m.is_deleted and m.kind = 'gone' then '' else m.body end as body, m.from_me as "fromMe", m.read, m.kind as "mediaType",
    case when f.id is null or m.is_deleted then null when f.state = 'remote' then f.remote else '/media/' || f.id end as "mediaUrl",
    f.file_name as "fileName", f.mime_type as "mimeType", f.bytes as "fileSize", f.width, f.height,
    case when not m.is_deleted and not coalesce(m.data ?| '{sticker,viewOnce}', false) then translate(encode(f.preview, 'base64'), E'\\n', '') end as preview,
    case when f.state in ('pending', 'failed') then coalesce(m.data, '{}') || jsonb_build_object('media', f.state) else m.data end as data, m.ack, m.status, m.error,
    m.is_deleted as "isDeleted", m.is_edited as "isEdited", m.is_forwarded as "isForwarded", m.is_private as "isPrivate", m.reactions, m.user_id as "userId", u.name as "userName",
    ${participant("m")} as participant, m.sent_at as "createdAt",
    m.received_at as "receivedAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'body', o.body, 'fromMe', o.from_me, 'mediaType', o.kind, 'isDeleted', o.is_deleted, 'participant', ${
  participant("o")
},
      'userName', (select x.name from app.users x where x.company_id = o.company_id and x.id = o.user_id)) end as "quotedMsg"
  from page m
  left join app.media f on f.company_id = m.company_id and f.id = m.media_id
  left join app.users u on u.company_id = m.company_id and u.id = m.user_id
  left join app.messages o on o.company_id = m.company_id and o.id = m.quoted_id
  order by m.sent_at desc, m.id desc`;

const found = (hits: string) => `
  with hits as materialized (${hits}), page as (
    select t.*, (select count(*) from hits) as total from hits h join app.tickets t on t.company_id = 2 and t.id = h.id
    order by t.updated_at desc, t.id desc limit 41
  )
  select ${ticket}, t.total from page t ${joins} order by t.updated_at desc, t.id desc`;
const wanted = "t.company_id = 2 and t.status = $2 and t.queue_id = any ($3::bigint[])";
const named = "select c.id from app.contacts c where c.company_id = 2 and c.folded like $1";
/** Tickets by a contact's name: $1 pattern, $2 status, $3 queues. */
export const searchName = found(`select t.id from app.tickets t where ${wanted} and t.contact_id in (${named})`);
/** Also in messages, a needle: through the index. */
export const searchNeedle = found(`
  select t.id from app.tickets t where ${wanted} and t.id in (
    select x.id from app.tickets x where x.company_id = 2 and x.contact_id in (${named})
    union select m.ticket_id from app.messages m where m.company_id = 2 and m.folded like $1)`);
/** Also in messages, a common word: down the list until the page and the count of up to 1,001 are full. */
export const searchCommon = found(`
  select t.id, t.updated_at from (
    select t.company_id, t.id, t.contact_id, t.updated_at from app.tickets t where ${wanted} order by t.updated_at desc, t.id desc
  ) t
  where exists (select 1 from app.messages m where m.company_id = 2 and m.ticket_id = t.id and m.folded like $1 offset 0)
    or exists (select 1 from app.contacts c where c.company_id = 2 and c.id = t.contact_id and c.folded like $1 offset 0)
  limit 1001`);

/** Contacts by a fragment of name or number: $1 pattern. */
export const contacts = `
  with hits as materialized (select c.id, c.name_key as place from app.contacts c where c.company_id = 2 and c.folded like $1),
  page as (select h.id, h.place from hits h order by h.place, h.id limit 21)
  select c.id, c.name, c.number, c.email, c.is_group as "isGroup", c.active, c.disable_bot as "disableBot", c.accept_audio as "acceptAudioMessage", c.consent_at as "lgpdAcceptedAt",
    c.channel, c.picture_url as "urlPicture", c.created_at as "createdAt",
    coalesce((select jsonb_agg(jsonb_build_object('id', e.place, 'name', e.item ->> 'name', 'value', e.item ->> 'value') order by e.place)
      from jsonb_array_elements(c.extra) with ordinality as e (item, place)), '[]') as "extraInfo",
    (select jsonb_build_object('userId', v.user_id, 'queueId', v.queue_id) from app.contact_wallets v where v.company_id = c.company_id and v.contact_id = c.id) as wallet,
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key, g.id)
      from app.contact_tags x join app.tags g on g.company_id = x.company_id and g.id = x.tag_id where x.company_id = c.company_id and x.contact_id = c.id), '[]') as tags,
    case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end as whatsapp, (select count(*) from hits) as total
  from page p join app.contacts c on c.company_id = 2 and c.id = p.id left join app.connections w on w.company_id = c.company_id and w.id = c.connection_id
  order by p.place, p.id`;

/** The dashboard of the last 30 days: every aggregate in one statement, in one pass over the rounds of the range. */
export const dashboard = `
  with span as (select ((now() at time zone 'America/Sao_Paulo')::date - 30)::timestamp at time zone 'America/Sao_Paulo' as since),
  base as materialized (
    select b.*, t.status from app.ticket_rounds b join app.tickets t on t.company_id = b.company_id and t.id = b.ticket_id
    where b.company_id = 2 and b.created_at >= (select since from span)),
  live as (select status, sum(tickets) as n from app.ticket_counters where company_id = 2 and status in ('open', 'pending') group by status),
  firsts as (
    select count(*) as n from app.contacts c
    join (select contact_id from app.ticket_rounds where company_id = 2 group by contact_id having count(*) = 1) x on x.contact_id = c.id
    where c.company_id = 2 and c.created_at >= (select since from span)),
  sums as (
    select count(*) as tickets, count(*) filter (where status = 'closed') as finished, count(*) filter (where status = 'group') as groups,
      count(*) filter (where not by_customer) as active, count(*) filter (where by_customer) as passive,
      coalesce(avg(extract(epoch from finished_at - started_at)) filter (where finished_at > started_at), 0) / 60 as support,
      coalesce(avg(extract(epoch from started_at - created_at)) filter (where started_at > created_at), 0) / 60 as wait,
      count(rating) as rated, count(*) filter (where rating > 8) as promoters, count(*) filter (where rating between 7 and 8) as neutral,
      count(*) filter (where rating < 7) as detractors, count(*) filter (where status = 'nps') as waiting, count(*) filter (where status = 'closed' and rating is null) as unrated
    from base),
  people as (
    select user_id, coalesce(round(avg(rating), 1), 0) as rating, count(rating) as rated, count(*) as tickets,
      round((coalesce(avg(extract(epoch from started_at - created_at)) filter (where started_at > created_at), 0) / 60)::numeric, 1) as wait,
      round((coalesce(avg(extract(epoch from finished_at - started_at)) filter (where finished_at > started_at), 0) / 60)::numeric, 1) as support
    from base group by user_id)
  select (select jsonb_build_object('supportHappening', coalesce((select n from live where status = 'open'), 0), 'supportPending', coalesce((select n from live where status = 'pending'), 0),
      'supportFinished', finished, 'supportGroups', groups, 'leads', (select n from firsts), 'avgSupportTime', round(support::numeric, 1), 'avgWaitTime', round(wait::numeric, 1),
      'activeTickets', active, 'passiveTickets', passive, 'tickets', tickets, 'npsScore', round((promoters - detractors) * 100.0 / greatest(rated, 1), 1),
      'npsPromotersPerc', round(promoters * 100.0 / greatest(rated, 1), 1), 'npsPassivePerc', round(neutral * 100.0 / greatest(rated, 1), 1),
      'npsDetractorsPerc', round(detractors * 100.0 / greatest(rated, 1), 1), 'waitRating', waiting, 'withRating', rated, 'withoutRating', unrated,
      'percRating', round(rated * 100.0 / greatest(tickets, 1), 1)) from sums) as counters,
    (select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color, 'rating', coalesce(p.rating, 0), 'countRating', coalesce(p.rated, 0), 'tickets', coalesce(p.tickets, 0),
      'avgWaitTime', coalesce(p.wait, 0), 'avgSupportTime', coalesce(p.support, 0), 'online', coalesce(u.seen_at > now() - interval '5 minutes', false))
      order by p.tickets desc nulls last, u.name_key, u.id) from app.users u left join people p on p.user_id = u.id where u.company_id = 2) as attendants`;

const reported = `
  from app.ticket_rounds r join app.tickets t on t.company_id = r.company_id and t.id = r.ticket_id
  where r.company_id = 2 and r.created_at >= ((now() at time zone 'America/Sao_Paulo')::date - 365)::timestamp at time zone 'America/Sao_Paulo'`;
/** The first ten rows of a year's report, and how many there are. */
export const report = `
  with page as (
    select r.id as round, r.created_at as at, r.started_at, r.finished_at, r.rating as nps, t.* ${reported} order by r.created_at desc, r.id desc limit 10
  )
  select p.round as "roundId", p.id, p.uuid, w.name as "whatsappName", c.name as "contactName", u.name as "userName", q.name as "queueName", q.color as "queueColor", p.status,
    p.last_message as "lastMessage", p.at as "createdAt", p.finished_at as "closedAt",
    round((extract(epoch from p.finished_at - p.started_at) / 60)::numeric, 1) as "supportTime", p.nps as "NPS", (select count(*) ${reported}) as total
  from page p join app.contacts c on c.company_id = 2 and c.id = p.contact_id join app.connections w on w.company_id = 2 and w.id = p.connection_id
  left join app.queues q on q.company_id = 2 and q.id = p.queue_id left join app.users u on u.company_id = 2 and u.id = p.user_id
  order by p.at desc, p.round desc`;

const item =
  `id, name, number, email, company_id as "companyId", list_id as "contactListId", valid as "isWhatsappValid"`;
/** The first people of a contact list by name. */
export const items = `
  select ${item}, (select items from app.contact_lists l where l.company_id = 2 and l.id = $1) as total
  from app.contact_list_items where company_id = 2 and list_id = $1 order by name_key, id limit 21`;
/** The same of those in whom a text is found, with their number. */
export const itemsFound = `
  select ${item}, (select count(*) from app.contact_list_items where company_id = 2 and list_id = $1 and folded like $2) as total
  from app.contact_list_items where company_id = 2 and list_id = $1 and folded like $2 order by name_key, id limit 21`;
/** A campaign's people by how far their messages have come. */
export const shipping = `
  select case when s.answered_at is not null then 'answered' when m.ack >= 3 then 'read' when m.ack = 2 then 'delivered' else s.status end as status,
    s.reason, s.variant, count(*) as count
  from app.campaign_shipping s left join app.messages m on m.company_id = s.company_id and m.id = s.message_id
  where s.company_id = 2 and s.campaign_id = $1 group by 1, 2, 3`;
/** The first page of the operator's companies by name, with how many there are. */
export const companies = `
  select c.id, c.name, c.email, c.phone, c.document, c.active as status, c.plan_id as "planId", c.due_at as "dueDate", c.recurrence,
    c.timezone, c.created_at as "createdAt", c.last_login as "lastLogin", c.schedules, c.payment_method as "paymentMethod",
    c.address_street as "addressStreet", c.address_city as "addressCity", c.address_state as "addressState",
    c.seats as "numberAttendants", c.lines as "numberConections", c.version, g.bytes as "folderSize", g.files as "numberFileFolder",
    g.counted_at as "updatedAtFolder", coalesce(s.value, 'disabled') = 'enabled' as "campaignsEnabled",
    jsonb_build_object('id', p.id, 'name', p.name, 'users', p.users, 'connections', p.connections, 'queues', p.queues,
      'amount', p.amount, 'isPublic', p.is_public) || p.flags as plan,
    (select count(*) from app.companies where removed_at is null) as total
  from app.companies c join app.plans p on p.id = c.plan_id left join app.company_usage g on g.company_id = c.id
  left join app.settings s on s.company_id = c.id and s.key = 'campaignsEnabled' order by c.name_key, c.id limit 21`;
/** The first page of companies with how many of their connections are connected, and the sum of all. */
export const lines = `
  with sums as (
    select l.company_id, count(*) filter (where l.status = 'CONNECTED') as connected,
      count(*) filter (where l.status <> 'CONNECTED') as disconnected, count(*) as lines
    from app.connections l where l.deleted_at is null group by 1)
  select c.id, c.name, c.active as status, coalesce(s.connected, 0) as connected, coalesce(s.disconnected, 0) as disconnected,
    coalesce(s.lines, 0) as total, (select sum(lines) from sums) as all
  from app.companies c left join sums s on s.company_id = c.id where c.removed_at is null order by c.name_key, c.id limit 21`;
