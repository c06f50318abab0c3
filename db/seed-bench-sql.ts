// The statements of the bench's data set. They read temporary tables: seed_lists (names and words), seed_lines (message texts),
// seed_people (contacts) and seed_tickets (tickets with everything that follows from their number).

/** Companies, people, queues, connections and tags. $1 is the stored password; company 2 is the one of interest. */
export const people = [
  `insert into app.plans (name, users, connections, queues, amount, is_public) values ('Bench', 1000, 1000, 1000, 0, false) on conflict (name) do nothing`,
  `insert into app.companies (id, name, email, plan_id, due_at) overriding system value
    select i, 'Bench ' || to_char(i, 'FM00'), 'bench@bench.local', (select id from app.plans where name = 'Bench'), null
    from generate_series(1, 20) i on conflict (id) do nothing`,
  `insert into app.queues (company_id, id, name, color, position) overriding system value
    select 2, i, 'Fila ' || i, '#' || lpad(to_hex(i * 1118481 % 16777216), 6, '0'), i from generate_series(1, 10) i
    union all select i, 100 + i, 'Fila', '#2563eb', 1 from generate_series(1, 20) i where i <> 2`,
  `insert into app.connections (company_id, id, name, channel, status, wanted, is_default, token) overriding system value
    select 2, i, 'Linha ' || i, case when i = 1 then 'whatsappapi' else 'webchat' end, 'CONNECTED', false, i = 1, 'bench-2-' || i from generate_series(1, 3) i
    union all select i, 100 + i, 'Linha', 'webchat', 'CONNECTED', false, i <> 1, 'bench-' || i from generate_series(1, 20) i where i <> 2`,
  `insert into app.connection_queues (company_id, connection_id, queue_id)
    select w.company_id, w.id, q.id from app.connections w join app.queues q using (company_id) where w.token like 'bench-%'
    on conflict do nothing`,
  `insert into app.users (company_id, id, name, email, password, profile, all_tickets, all_history) overriding system value
    select 2, 100 + i, 'Bench ' || to_char(i, 'FM00'), 'bench' || to_char(i, 'FM00') || '@bench.local', $1, case when i <= 5 then 'admin' else 'user' end, true, true
    from generate_series(1, 20) i
    union all select i, 200 + i, 'Admin ' || i, 'admin' || to_char(i, 'FM00') || '@bench.local', $1, 'admin', true, true from generate_series(1, 20) i where i <> 2`,
  `insert into app.user_queues (company_id, user_id, queue_id)
    select u.company_id, u.id, q.id from app.users u join app.queues q using (company_id) where u.email like '%@bench.local'`,
  `insert into app.logins (email, company_id, user_id) select email, company_id, id from app.users where email like '%@bench.local'`,
  `insert into app.tags (company_id, id, name, color) overriding system value
    select 2, i, 'Etiqueta ' || i, '#' || lpad(to_hex(i * 4913 % 16777216), 6, '0') from generate_series(1, 50) i
    union all select i, 100 + i, 'Etiqueta', '#16a34a' from generate_series(1, 20) i where i <> 2`,
  `insert into app.event_heads (company_id) select id from app.companies on conflict do nothing`,
];

/** What the numbers are made of. $1 first names, $2 surnames, $3 words. */
export const lists = [
  `create temp table seed_lists as select $1::text[] as firsts, $2::text[] as lasts`,
  // 13 lengths, 64 beginnings, 32 odd strides through the words.
  `create temp table seed_lines as
    select id, (select string_agg((($1::text[])[1 + (id / 13 % 64 + j * (1 + 2 * (id / 832))) % 64]), ' ' order by j) from generate_series(0, 3 + id % 13) j) as line
    from generate_series(0, 26623) id`,
  `create unique index on seed_lines (id)`,
  `analyze seed_lines`,
];

/** Contacts $1 to $2: interleaved over the companies, half of them of company 2. */
export const contactNumbers = `
  create temp table seed_people as
  select c, p, case when p % 2 = 0 then 2 when p / 2 % 19 = 0 then 1 else p / 2 % 19 + 2 end as company
  from generate_series($1::bigint, $2::bigint) c, lateral (select c * 7919 % 50000 as p) x`;
/** The same for contacts that all belong to company 2. */
export const ownContactNumbers = `
  create temp table seed_people as
  select c, c * 7919 % 50000 / 2 * 2 as p, 2 as company from generate_series($1::bigint, $2::bigint) c`;

const lineOf = "case when s.company = 2 then 1 + s.p / 2 % 3 else 100 + s.company end";

export const contacts = [
  `insert into app.contacts (company_id, id, name, number, channel, connection_id, created_at) overriding system value
    select s.company, c, firsts[1 + c * 31 % 40] || ' ' || lasts[1 + (c * 17 + c / 40) % 50] || ' ' || c, '55' || 11 + c % 80 || '9' || 80000000 + c, w.channel, w.id,
      date_trunc('minute', now()) - make_interval(secs => c * 7919 % 34560000)
    from seed_people s cross join seed_lists join app.connections w on w.company_id = s.company and w.id = ${lineOf} order by c`,
  `insert into app.contact_identities (company_id, kind, value, contact_id)
    select company, 'phone', '55' || 11 + c % 80 || '9' || 80000000 + c, c from seed_people order by c`,
  `insert into app.contact_tags (company_id, contact_id, tag_id)
    select company, c, case when company = 2 then 1 + c / 5 % 50 else 100 + company end from seed_people where c % 5 = 0`,
];

const numbered = (status: string, age: string, messages: string, source: string) => `
  create temp table seed_tickets as
  with numbered as (
    select t, s.c, s.p, s.company, ${status} as status from ${source}
  ), aged as (
    select n.*, ${age} as age, ${messages} as messages from numbered n
  )
  select t, c, company, s.status, messages, sum(messages) over (order by t) - messages + (select coalesce(max(id), 0) from app.messages) as before,
    w.id as line, w.channel, case when company = 2 then 1 + p / 2 % 10 else 100 + company end as queue,
    case when s.status = 'pending' then null when company = 2 then 101 + (p / 2 * 7 + (t > 50000)::int) % 20 else 200 + company end as owner,
    case when s.status = 'open' then t % 5 else 0 end as unread,
    date_trunc('minute', now()) - make_interval(secs => age) as created,
    date_trunc('minute', now()) - make_interval(secs => age) + make_interval(secs => case when s.status = 'closed' then 1800 + t % 3600 else age * 0.9 end) as moved,
    case when s.status = 'closed' and t % 10 = 0 then t / 10 % 11 end as rating
  from aged s join app.connections w on w.company_id = s.company and w.id = ${lineOf}`;

/** The data set's tickets $1 to $2: two for each contact, the older one closed; each with `weight` times the messages. */
export const ticketNumbers = (weight: number) =>
  numbered(
    "case when t <= 50000 or p >= 7000 then 'closed' when p < 5000 then 'open' else 'pending' end",
    // Live ones are up to 12 days old, closed ones up to 400.
    "case when status <> 'closed' then 60 + t * 7919 % 1036800 when t > 50000 then 86400 + t * 7919 % 17193600 else 17280000 + t * 7919 % 17280000 end",
    `${weight} * case status when 'open' then case when p < 100 then 400 else 40 end when 'pending' then 10 else 8 end`,
    "generate_series($1::bigint, $2::bigint) t join seed_people s on s.c = (t - 1) % 50000 + 1",
  );
/** More tickets of company 2, one for each new contact, with so many messages each. */
export const moreTicketNumbers = (messages: number) =>
  numbered(
    "case when t % 100 < 5 then 'open' when t % 100 < 7 then 'pending' else 'closed' end",
    "case when status <> 'closed' then 60 + t * 7919 % 1036800 else 86400 + t * 7919 % 34473600 end",
    `${messages}`,
    "(select c, p, company, c - $1::bigint + 1 + (select coalesce(max(id), 0) from app.tickets) as t from seed_people where c <= $2::bigint) s",
  );

const bodyOf = (h: string) => `line.line || case when ${h} % 1000 = 7 then ' protocolo ' || ${h} else '' end`;

export const tickets = [
  `insert into app.tickets (company_id, id, contact_id, connection_id, channel, status, queue_id, user_id, unread, last_message, last_message_id, last_message_at,
      last_from_me, last_ack, last_inbound_at, waiting_since, rating, created_at, updated_at) overriding system value
    select company, t, c, s.line, channel, status, queue, owner, least(unread, messages / 2), left(${
    bodyOf("(t * 40 + messages - 1)")
  }, 200), before + messages, moved,
      messages > 1, case when messages > 1 then 3 else 0 end, created + (moved - created) * (greatest(messages - 1, 1)::float8 / messages), case when status = 'pending' then created end, rating, created, moved
    from seed_tickets s join seed_lines line on line.id = (t * 40 + messages - 1) * 7919 % 26624 order by t`,
  `insert into app.ticket_tags (company_id, ticket_id, tag_id)
    select company, t, case when company = 2 then 1 + t / 10 % 50 else 100 + company end from seed_tickets where t % 10 < 3`,
  `insert into app.ticket_rounds (company_id, ticket_id, contact_id, user_id, queue_id, created_at, started_at, finished_at, rating)
    select company, t, c, owner, queue, created, case when status <> 'pending' then created + make_interval(secs => t % 1800) end,
      case when status = 'closed' then moved end, rating from seed_tickets order by t`,
];
/** Customer and attendant in turn; the last unread of the customer are not read. */
export const messages = `
  insert into app.messages (company_id, id, ticket_id, contact_id, connection_id, queue_id, user_id, key, external_id, from_me, body, ack, read, sent_at, created_at) overriding system value
  select s.company, s.before + k + 1, t, c, s.line, queue, case when k % 2 = 1 then owner end, case when k % 2 = 1 then 'bench-' || s.before + k + 1 end, 'bench.' || s.before + k + 1, k % 2 = 1,
    ${bodyOf("(t * 40 + k)")}, case when k % 2 = 1 then 3 else 0 end, k % 2 = 1 or k < messages - 2 * unread,
    created + (moved - created) * ((k + 1)::float8 / messages), created + (moved - created) * ((k + 1)::float8 / messages)
  from seed_tickets s cross join lateral generate_series(0, messages - 1) k join seed_lines line on line.id = (t * 40 + k) * 7919 % 26624`;

/** Counters anew from what is there, for company 2 only if `only`. */
export const counters = (only: boolean) => [
  `delete from app.ticket_counters ${only ? "where company_id = 2" : ""}`,
  `insert into app.ticket_counters (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select company_id, status, coalesce(queue_id, 0), coalesce(user_id, 0), is_group, count(*), sum(unread) from app.tickets ${
    only ? "where company_id = 2" : ""
  } group by 1, 2, 3, 4, 5`,
];
/** 60 days of half hours: a row for each of company 2's people, one for every other company. */
export const halfHours = `
  insert into app.half_hours (company_id, slot, queue_id, user_id, opened, accepted, closed, received, sent, wait_s, support_s)
  select x.company, x.slot, x.queue, x.owner, x.n % 4, x.n % 3, x.n % 3, x.n % 23, x.n % 19, x.n % 3 * (60 + x.n % 900), x.n % 3 * (300 + x.n % 3600)
  from (
    select 2 as company, slot, 1 + (i + u) % 10 as queue, 100 + u as owner, i * 31 + u * 17 as n
    from generate_series(0, 2879) i, generate_series(1, 20) u, lateral (select date_bin('30 minutes', now(), timestamptz '2000-01-01Z') - i * interval '30 minutes' as slot) s
    union all
    select c, slot, 100 + c, 200 + c, i * 31 + c * 17
    from generate_series(0, 2879) i, generate_series(1, 20) c, lateral (select date_bin('30 minutes', now(), timestamptz '2000-01-01Z') - i * interval '30 minutes' as slot) s
    where c <> 2
  ) x`;

/** After explicit ids: the next generated one is free. */
export const sequences = ["companies", "queues", "connections", "users", "tags", "contacts", "tickets", "messages"].map(
  (
    table,
  ) =>
    `select setval(pg_get_serial_sequence('app.${table}', 'id'), (select coalesce(max(id), 0) + 1 from app.${table}), false)`,
);

/** What a load makes anew goes; people that were there before (the first super user) stay. */
export const emptying = [
  `truncate app.messages, app.messages_gone, app.tickets, app.ticket_tags, app.ticket_log, app.ticket_rounds, app.ticket_counters, app.half_hours, app.contacts,
    app.contact_identities, app.contact_tags, app.early_updates, app.channel_requests, app.idempotency_keys, app.inbound_raw, app.events, app.event_heads cascade`,
  `delete from app.users where email like '%@bench.local'`,
  `delete from app.connections where token like 'bench-%'`,
  `delete from app.queues where company_id in (select id from app.companies where name like 'Bench %') or id > 100`,
  `delete from app.tags where company_id in (select id from app.companies where name like 'Bench %') or id > 100`,
];
