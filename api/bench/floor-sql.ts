// The statements of the floors: what each call answers, as one statement of the owner, without row security, session, visibility
// or paging marks. Field for field what the contract names.

const ticket = `
  t.id, t.uuid, t.status, t.queue_id as "queueId", t.contact_id as "contactId", t.channel,
  case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
  jsonb_build_object('id', c.id, 'name', c.name, 'urlPicture', c.picture_url, 'number', c.number, 'isGroup', c.is_group) as contact,
  t.last_message as "lastMessage", t.last_from_me as "lastFromMe", t.last_ack as "lastAck", t.last_inbound_at as "lastInboundAt",
  t.waiting_since as "waitingSince", t.created_at as "createdAt", t.updated_at as "updatedAt", t.unread as "unreadMessages", t.connection_id as "whatsappId",
  jsonb_build_object('id', w.id, 'name', w.name, 'groupAsTicket', case when w.group_as_ticket then 'enabled' else 'disabled' end) as whatsapp,
  t.is_group as "isGroup", t.is_bot as "isBot", t.user_id as "userId",
  case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
    from app.ticket_tags x join app.tags g on g.company_id = x.company_id and g.id = x.tag_id where x.company_id = t.company_id and x.ticket_id = t.id), '[]') as tags,
  t.rating as "userRating", t.transferred as "isTransfered", t.use_integration as "useIntegration"`;
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

/** The newest page of a conversation: $1 ticket. */
export const messages = `
  with page as (
    select m.* from app.messages m, (select contact_id, connection_id from app.tickets where company_id = 2 and id = $1) t
    where m.company_id = 2 and m.contact_id = t.contact_id and m.connection_id = t.connection_id order by m.sent_at desc, m.id desc limit 41
  )
  select m.id, m.key, m.ticket_id as "ticketId", m.contact_id as "contactId", m.queue_id as "queueId", m.body, m.from_me as "fromMe", m.read, m.kind as "mediaType",
    case when f.id is null or m.is_deleted then null when f.state = 'remote' then f.remote else '/media/' || f.id end as "mediaUrl",
    f.file_name as "fileName", f.mime_type as "mimeType", f.bytes as "fileSize", f.width, f.height, m.data, m.ack, m.status, m.error,
    m.is_deleted as "isDeleted", m.is_edited as "isEdited", m.is_forwarded as "isForwarded", m.is_private as "isPrivate", m.reactions, m.user_id as "userId", u.name as "userName",
    m.sent_at as "createdAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'body', o.body, 'fromMe', o.from_me, 'mediaType', o.kind, 'isDeleted', o.is_deleted,
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
  select t.id, t.updated_at from app.tickets t where ${wanted}
    and (exists (select 1 from app.messages m where m.company_id = 2 and m.ticket_id = t.id and m.folded like $1 offset 0)
      or exists (select 1 from app.contacts c where c.company_id = 2 and c.id = t.contact_id and c.folded like $1 offset 0))
  order by t.updated_at desc, t.id desc limit 1001`);

/** Contacts by a fragment of name or number: $1 pattern. */
export const contacts = `
  with hits as materialized (select c.id, lower(c.name) as place from app.contacts c where c.company_id = 2 and c.folded like $1),
  page as (select h.id, h.place from hits h order by h.place, h.id limit 21)
  select c.id, c.name, c.number, c.email, c.is_group as "isGroup", c.active, c.disable_bot as "disableBot", c.accept_audio as "acceptAudioMessage", c.consent_at as "lgpdAcceptedAt",
    c.channel, c.picture_url as "urlPicture", c.created_at as "createdAt", c.extra as "extraInfo",
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name)
      from app.contact_tags x join app.tags g on g.company_id = x.company_id and g.id = x.tag_id where x.company_id = c.company_id and x.contact_id = c.id), '[]') as tags,
    case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end as whatsapp, (select count(*) from hits) as total
  from page p join app.contacts c on c.company_id = 2 and c.id = p.id left join app.connections w on w.company_id = c.company_id and w.id = c.connection_id
  order by p.place, p.id`;
