-- Services that answer customers in the company's name: DialogFlow, n8n, webhooks, Typebot; how far each conversation is with one.

create table app.queue_integrations (
  company_id      bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id              bigint generated always as identity,
  type            text not null default 'typebot' check (type in ('dialogflow', 'n8n', 'webhook', 'typebot')),
  name            text not null check (name <> ''),
  name_key        text collate "C" generated always as (app.name_key(name)) stored,
  project_name    text not null default '',
  client_email    text not null default '',
  language        text not null default 'pt-BR',
  url             text not null default '',
  slug            text not null default '',
  expires_min     integer not null default 1 check (expires_min >= 0),
  delay_ms        integer not null default 1000 check (delay_ms >= 0),
  keyword_finish  text not null default '',
  keyword_restart text not null default '',
  restart_message text not null default '',
  unknown_message text not null default '',
  has_secret      boolean not null default false,
  sealed          bytea,
  paused_until    timestamptz,
  primary key (company_id, id)
);
comment on column app.queue_integrations.sealed is 'The service account''s key and the secret that envelopes are signed with, as JSON.';
comment on column app.queue_integrations.expires_min is 'A flow of a customer who was silent for so long begins anew; 0: never.';
comment on column app.queue_integrations.paused_until is 'It failed too often: until then its customers go to people.';
create unique index queue_integrations_name on app.queue_integrations (company_id, name_key);
call app.tenant_table('app.queue_integrations');

-- How far a ticket is with who answers it by itself. A row may outlive the hand-over; the ticket's use_integration says who leads.
create table app.integration_sessions (
  company_id     bigint not null default app.company_id(),
  ticket_id      bigint not null,
  integration_id bigint,
  external_id    text,
  expects        jsonb,
  turn           bigint not null default 0,
  heard_id       bigint not null default 0,
  asked_at       timestamptz,
  last_at        timestamptz not null default now(),
  hour_at        timestamptz not null default now(),
  hour_turns     integer not null default 0,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade,
  foreign key (company_id, integration_id) references app.queue_integrations (company_id, id) on delete cascade
);
comment on column app.integration_sessions.external_id is 'The flow''s session; null: the next turn begins one.';
comment on column app.integration_sessions.expects is 'What the flow asked the customer for last.';
comment on column app.integration_sessions.turn is 'The fence: an answer counts only for the turn that asked for it.';
comment on column app.integration_sessions.heard_id is 'The last message of the customer that a turn has carried.';
comment on column app.integration_sessions.asked_at is 'Since when words of the customer wait to be carried.';
create index integration_sessions_integration on app.integration_sessions (company_id, integration_id);
call app.tenant_table('app.integration_sessions');

-- The last calls of each integration, for the admin who asks why.
create table app.integration_calls (
  company_id     bigint not null default app.company_id(),
  id             bigint generated always as identity,
  integration_id bigint not null,
  ticket_id      bigint,
  at             timestamptz not null default now(),
  ms             integer not null default 0,
  outcome        text not null,
  detail         text not null default '',
  said           text not null default '',
  answered       text not null default '',
  primary key (company_id, id),
  foreign key (company_id, integration_id) references app.queue_integrations (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete set null (ticket_id)
);
create index integration_calls_integration on app.integration_calls (company_id, integration_id, id);
create index integration_calls_ticket on app.integration_calls (company_id, ticket_id);
call app.tenant_table('app.integration_calls');

alter table app.connections
  add column integration_id bigint,
  add foreign key (company_id, integration_id) references app.queue_integrations (company_id, id) on delete set null (integration_id);
create index connections_integration on app.connections (company_id, integration_id);
alter table app.queues
  add column integration_id bigint,
  add foreign key (company_id, integration_id) references app.queue_integrations (company_id, id) on delete set null (integration_id);
create index queues_integration on app.queues (company_id, integration_id);
alter table app.chatbot_options
  add column target_integration_id bigint,
  add foreign key (company_id, target_integration_id) references app.queue_integrations (company_id, id) on delete set null (target_integration_id);
create index chatbot_options_target_integration on app.chatbot_options (company_id, target_integration_id);

alter table app.ticket_log add column detail text;
comment on column app.ticket_log.detail is 'A reason: why an integration gave the ticket to people.';

-- Deleted with the company at once, before anybody looks whether files are still held.
alter table app.file_list_options add foreign key (company_id) references app.companies (id) on delete cascade;
