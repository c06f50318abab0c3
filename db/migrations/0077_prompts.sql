-- AI assistants that answer customers by a prompt, and what they cost.

create table app.prompts (
  company_id   bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id           bigint generated always as identity,
  name         text not null check (name <> ''),
  name_key     text collate "C" generated always as (app.name_key(name)) stored,
  prompt       text not null default '',
  model        text not null default 'gpt-4o-mini',
  base_url     text not null default '',
  max_tokens   integer not null default 100 check (max_tokens > 0),
  temperature  double precision not null default 1 check (temperature between 0 and 2),
  max_messages integer not null default 10 check (max_messages > 0),
  queue_id     bigint,
  voice        text not null default 'text',
  voice_region text not null default '',
  has_key      boolean not null default false,
  has_voice_key boolean not null default false,
  sealed       bytea,
  paused_until timestamptz,
  primary key (company_id, id),
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete set null (queue_id)
);
comment on column app.prompts.sealed is 'The keys of the AI and of the voice, as JSON.';
comment on column app.prompts.base_url is 'Of an API in OpenAI''s form; empty: the installation''s.';
comment on column app.prompts.paused_until is 'Its account has nothing left: until then customers go to people.';
create unique index prompts_name on app.prompts (company_id, name_key);
create index prompts_queue on app.prompts (company_id, queue_id);
call app.tenant_table('app.prompts');

-- What each prompt has used on each day of the company's calendar.
create table app.ai_uses (
  company_id  bigint not null default app.company_id(),
  prompt_id   bigint not null,
  day         date not null,
  calls       integer not null default 0,
  tokens_in   bigint not null default 0,
  tokens_out  bigint not null default 0,
  voice_chars bigint not null default 0,
  audio_bytes bigint not null default 0,
  primary key (company_id, prompt_id, day),
  foreign key (company_id, prompt_id) references app.prompts (company_id, id) on delete cascade
);
call app.tenant_table('app.ai_uses');

alter table app.connections
  add column prompt_id bigint,
  add foreign key (company_id, prompt_id) references app.prompts (company_id, id) on delete set null (prompt_id);
create index connections_prompt on app.connections (company_id, prompt_id);
alter table app.integration_sessions
  add column prompt_id bigint,
  add foreign key (company_id, prompt_id) references app.prompts (company_id, id) on delete cascade;
create index integration_sessions_prompt on app.integration_sessions (company_id, prompt_id);
