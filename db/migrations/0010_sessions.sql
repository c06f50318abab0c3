-- Sessions that are linked like a device (WhatsApp): what they keep, where they were away, whose number is whose, how fast
-- automated sends may go, and the past they bring along.

alter table app.connections
  add column alive_at        timestamptz,
  add column past_from       timestamptz,
  add column past_until      timestamptz,
  add column past_groups     boolean not null default false,
  add column past_queue_id   bigint,
  add column past_close      boolean not null default false,
  add column past_state      text not null default '',
  add column past_at         timestamptz,
  add column pace            jsonb not null default '{}',
  add constraint connections_past_queue foreign key (company_id, past_queue_id) references app.queues (company_id, id);
comment on column app.connections.alive_at is 'The provider''s last sign of life; a gap begins here.';
comment on column app.connections.past_state is 'Import of old messages: '''', preparing, running, done (its tickets can be closed).';

-- Keys of a session that its provider has ended: kept apart for 30 days, in case the provider was wrong.
create table app.connection_secrets_kept (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  kept_at       timestamptz not null default now(),
  why           text not null,
  name          text not null,
  sealed        bytea not null,
  primary key (company_id, connection_id, kept_at, name),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
call app.tenant_table('app.connection_secrets_kept');

-- What a plugin wants to find again with a message (to quote, forward, answer a resend). Sealed; 14 days.
create table app.message_payloads (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  external_id   text not null,
  sealed        bytea not null,
  created_at    timestamptz not null default now(),
  primary key (company_id, connection_id, external_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create index message_payloads_age on app.message_payloads using brin (created_at);
call app.tenant_table('app.message_payloads');

-- When a connection was away, and whether what was written meanwhile came afterwards.
create table app.connection_gaps (
  company_id    bigint not null default app.company_id(),
  id            bigint generated always as identity,
  connection_id bigint not null,
  from_at       timestamptz not null,
  to_at         timestamptz,
  state         text not null default 'open' check (state in ('open', 'repaired', 'unknown')),
  reason        text,
  alerted_at    timestamptz,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create unique index connection_gaps_open on app.connection_gaps (company_id, connection_id) where to_at is null;
create index connection_gaps_time on app.connection_gaps (company_id, connection_id, from_at);
call app.tenant_table('app.connection_gaps');

-- Two contacts turned out to be one person. What was moved can be moved back.
create table app.contact_merges (
  company_id bigint not null default app.company_id(),
  id         bigint generated always as identity,
  kept_id    bigint not null,
  gone_id    bigint not null,
  why        text not null,
  user_id    bigint,
  gone       jsonb not null,
  moved      jsonb not null,
  merged_at  timestamptz not null default now(),
  undone_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references app.contacts (company_id, id) on delete cascade
);
comment on column app.contact_merges.gone is 'The row of the contact that went, as it was.';
comment on column app.contact_merges.moved is 'Ids of what went over with it, by table.';
create index contact_merges_kept on app.contact_merges (company_id, kept_id);
call app.tenant_table('app.contact_merges');

-- Whether a number can be written to, as the provider said when somebody asked.
create table app.number_checks (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  channel    text not null,
  number     text not null,
  identities jsonb,
  checked_at timestamptz not null default now(),
  primary key (company_id, channel, number)
);
comment on column app.number_checks.identities is 'Null: nobody there.';
call app.tenant_table('app.number_checks');

-- The governor of one number's automated sends: counts of the running hour and day, errors in a row, when the next may go.
create table app.pace_state (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  began_at      timestamptz not null default now(),
  next_at       timestamptz not null default now(),
  hour_at       timestamptz not null default now(),
  hour_sent     integer not null default 0,
  day_at        timestamptz not null default now(),
  day_sent      integer not null default 0,
  day_cold      integer not null default 0,
  errors        integer not null default 0,
  stopped_until timestamptz,
  stopped_why   text,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
comment on column app.pace_state.began_at is 'When the number was linked; the warm-up counts from here.';
comment on column app.pace_state.day_cold is 'Of those, the ones to people who had not written.';
call app.tenant_table('app.pace_state');

-- Old messages on their way in: collected first, then brought in by time.
create table app.past_messages (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  external_id   text not null,
  at            timestamptz not null,
  event         jsonb not null,
  payload       bytea,
  primary key (company_id, connection_id, external_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create index past_messages_order on app.past_messages (company_id, connection_id, at);
call app.tenant_table('app.past_messages');

alter table app.messages add column sender jsonb;
comment on column app.messages.sender is 'Who of a group wrote it: name and identities.';
alter table app.tickets add column imported_at timestamptz;
create index tickets_imported on app.tickets (company_id, connection_id) where imported_at is not null and status <> 'closed';
