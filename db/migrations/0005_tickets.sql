-- Tickets, what happened to them, and counters that are moved by each action instead of counted on each request.

create table app.tickets (
  company_id      bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id              bigint generated always as identity,
  uuid            uuid not null default gen_random_uuid(),
  contact_id      bigint not null,
  connection_id   bigint not null,
  channel         text not null,
  status          text not null default 'pending',
  queue_id        bigint,
  user_id         bigint,
  is_group        boolean not null default false,
  is_bot          boolean not null default false,
  use_integration boolean not null default false,
  transferred     boolean not null default false,
  unread          integer not null default 0,
  last_message    text not null default '',
  last_message_id bigint,
  last_message_at timestamptz,
  last_from_me    boolean not null default false,
  last_ack        smallint not null default 0,
  last_inbound_at timestamptz,
  waiting_since   timestamptz,
  rating          smallint,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references app.connections (company_id, id),
  foreign key (company_id, queue_id) references app.queues (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id)
);
-- One live ticket per contact and connection, under any race.
create unique index tickets_live on app.tickets (company_id, contact_id, connection_id) where status <> 'closed';
create unique index tickets_uuid on app.tickets (company_id, uuid);
-- What filters look at rides along: a jump to page 500 skips in the index, without touching the rows it skips.
create index tickets_list on app.tickets (company_id, status, updated_at desc, id desc) include (queue_id, user_id, connection_id, is_group);
create index tickets_recent on app.tickets (company_id, updated_at desc, id desc) include (status, queue_id, user_id, connection_id, is_group);
create index tickets_user on app.tickets (company_id, user_id, status, updated_at desc, id desc);
create index tickets_contact on app.tickets (company_id, contact_id);
create index tickets_queue on app.tickets (company_id, queue_id, status);
call app.tenant_table('app.tickets');

create table app.ticket_tags (
  company_id bigint not null default app.company_id(),
  ticket_id  bigint not null,
  tag_id     bigint not null,
  primary key (company_id, ticket_id, tag_id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references app.tags (company_id, id) on delete cascade
);
create index ticket_tags_tag on app.ticket_tags (company_id, tag_id);
call app.tenant_table('app.ticket_tags');

create table app.ticket_log (
  company_id bigint not null default app.company_id(),
  id         bigint generated always as identity,
  ticket_id  bigint not null,
  type       text not null,
  user_id    bigint,
  queue_id   bigint,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade
);
create index ticket_log_ticket on app.ticket_log (company_id, ticket_id, id);
call app.tenant_table('app.ticket_log');

-- One row per round of a ticket: opened, started, finished. The dashboard reads it.
create table app.ticket_rounds (
  company_id    bigint not null default app.company_id(),
  id            bigint generated always as identity,
  ticket_id     bigint not null,
  contact_id    bigint not null,
  user_id       bigint,
  queue_id      bigint,
  by_customer   boolean not null default true,
  created_at    timestamptz not null default now(),
  started_at    timestamptz,
  finished_at   timestamptz,
  rating        smallint,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade
);
create index ticket_rounds_ticket on app.ticket_rounds (company_id, ticket_id, id desc);
create index ticket_rounds_contact on app.ticket_rounds (company_id, contact_id);
create index ticket_rounds_created on app.ticket_rounds (company_id, created_at);
call app.tenant_table('app.ticket_rounds');

-- How many tickets, and how many unread messages, by what tabs filter on. 0 stands for none.
create table app.ticket_counters (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  status     text not null,
  queue_id   bigint not null,
  user_id    bigint not null,
  is_group   boolean not null,
  tickets    bigint not null default 0,
  unread     bigint not null default 0,
  primary key (company_id, status, queue_id, user_id, is_group)
) with (fillfactor = 70);
call app.tenant_table('app.ticket_counters');

-- Half-hour sums for dashboard and charts, moved by the same actions.
create table app.half_hours (
  company_id  bigint not null default app.company_id() references app.companies (id) on delete cascade,
  slot        timestamptz not null,
  queue_id    bigint not null,
  user_id     bigint not null,
  opened      integer not null default 0,
  accepted    integer not null default 0,
  closed      integer not null default 0,
  received    integer not null default 0,
  sent        integer not null default 0,
  wait_s      bigint not null default 0,
  support_s   bigint not null default 0,
  primary key (company_id, slot, queue_id, user_id)
) with (fillfactor = 70);
call app.tenant_table('app.half_hours');
