-- Campaigns: one message to many, fed a few at a time to the lines that send it. The rows of `campaign_shipping` are the truth of who
-- gets what; nothing is counted beside them.
create table app.campaigns (
  company_id     bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id             bigint generated always as identity,
  name           text not null check (name <> ''),
  status         text not null default 'INATIVA' check (status in ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  messages       text[] not null default '{}',
  confirmations  text[] not null default '{}',
  confirmation   boolean not null default false,
  list_id        bigint,
  tag_id         bigint,
  scheduled_at   timestamptz,
  started_at     timestamptz,
  completed_at   timestamptz,
  media_id       text,
  media_name     text not null default '',
  open_ticket    boolean not null default false,
  status_ticket  text not null default 'closed' check (status_ticket in ('closed', 'pending', 'open')),
  ticket_user_id bigint,
  queue_id       bigint,
  skip_open      boolean not null default true,
  paused_reason  text not null default '',
  changed        boolean not null default false,
  told_at        timestamptz not null default now(),
  created_at     timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, list_id) references app.contact_lists (company_id, id) on delete set null (list_id),
  foreign key (company_id, tag_id) references app.tags (company_id, id) on delete set null (tag_id),
  foreign key (company_id, media_id) references app.media (company_id, id),
  foreign key (company_id, ticket_user_id) references app.users (company_id, id) on delete set null (ticket_user_id),
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete set null (queue_id)
);
comment on column app.campaigns.paused_reason is 'Why nothing goes although it runs; it goes on by itself when that is over. Empty: it goes.';
comment on column app.campaigns.changed is 'The report is not as it was last told.';
create index campaigns_active on app.campaigns (status, scheduled_at) where status in ('PROGRAMADA', 'EM_ANDAMENTO');
create index campaigns_list on app.campaigns (company_id, list_id) where list_id is not null;
create index campaigns_tag on app.campaigns (company_id, tag_id) where tag_id is not null;
create index campaigns_media on app.campaigns (company_id, media_id) where media_id is not null;
create index campaigns_ticket_user on app.campaigns (company_id, ticket_user_id) where ticket_user_id is not null;
create index campaigns_queue on app.campaigns (company_id, queue_id) where queue_id is not null;
call app.tenant_table('app.campaigns');

create table app.campaign_lines (
  company_id    bigint not null default app.company_id(),
  campaign_id   bigint not null,
  connection_id bigint not null,
  place         integer not null default 1,
  next_at       timestamptz not null default now(),
  fed           integer not null default 0,
  primary key (company_id, campaign_id, connection_id),
  foreign key (company_id, campaign_id) references app.campaigns (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
comment on column app.campaign_lines.next_at is 'Not fed before this.';
create index campaign_lines_connection on app.campaign_lines (company_id, connection_id);
call app.tenant_table('app.campaign_lines');

create table app.campaign_shipping (
  company_id              bigint not null default app.company_id(),
  id                      bigint generated always as identity,
  campaign_id             bigint not null,
  person_key              text not null,
  contact_id              bigint,
  connection_id           bigint,
  name                    text not null,
  number                  text not null default '',
  email                   text not null default '',
  status                  text not null default 'queued' check (status in
    ('queued', 'confirming', 'confirmed', 'waiting', 'sent', 'failed', 'skipped', 'optedout', 'expired', 'cancelled')),
  reason                  text not null default '',
  variant                 smallint,
  message_id              bigint,
  confirmation_message_id bigint,
  answer_message_id       bigint,
  fed_at                  timestamptz,
  sent_at                 timestamptz,
  confirmation_at         timestamptz,
  confirmed_at            timestamptz,
  answered_at             timestamptz,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references app.campaigns (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete set null (connection_id)
);
comment on column app.campaign_shipping.person_key is 'The canonical number, or contact:<id> of somebody without one: a person is in a campaign once.';
comment on column app.campaign_shipping.connection_id is 'The line the contact knows, until another takes it over; then the one that sent.';
comment on column app.campaign_shipping.message_id is 'No reference: a message may go with its conversation, and what became of it is then not known.';
comment on column app.campaign_shipping.status is 'Delivered and read are its message''s to say, answered is answered_at.';
create unique index campaign_shipping_person on app.campaign_shipping (company_id, campaign_id, person_key);
create index campaign_shipping_status on app.campaign_shipping (company_id, campaign_id, status, id);
create index campaign_shipping_contact on app.campaign_shipping (company_id, contact_id, id) where contact_id is not null;
create index campaign_shipping_connection on app.campaign_shipping (company_id, connection_id) where connection_id is not null;
create index campaign_shipping_fed on app.campaign_shipping (company_id, fed_at) where fed_at is not null;
call app.tenant_table('app.campaign_shipping');

create table app.campaign_settings (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  key        text not null,
  value      text not null,
  primary key (company_id, key)
);
call app.tenant_table('app.campaign_settings');
