-- Made by `npm run schema` from the migrations. Do not edit.

create table app.ai_uses (
  company_id bigint not null default app.company_id(),
  prompt_id bigint not null,
  day date not null,
  calls integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  voice_chars bigint not null default 0,
  audio_bytes bigint not null default 0,
  PRIMARY KEY (company_id, prompt_id, day),
  FOREIGN KEY (company_id, prompt_id) REFERENCES app.prompts(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.announcement_seen (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  announcement_id bigint not null,
  seen_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, user_id, announcement_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX announcement_seen_of ON app.announcement_seen USING btree (announcement_id);

create table app.announcements (
  id bigint not null generated always as identity,
  priority smallint not null default 3,
  title text not null,
  text text not null,
  active boolean not null default true,
  image text,
  image_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  shown_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK (((priority >= 1) AND (priority <= 3))),
  CHECK ((text <> ''::text)),
  CHECK ((title <> ''::text))
);
-- row security forced: owner, shown

create table app.api_calls (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  key_id bigint,
  connection_id bigint,
  method text not null,
  path text not null,
  status integer not null,
  error text,
  ms integer not null default 0,
  address text not null default ''::text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, key_id) REFERENCES app.api_keys(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX api_calls_at ON app.api_calls USING btree (at);
CREATE INDEX api_calls_connection ON app.api_calls USING btree (company_id, connection_id, id);
CREATE INDEX api_calls_key ON app.api_calls USING btree (company_id, key_id, id);

create table app.api_keys (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  token bytea not null,
  tail text not null,
  scopes text[] not null,
  user_id bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  ended_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id),
  CHECK ((name <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX api_keys_token ON app.api_keys USING btree (token);
CREATE INDEX api_keys_user ON app.api_keys USING btree (company_id, user_id);
CREATE UNIQUE INDEX api_keys_company_token ON app.api_keys USING btree (company_id, token);

create table app.audit (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  user_id bigint,
  address text not null default ''::text,
  action text not null,
  target text not null default ''::text,
  before jsonb,
  after jsonb,
  connection_id bigint,
  key_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.authenticators (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.board_queues (
  company_id bigint not null default app.company_id(),
  board_id bigint not null,
  queue_id bigint not null,
  PRIMARY KEY (company_id, board_id, queue_id),
  FOREIGN KEY (company_id, board_id) REFERENCES app.boards(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX board_queues_queue ON app.board_queues USING btree (company_id, queue_id);

create table app.boards (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((name <> ''::text))
);
-- row security forced: owner, tenant

create table app.broadcasts (
  id bigint not null generated always as identity,
  name text not null,
  audience text[] not null,
  payload json not null,
  after_id bigint not null default 0,
  PRIMARY KEY (id)
);
-- no row security

create table app.campaign_lines (
  company_id bigint not null default app.company_id(),
  campaign_id bigint not null,
  connection_id bigint not null,
  place integer not null default 1,
  next_at timestamp with time zone not null default now(),
  fed integer not null default 0,
  PRIMARY KEY (company_id, campaign_id, connection_id),
  FOREIGN KEY (company_id, campaign_id) REFERENCES app.campaigns(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX campaign_lines_connection ON app.campaign_lines USING btree (company_id, connection_id);

create table app.campaign_settings (
  company_id bigint not null default app.company_id(),
  key text not null,
  value text not null,
  PRIMARY KEY (company_id, key),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.campaign_shipping (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  person_key text not null,
  contact_id bigint,
  connection_id bigint,
  name text not null,
  number text not null default ''::text,
  email text not null default ''::text,
  status text not null default 'queued'::text,
  reason text not null default ''::text,
  variant smallint,
  message_id bigint,
  confirmation_message_id bigint,
  answer_message_id bigint,
  fed_at timestamp with time zone,
  sent_at timestamp with time zone,
  confirmation_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  answered_at timestamp with time zone,
  tries smallint not null default 0,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, campaign_id) REFERENCES app.campaigns(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE SET NULL (connection_id),
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE SET NULL (contact_id),
  CHECK ((status = ANY (ARRAY['queued'::text, 'confirming'::text, 'confirmed'::text, 'waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text, 'optedout'::text, 'expired'::text, 'cancelled'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX campaign_shipping_connection ON app.campaign_shipping USING btree (company_id, connection_id) WHERE (connection_id IS NOT NULL);
CREATE INDEX campaign_shipping_contact ON app.campaign_shipping USING btree (company_id, contact_id, id) WHERE (contact_id IS NOT NULL);
CREATE INDEX campaign_shipping_fed ON app.campaign_shipping USING btree (company_id, fed_at) WHERE (fed_at IS NOT NULL);
CREATE INDEX campaign_shipping_status ON app.campaign_shipping USING btree (company_id, campaign_id, status, id);
CREATE UNIQUE INDEX campaign_shipping_person ON app.campaign_shipping USING btree (company_id, campaign_id, person_key);

create table app.campaigns (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  status text not null default 'INATIVA'::text,
  messages text[] not null default '{}'::text[],
  confirmations text[] not null default '{}'::text[],
  confirmation boolean not null default false,
  list_id bigint,
  tag_id bigint,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  media_id text,
  media_name text not null default ''::text,
  open_ticket boolean not null default false,
  status_ticket text not null default 'closed'::text,
  ticket_user_id bigint,
  queue_id bigint,
  skip_open boolean not null default true,
  paused_reason text not null default ''::text,
  changed boolean not null default false,
  told_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  template_name text not null default ''::text,
  template_language text not null default ''::text,
  template_values jsonb not null default '{}'::jsonb,
  author_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, author_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (author_id),
  FOREIGN KEY (company_id, list_id) REFERENCES app.contact_lists(company_id, id) ON DELETE SET NULL (list_id),
  FOREIGN KEY (company_id, media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE SET NULL (queue_id),
  FOREIGN KEY (company_id, tag_id) REFERENCES app.tags(company_id, id) ON DELETE SET NULL (tag_id),
  FOREIGN KEY (company_id, ticket_user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (ticket_user_id),
  CHECK ((name <> ''::text)),
  CHECK ((status = ANY (ARRAY['INATIVA'::text, 'PROGRAMADA'::text, 'EM_ANDAMENTO'::text, 'CANCELADA'::text, 'FINALIZADA'::text]))),
  CHECK ((status_ticket = ANY (ARRAY['closed'::text, 'pending'::text, 'open'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX campaigns_active ON app.campaigns USING btree (status, scheduled_at) WHERE (status = ANY (ARRAY['PROGRAMADA'::text, 'EM_ANDAMENTO'::text]));
CREATE INDEX campaigns_author ON app.campaigns USING btree (company_id, author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX campaigns_list ON app.campaigns USING btree (company_id, list_id) WHERE (list_id IS NOT NULL);
CREATE INDEX campaigns_media ON app.campaigns USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX campaigns_queue ON app.campaigns USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX campaigns_tag ON app.campaigns USING btree (company_id, tag_id) WHERE (tag_id IS NOT NULL);
CREATE INDEX campaigns_ticket_user ON app.campaigns USING btree (company_id, ticket_user_id) WHERE (ticket_user_id IS NOT NULL);

create table app.channel_accounts (
  channel text not null,
  account text not null,
  company_id bigint not null,
  connection_id bigint not null,
  PRIMARY KEY (channel, account),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- no row security
CREATE INDEX channel_accounts_connection ON app.channel_accounts USING btree (company_id, connection_id);

create table app.channel_requests (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  connection_id bigint not null,
  kind text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  answer_by timestamp with time zone,
  answer jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX channel_requests_due ON app.channel_requests USING btree (company_id, connection_id, due_at);

create table app.charges (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  invoice_id bigint not null,
  provider text not null,
  ref text not null,
  remote text not null default ''::text,
  attempt integer not null default 1,
  cents bigint not null,
  status text not null default 'open'::text,
  qr text not null default ''::text,
  link text not null default ''::text,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, invoice_id) REFERENCES app.invoices(company_id, id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'closed'::text, 'refunded'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX charges_found ON app.charges USING btree (provider, ref);
CREATE INDEX charges_invoice ON app.charges USING btree (company_id, invoice_id);
CREATE INDEX charges_open ON app.charges USING btree (checked_at) WHERE (status = 'open'::text);
CREATE INDEX charges_remote ON app.charges USING btree (provider, remote);
CREATE UNIQUE INDEX charges_ref ON app.charges USING btree (company_id, provider, ref);

create table app.chat_members (
  company_id bigint not null default app.company_id(),
  chat_id bigint not null,
  user_id bigint not null,
  position_read bigint not null default 0,
  position_rung bigint not null default 0,
  muted boolean not null default false,
  joined_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, chat_id, user_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, chat_id) REFERENCES app.chats(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX chat_members_user ON app.chat_members USING btree (company_id, user_id);

create table app.chat_messages (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  chat_id bigint not null,
  "position" bigint not null,
  sender_id bigint,
  key text not null,
  fingerprint text not null,
  kind text not null default 'chat'::text,
  body text not null default ''::text,
  media_id text,
  data jsonb,
  quoted_id bigint,
  reactions jsonb not null default '[]'::jsonb,
  is_deleted boolean not null default false,
  edited_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  folded text generated always as (app.fold(body)) stored,
  UNIQUE (company_id, chat_id, "position"),
  UNIQUE (company_id, chat_id, key),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, chat_id) REFERENCES app.chats(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, quoted_id) REFERENCES app.chat_messages(company_id, id) ON DELETE SET NULL (quoted_id),
  FOREIGN KEY (company_id, sender_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (sender_id)
);
-- row security forced: owner, tenant
CREATE INDEX chat_messages_media ON app.chat_messages USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX chat_messages_quoted ON app.chat_messages USING btree (company_id, quoted_id) WHERE (quoted_id IS NOT NULL);
CREATE INDEX chat_messages_sender ON app.chat_messages USING btree (company_id, sender_id);

create table app.chatbot_options (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  queue_id bigint not null,
  parent_id bigint,
  "position" integer not null,
  name text not null,
  greeting text not null default ''::text,
  type text not null default 'text'::text,
  close_ticket boolean not null default false,
  target_queue_id bigint,
  target_user_id bigint,
  target_list_id bigint,
  target_integration_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, parent_id) REFERENCES app.chatbot_options(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, target_integration_id) REFERENCES app.queue_integrations(company_id, id) ON DELETE SET NULL (target_integration_id),
  FOREIGN KEY (company_id, target_list_id) REFERENCES app.file_lists(company_id, id) ON DELETE SET NULL (target_list_id),
  FOREIGN KEY (company_id, target_queue_id) REFERENCES app.queues(company_id, id) ON DELETE SET NULL (target_queue_id),
  FOREIGN KEY (company_id, target_user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (target_user_id),
  CHECK ((name <> ''::text)),
  CHECK ((type = ANY (ARRAY['text'::text, 'attendent'::text, 'queue'::text, 'integration'::text, 'file'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX chatbot_options_parent ON app.chatbot_options USING btree (company_id, parent_id);
CREATE INDEX chatbot_options_place ON app.chatbot_options USING btree (company_id, queue_id, parent_id, "position");
CREATE INDEX chatbot_options_target_integration ON app.chatbot_options USING btree (company_id, target_integration_id);
CREATE INDEX chatbot_options_target_list ON app.chatbot_options USING btree (company_id, target_list_id);
CREATE INDEX chatbot_options_target_queue ON app.chatbot_options USING btree (company_id, target_queue_id);
CREATE INDEX chatbot_options_target_user ON app.chatbot_options USING btree (company_id, target_user_id);

create table app.chats (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  title text not null default ''::text,
  pair text,
  owner_id bigint,
  last_position bigint not null default 0,
  last_id bigint,
  spoken_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  UNIQUE (company_id, pair),
  UNIQUE (company_id, uuid),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, owner_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (owner_id)
);
-- row security forced: owner, tenant
CREATE INDEX chats_order ON app.chats USING btree (company_id, spoken_at, id);
CREATE INDEX chats_owner ON app.chats USING btree (company_id, owner_id);

create table app.companies (
  id bigint not null generated always as identity,
  name text not null,
  email text not null default ''::text,
  phone text not null default ''::text,
  document text not null default ''::text,
  active boolean not null default true,
  plan_id bigint,
  due_at timestamp with time zone,
  recurrence text not null default 'MENSAL'::text,
  timezone text not null default 'America/Sao_Paulo'::text,
  created_at timestamp with time zone not null default now(),
  last_login timestamp with time zone,
  schedules jsonb not null default '[]'::jsonb,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  payment_method text not null default ''::text,
  address_street text not null default ''::text,
  address_city text not null default ''::text,
  address_state text not null default ''::text,
  version integer not null default 1,
  removed_at timestamp with time zone,
  seats integer,
  lines integer,
  due_day smallint,
  suspended_at timestamp with time zone,
  UNIQUE (name),
  PRIMARY KEY (id),
  FOREIGN KEY (plan_id) REFERENCES app.plans(id),
  CHECK (((due_day >= 1) AND (due_day <= 31))),
  CHECK (((lines >= 1) AND (lines <= 100000))),
  CHECK (((plan_id IS NOT NULL) OR (removed_at IS NOT NULL))),
  CHECK (((seats >= 1) AND (seats <= 100000))),
  CHECK ((name <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX companies_plan ON app.companies USING btree (plan_id);
CREATE INDEX companies_removed ON app.companies USING btree (removed_at) WHERE (removed_at IS NOT NULL);

create table app.company_exports (
  company_id bigint not null default app.company_id(),
  run uuid not null default gen_random_uuid(),
  asked_at timestamp with time zone not null default now(),
  asked_by text not null,
  rows bigint,
  files bigint,
  bytes bigint,
  ready_at timestamp with time zone,
  taken_at timestamp with time zone,
  failed_at timestamp with time zone,
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.company_usage (
  company_id bigint not null default app.company_id(),
  bytes bigint not null default 0,
  files bigint not null default 0,
  counted_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.connection_gaps (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  connection_id bigint not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  state text not null default 'open'::text,
  reason text,
  alerted_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['open'::text, 'repaired'::text, 'unknown'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX connection_gaps_time ON app.connection_gaps USING btree (company_id, connection_id, from_at);
CREATE UNIQUE INDEX connection_gaps_open ON app.connection_gaps USING btree (company_id, connection_id) WHERE (to_at IS NULL);

create table app.connection_queues (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  queue_id bigint not null,
  PRIMARY KEY (company_id, connection_id, queue_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.connection_secrets (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  name text not null,
  sealed bytea not null,
  PRIMARY KEY (company_id, connection_id, name),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.connection_secrets_kept (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  kept_at timestamp with time zone not null default now(),
  why text not null,
  name text not null,
  sealed bytea not null,
  PRIMARY KEY (company_id, connection_id, kept_at, name),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.connections (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  channel text not null,
  number text not null default ''::text,
  status text not null default 'DISCONNECTED'::text,
  reason text,
  qrcode text not null default ''::text,
  retries integer not null default 0,
  wanted boolean not null default true,
  is_default boolean not null default false,
  allow_groups boolean not null default false,
  group_as_ticket boolean not null default false,
  token text not null,
  greeting text not null default ''::text,
  farewell text not null default ''::text,
  out_of_hours text not null default ''::text,
  settings jsonb not null default '{}'::jsonb,
  sealed bytea,
  paused_until timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  alive_at timestamp with time zone,
  past_from timestamp with time zone,
  past_until timestamp with time zone,
  past_groups boolean not null default false,
  past_queue_id bigint,
  past_close boolean not null default false,
  past_state text not null default ''::text,
  past_at timestamp with time zone,
  pace jsonb not null default '{}'::jsonb,
  since timestamp with time zone not null default now(),
  connected_at timestamp with time zone,
  alerted_at timestamp with time zone,
  past_done integer not null default 0,
  past_all integer not null default 0,
  schedules jsonb not null default '[]'::jsonb,
  bot_tries integer not null default 3,
  bot_pause_min integer not null default 0,
  redirect_after_min integer not null default 0,
  redirect_queue_id bigint,
  inactive_after_min integer not null default 0,
  inactive_text text not null default ''::text,
  close_after_min integer not null default 0,
  close_if_ours_last boolean not null default false,
  expired_text text not null default ''::text,
  rating_text text not null default ''::text,
  rating_expires_min integer not null default 0,
  rating_tries integer not null default 3,
  reuse_within_min integer not null default 0,
  greeting_media_id text,
  vacation_start date,
  vacation_end date,
  vacation_text text not null default ''::text,
  forward_after timestamp with time zone,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  integration_id bigint,
  prompt_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, greeting_media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, integration_id) REFERENCES app.queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  FOREIGN KEY (company_id, past_queue_id) REFERENCES app.queues(company_id, id) ON DELETE SET NULL (past_queue_id),
  FOREIGN KEY (company_id, prompt_id) REFERENCES app.prompts(company_id, id) ON DELETE SET NULL (prompt_id),
  FOREIGN KEY (company_id, redirect_queue_id) REFERENCES app.queues(company_id, id) ON DELETE SET NULL (redirect_queue_id),
  CHECK ((bot_pause_min >= 0)),
  CHECK ((bot_tries >= 0)),
  CHECK ((close_after_min >= 0)),
  CHECK ((inactive_after_min >= 0)),
  CHECK ((name <> ''::text)),
  CHECK ((rating_expires_min >= 0)),
  CHECK ((rating_tries >= 0)),
  CHECK ((redirect_after_min >= 0)),
  CHECK ((reuse_within_min >= 0))
);
-- row security forced: owner, tenant
CREATE INDEX connections_integration ON app.connections USING btree (company_id, integration_id);
CREATE INDEX connections_prompt ON app.connections USING btree (company_id, prompt_id);
CREATE INDEX connections_token ON app.connections USING btree (sha256((token)::bytea)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX connections_default ON app.connections USING btree (company_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE UNIQUE INDEX connections_name ON app.connections USING btree (company_id, lower(name)) WHERE (deleted_at IS NULL);

create table app.contact_identities (
  company_id bigint not null default app.company_id(),
  kind text not null,
  value text not null,
  contact_id bigint not null,
  address text,
  username text,
  connection_id bigint,
  heard_at timestamp with time zone,
  PRIMARY KEY (company_id, kind, value),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE SET NULL (connection_id),
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX contact_identities_connection ON app.contact_identities USING btree (company_id, connection_id);
CREATE INDEX contact_identities_contact ON app.contact_identities USING btree (company_id, contact_id);

create table app.contact_list_items (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  list_id bigint not null,
  name text not null,
  number text not null,
  email text not null default ''::text,
  valid boolean,
  checked_at timestamp with time zone,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  folded text generated always as (app.fold(((((name || ' '::text) || number) || ' '::text) || email))) stored,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, list_id) REFERENCES app.contact_lists(company_id, id) ON DELETE CASCADE,
  CHECK ((name <> ''::text)),
  CHECK ((number <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX contact_list_items_name ON app.contact_list_items USING btree (company_id, list_id, name_key, id);
CREATE UNIQUE INDEX contact_list_items_number ON app.contact_list_items USING btree (company_id, list_id, number);

create table app.contact_lists (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  items integer not null default 0,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((name <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX contact_lists_name ON app.contact_lists USING btree (company_id, name_key, id);

create table app.contact_merges (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  kept_id bigint not null,
  gone_id bigint not null,
  why text not null,
  user_id bigint,
  gone jsonb not null,
  moved jsonb not null,
  merged_at timestamp with time zone not null default now(),
  undone_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, kept_id) REFERENCES app.contacts(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX contact_merges_kept ON app.contact_merges USING btree (company_id, kept_id);

create table app.contact_tags (
  company_id bigint not null default app.company_id(),
  contact_id bigint not null,
  tag_id bigint not null,
  PRIMARY KEY (company_id, contact_id, tag_id),
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, tag_id) REFERENCES app.tags(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX contact_tags_tag ON app.contact_tags USING btree (company_id, tag_id);

create table app.contact_wallets (
  company_id bigint not null default app.company_id(),
  contact_id bigint not null,
  user_id bigint not null,
  queue_id bigint not null,
  PRIMARY KEY (company_id, contact_id),
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX contact_wallets_queue ON app.contact_wallets USING btree (company_id, queue_id);
CREATE INDEX contact_wallets_user ON app.contact_wallets USING btree (company_id, user_id);

create table app.contacts (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  named_by_hand boolean not null default false,
  number text not null default ''::text,
  email text not null default ''::text,
  channel text not null default ''::text,
  connection_id bigint,
  is_group boolean not null default false,
  active boolean not null default true,
  disable_bot boolean not null default false,
  accept_audio boolean not null default true,
  consent_at timestamp with time zone,
  picture_url text,
  extra jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  folded text generated always as (app.fold(((((name || ' '::text) || number) || ' '::text) || email))) stored,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  picture_media_id text,
  profile_asked_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  FOREIGN KEY (company_id, picture_media_id) REFERENCES app.media(company_id, id)
);
-- row security forced: owner, tenant
CREATE INDEX contacts_created ON app.contacts USING btree (company_id, created_at);
CREATE INDEX contacts_name ON app.contacts USING btree (company_id, name_key, id);
CREATE INDEX contacts_picture ON app.contacts USING btree (company_id, picture_media_id) WHERE (picture_media_id IS NOT NULL);
CREATE INDEX contacts_search ON app.contacts USING gin (company_id, folded gin_trgm_ops);
CREATE UNIQUE INDEX contacts_number ON app.contacts USING btree (company_id, number) WHERE ((number <> ''::text) AND (NOT is_group));

create table app.devices (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  user_id bigint not null,
  session_id uuid not null,
  name text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  rang_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, session_id) REFERENCES app.sessions(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK ((length(endpoint) <= 2000))
);
-- row security forced: owner, tenant
CREATE INDEX devices_anywhere ON app.devices USING hash (endpoint);
CREATE INDEX devices_session ON app.devices USING btree (company_id, session_id);
CREATE INDEX devices_user ON app.devices USING btree (company_id, user_id);
CREATE UNIQUE INDEX devices_endpoint ON app.devices USING btree (company_id, endpoint);

create table app.drafts (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  ticket_id bigint not null,
  mode text not null,
  text text not null,
  rev bigint not null,
  updated_at timestamp with time zone not null default clock_timestamp(),
  left_in bigint,
  left_at timestamp with time zone,
  hidden_from bigint[] not null default '{}'::bigint[],
  PRIMARY KEY (company_id, user_id, ticket_id, mode),
  FOREIGN KEY (company_id, left_in) REFERENCES app.tickets(company_id, id) ON DELETE SET NULL (left_in),
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK ((mode = ANY (ARRAY['reply'::text, 'note'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX drafts_ended ON app.drafts USING btree (updated_at) WHERE (text = ''::text);
CREATE INDEX drafts_left ON app.drafts USING btree (company_id, left_in) WHERE (left_in IS NOT NULL);
CREATE INDEX drafts_ticket ON app.drafts USING btree (company_id, ticket_id);

create table app.early_updates (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  connection_id bigint not null,
  external_id text,
  key text,
  event jsonb not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX early_updates_external ON app.early_updates USING btree (company_id, connection_id, external_id);
CREATE INDEX early_updates_key ON app.early_updates USING btree (company_id, key) WHERE (key IS NOT NULL);

create table app.event_heads (
  company_id bigint not null default app.company_id(),
  seq bigint not null default 0,
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.events (
  company_id bigint not null default app.company_id(),
  "position" bigint not null,
  name text not null,
  audience text[] not null,
  except_ text[],
  payload json not null,
  created_at timestamp with time zone not null default now(),
  contact_id bigint,
  PRIMARY KEY (company_id, "position"),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX events_age ON app.events USING brin (created_at);
CREATE INDEX events_contact ON app.events USING btree (company_id, created_at) INCLUDE (contact_id);
CREATE INDEX events_rights ON app.events USING btree (company_id, created_at) WHERE (name = 'recado-rights'::text);

create table app.file_list_options (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  list_id bigint not null,
  "position" integer not null,
  name text not null default ''::text,
  media_id text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, list_id) REFERENCES app.file_lists(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, media_id) REFERENCES app.media(company_id, id)
);
-- row security forced: owner, tenant
CREATE INDEX file_list_options_list ON app.file_list_options USING btree (company_id, list_id, "position");
CREATE INDEX file_list_options_media ON app.file_list_options USING btree (company_id, media_id);

create table app.file_lists (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  message text not null,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((message <> ''::text)),
  CHECK ((name <> ''::text))
);
-- row security forced: owner, tenant
CREATE UNIQUE INDEX file_lists_name ON app.file_lists USING btree (company_id, name_key);

create table app.gateways (
  kind text not null,
  active boolean not null default false,
  settings jsonb not null default '{}'::jsonb,
  sealed bytea,
  changed_at timestamp with time zone not null default now(),
  PRIMARY KEY (kind),
  CHECK ((kind = ANY (ARRAY['manual'::text, 'efi'::text, 'mercadopago'::text, 'stripe'::text])))
);
-- no row security
CREATE UNIQUE INDEX gateways_active ON app.gateways USING btree (active) WHERE active;

create table app.half_hours (
  company_id bigint not null default app.company_id(),
  slot timestamp with time zone not null,
  queue_id bigint not null,
  user_id bigint not null,
  opened integer not null default 0,
  accepted integer not null default 0,
  closed integer not null default 0,
  received integer not null default 0,
  sent integer not null default 0,
  wait_s bigint not null default 0,
  support_s bigint not null default 0,
  PRIMARY KEY (company_id, slot, queue_id, user_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.help_items (
  id bigint not null generated always as identity,
  title text not null,
  title_key text collate "C" generated always as (app.name_key(title)) stored,
  description text not null default ''::text,
  video text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  CHECK ((title <> ''::text)),
  CHECK ((video ~ '^[A-Za-z0-9_-]{11}$'::text))
);
-- no row security
CREATE UNIQUE INDEX help_items_title ON app.help_items USING btree (title_key);

create table app.holidays (
  company_id bigint not null default app.company_id(),
  day date not null,
  name text not null default ''::text,
  PRIMARY KEY (company_id, day),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.idempotency_keys (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer jsonb,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, user_id, key),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX idempotency_age ON app.idempotency_keys USING brin (created_at);

create table app.imported_rows (
  company_id bigint not null default app.company_id(),
  source text not null,
  kind text not null,
  theirs text not null,
  ours bigint not null,
  PRIMARY KEY (company_id, source, kind, theirs),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.inbound_raw (
  id bigint not null generated always as identity,
  channel text not null,
  body bytea not null,
  received_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  attempts integer not null default 0,
  failure text,
  signed_for text,
  taken_by uuid[] not null default '{}'::uuid[],
  deaths integer not null default 0,
  set_aside_at timestamp with time zone,
  try_at timestamp with time zone,
  PRIMARY KEY (id)
);
-- no row security
CREATE INDEX inbound_raw_age ON app.inbound_raw USING brin (received_at);
CREATE INDEX inbound_raw_waiting ON app.inbound_raw USING btree (id) WHERE (processed_at IS NULL);

create table app.integration_calls (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  integration_id bigint not null,
  ticket_id bigint,
  at timestamp with time zone not null default now(),
  ms integer not null default 0,
  outcome text not null,
  detail text not null default ''::text,
  said text not null default ''::text,
  answered text not null default ''::text,
  after_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, integration_id) REFERENCES app.queue_integrations(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE SET NULL (ticket_id)
);
-- row security forced: owner, tenant
CREATE INDEX integration_calls_integration ON app.integration_calls USING btree (company_id, integration_id, id);
CREATE INDEX integration_calls_ticket ON app.integration_calls USING btree (company_id, ticket_id);

create table app.integration_sessions (
  company_id bigint not null default app.company_id(),
  ticket_id bigint not null,
  integration_id bigint,
  external_id text,
  expects jsonb,
  turn bigint not null default 0,
  heard_id bigint not null default 0,
  asked_at timestamp with time zone,
  last_at timestamp with time zone not null default now(),
  hour_at timestamp with time zone not null default now(),
  hour_turns integer not null default 0,
  prompt_id bigint,
  PRIMARY KEY (company_id, ticket_id),
  FOREIGN KEY (company_id, integration_id) REFERENCES app.queue_integrations(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, prompt_id) REFERENCES app.prompts(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX integration_sessions_integration ON app.integration_sessions USING btree (company_id, integration_id);
CREATE INDEX integration_sessions_prompt ON app.integration_sessions USING btree (company_id, prompt_id);

create table app.invitations (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  email text not null,
  profile text not null default 'user'::text,
  queue_ids bigint[] not null default '{}'::bigint[],
  token text not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK ((email <> ''::text)),
  CHECK ((profile = ANY (ARRAY['admin'::text, 'user'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX invitations_user ON app.invitations USING btree (company_id, user_id);
CREATE UNIQUE INDEX invitations_email ON app.invitations USING btree (company_id, email);
CREATE UNIQUE INDEX invitations_token ON app.invitations USING btree (company_id, token);

create table app.invoices (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  period_start date not null,
  period_end date not null,
  due_at timestamp with time zone not null,
  detail text not null,
  plan_id bigint,
  users integer not null,
  connections integer not null,
  custom boolean not null default false,
  wished boolean not null default false,
  recurrence text not null,
  cents bigint not null,
  status text not null default 'open'::text,
  provider text not null default ''::text,
  paid_at timestamp with time zone,
  paid_by bigint,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  charge_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((cents >= 0)),
  CHECK ((period_end >= period_start)),
  CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text, 'refunded'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX invoices_number ON app.invoices USING btree (id);
CREATE INDEX invoices_open ON app.invoices USING btree (due_at) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX invoices_period ON app.invoices USING btree (company_id, period_start) WHERE (status <> 'void'::text);

create table app.job_deaths (
  job_id bigint not null,
  deaths integer not null,
  last_at timestamp with time zone not null default now(),
  PRIMARY KEY (job_id)
);
-- no row security

create table app.lane_entries (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  board_id bigint not null,
  ticket_id bigint not null,
  lane_id bigint,
  user_id bigint,
  reason text not null default ''::text,
  entered_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, board_id) REFERENCES app.boards(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, lane_id) REFERENCES app.tags(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id)
);
-- row security forced: owner, tenant
CREATE INDEX lane_entries_lane ON app.lane_entries USING btree (company_id, lane_id) WHERE (lane_id IS NOT NULL);
CREATE INDEX lane_entries_ticket ON app.lane_entries USING btree (company_id, ticket_id);
CREATE INDEX lane_entries_user ON app.lane_entries USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX lane_entries_when ON app.lane_entries USING btree (company_id, board_id, entered_at);

create table app.leases (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  process_id uuid not null,
  fence bigint not null default 1,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (company_id, connection_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.link_cards (
  company_id bigint not null default app.company_id(),
  url text not null,
  card jsonb,
  fetched_at timestamp with time zone not null default now(),
  picture_media_id text,
  PRIMARY KEY (company_id, url),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, picture_media_id) REFERENCES app.media(company_id, id),
  CHECK ((octet_length(url) <= 2000))
);
-- row security forced: owner, tenant

create table app.login_attempts (
  who text not null,
  at timestamp with time zone not null default now()
);
-- no row security
CREATE INDEX login_attempts_who ON app.login_attempts USING btree (who, at);

create table app.logins (
  email text not null,
  company_id bigint not null,
  user_id bigint not null,
  PRIMARY KEY (email),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- no row security
CREATE INDEX logins_user ON app.logins USING btree (company_id, user_id);

create table app.media (
  company_id bigint not null default app.company_id(),
  id text not null,
  state text not null default 'stored'::text,
  kind text not null,
  mime_type text not null default 'application/octet-stream'::text,
  file_name text not null default ''::text,
  bytes bigint not null default 0,
  width integer,
  height integer,
  sha256 bytea,
  remote text,
  failure text,
  created_at timestamp with time zone not null default now(),
  preview bytea,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((octet_length(preview) <= 300)),
  CHECK ((state = ANY (ARRAY['pending'::text, 'stored'::text, 'remote'::text, 'failed'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX media_bytes ON app.media USING btree (company_id) INCLUDE (bytes) WHERE (state = 'stored'::text);

create table app.message_payloads (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  external_id text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  contact_id bigint not null default 0,
  PRIMARY KEY (company_id, connection_id, external_id, contact_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX message_payloads_age ON app.message_payloads USING brin (created_at);

create table app.message_templates (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  connection_id bigint not null,
  name text not null,
  language text not null,
  category text not null default ''::text,
  status text not null default 'PENDING'::text,
  components jsonb not null default '[]'::jsonb,
  synced_at timestamp with time zone not null default now(),
  refused_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE UNIQUE INDEX message_templates_name ON app.message_templates USING btree (company_id, connection_id, name, language);

create table app.messages (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  contact_id bigint not null,
  connection_id bigint not null,
  queue_id bigint,
  user_id bigint,
  key text,
  fingerprint text,
  external_id text,
  from_me boolean not null,
  by_hand boolean not null default true,
  kind text not null default 'chat'::text,
  body text not null default ''::text,
  media_id text,
  data jsonb,
  quoted_id bigint,
  ack smallint not null default 0,
  status text not null default 'sent'::text,
  error text,
  attempts integer not null default 0,
  retry_at timestamp with time zone,
  sending_since timestamp with time zone,
  sending_by text,
  is_private boolean not null default false,
  is_deleted boolean not null default false,
  is_edited boolean not null default false,
  is_forwarded boolean not null default false,
  read boolean not null default false,
  reactions jsonb not null default '[]'::jsonb,
  sent_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  folded text generated always as (app.fold(body)) stored,
  sender jsonb,
  received_at timestamp with time zone,
  card_media_id text,
  send_class smallint not null default 0,
  tried_since timestamp with time zone,
  client_key text,
  maybe_sent boolean not null default false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, card_media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'uncertain'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX messages_card_media ON app.messages USING btree (company_id, card_media_id) WHERE (card_media_id IS NOT NULL);
CREATE INDEX messages_conversation ON app.messages USING btree (company_id, contact_id, connection_id, sent_at DESC, id DESC);
CREATE INDEX messages_due ON app.messages USING btree (COALESCE(retry_at, sending_since, created_at)) WHERE (status = ANY (ARRAY['waiting'::text, 'sending'::text, 'uncertain'::text]));
CREATE INDEX messages_failed ON app.messages USING btree (company_id, id) WHERE (status = 'failed'::text);
CREATE INDEX messages_gallery ON app.messages USING btree (company_id, contact_id, connection_id, sent_at DESC, id DESC) WHERE (media_id IS NOT NULL);
CREATE INDEX messages_media ON app.messages USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX messages_of_programs ON app.messages USING btree (company_id, connection_id, id) WHERE (key ~~ 'api:%'::text);
CREATE INDEX messages_owed ON app.messages USING btree (connection_id, company_id) WHERE ((status = 'waiting'::text) AND (send_class = 0));
CREATE INDEX messages_search ON app.messages USING gin (company_id, folded gin_trgm_ops);
CREATE INDEX messages_ticket ON app.messages USING btree (company_id, ticket_id, sent_at DESC, id DESC);
CREATE INDEX messages_unread ON app.messages USING btree (company_id, ticket_id) WHERE ((NOT read) AND (NOT from_me));
CREATE INDEX messages_unsent ON app.messages USING btree (company_id, contact_id, connection_id, id) WHERE (status = ANY (ARRAY['waiting'::text, 'sending'::text, 'uncertain'::text]));
CREATE UNIQUE INDEX messages_client_key ON app.messages USING btree (company_id, user_id, client_key) WHERE (client_key IS NOT NULL);
CREATE UNIQUE INDEX messages_external ON app.messages USING btree (company_id, connection_id, external_id, contact_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX messages_key ON app.messages USING btree (company_id, key) WHERE (key IS NOT NULL);

create table app.messages_gone (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  external_id text not null,
  marks integer[],
  PRIMARY KEY (company_id, connection_id, external_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.messages_held (
  company_id bigint not null default app.company_id(),
  message_id bigint not null,
  connection_id bigint not null,
  contact_id bigint not null,
  cold boolean not null,
  until timestamp with time zone not null,
  since timestamp with time zone not null default now(),
  place bigint not null,
  PRIMARY KEY (company_id, message_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, message_id) REFERENCES app.messages(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX messages_held_contact ON app.messages_held USING btree (contact_id, connection_id, company_id);
CREATE INDEX messages_held_order ON app.messages_held USING btree (connection_id, cold, place, message_id, company_id);

create table app.notification_queue_rules (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  queue_id bigint not null,
  level text not null,
  PRIMARY KEY (company_id, user_id, queue_id),
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK ((level = ANY (ARRAY['waiting'::text, 'mine'::text, 'mentions'::text, 'none'::text])))
);
-- row security forced: owner, tenant

create table app.notification_rules (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  level text not null,
  quiet_on boolean not null,
  quiet_from text not null,
  quiet_to text not null,
  hide_text boolean not null,
  connections boolean not null default true,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK ((level = ANY (ARRAY['waiting'::text, 'mine'::text, 'mentions'::text, 'none'::text])))
);
-- row security forced: owner, tenant

create table app.notifications_shown (
  company_id bigint not null default app.company_id(),
  device_id bigint not null,
  ticket_id bigint not null,
  uuid uuid not null,
  kind text not null,
  ring bigint not null,
  showing boolean not null default true,
  shown_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, device_id, ticket_id),
  FOREIGN KEY (company_id, device_id) REFERENCES app.devices(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX notifications_showing ON app.notifications_shown USING btree (company_id, ticket_id) WHERE showing;

create table app.number_checks (
  company_id bigint not null default app.company_id(),
  channel text not null,
  number text not null,
  identities jsonb,
  checked_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, channel, number),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.opt_out_words (
  company_id bigint not null default app.company_id(),
  words text[] not null,
  PRIMARY KEY (company_id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.opt_outs (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  number text not null default ''::text,
  contact_id bigint,
  why text not null default 'hand'::text,
  said text not null default ''::text,
  user_id bigint,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE SET NULL (contact_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id),
  CHECK ((why = ANY (ARRAY['word'::text, 'hand'::text, 'provider'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX opt_outs_contact ON app.opt_outs USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX opt_outs_user ON app.opt_outs USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX opt_outs_number ON app.opt_outs USING btree (company_id, number) WHERE (number <> ''::text);

create table app.outages_shown (
  company_id bigint not null default app.company_id(),
  device_id bigint not null,
  connection_id bigint not null,
  shown_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, device_id, connection_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, device_id) REFERENCES app.devices(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX outages_shown_connection ON app.outages_shown USING btree (company_id, connection_id);

create table app.pace_state (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  began_at timestamp with time zone not null default now(),
  next_at timestamp with time zone not null default now(),
  hour_at timestamp with time zone not null default now(),
  hour_sent integer not null default 0,
  day_at timestamp with time zone not null default now(),
  day_sent integer not null default 0,
  day_cold integer not null default 0,
  errors integer not null default 0,
  stopped_until timestamp with time zone,
  stopped_why text,
  hour_cold integer not null default 0,
  minute_at timestamp with time zone not null default now(),
  minute_sent integer not null default 0,
  reply_at timestamp with time zone not null default now(),
  checks_at timestamp with time zone not null default now(),
  checks integer not null default 0,
  people_per_day integer,
  begun jsonb not null default '[]'::jsonb,
  PRIMARY KEY (company_id, connection_id),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.passkey_challenges (
  digest text not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (digest)
);
-- no row security

create table app.passkeys (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  user_id bigint not null,
  credential text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  UNIQUE (company_id, credential),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK ((name <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX passkeys_user ON app.passkeys USING btree (company_id, user_id);

create table app.past_messages (
  company_id bigint not null default app.company_id(),
  connection_id bigint not null,
  external_id text not null,
  at timestamp with time zone not null,
  event jsonb not null,
  payload bytea,
  chat text not null default ''::text,
  PRIMARY KEY (company_id, connection_id, external_id, chat),
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX past_messages_chat ON app.past_messages USING btree (company_id, connection_id, chat, at);
CREATE INDEX past_messages_order ON app.past_messages USING btree (company_id, connection_id, at);

create table app.past_payments (
  invoice_id bigint not null,
  former_company bigint not null,
  company_name text not null,
  due_month text not null,
  paid_month text not null,
  paid_at timestamp with time zone not null,
  cents bigint not null,
  provider text not null,
  refunded boolean not null,
  PRIMARY KEY (invoice_id)
);
-- no row security

create table app.payment_events (
  id bigint not null generated always as identity,
  provider text not null,
  event text not null,
  received_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  attempts integer not null default 0,
  try_at timestamp with time zone not null default now(),
  failure text,
  PRIMARY KEY (id)
);
-- no row security
CREATE INDEX payment_events_next ON app.payment_events USING btree (try_at) WHERE (settled_at IS NULL);
CREATE UNIQUE INDEX payment_events_once ON app.payment_events USING btree (provider, event);

create table app.plans (
  id bigint not null generated always as identity,
  name text not null,
  users integer not null default 10,
  connections integer not null default 10,
  queues integer not null default 10,
  amount numeric(12,2) not null default 0,
  is_public boolean not null default true,
  flags jsonb not null default '{}'::jsonb,
  UNIQUE (name),
  PRIMARY KEY (id),
  CHECK ((name <> ''::text))
);
-- no row security

create table app.platform (
  key text not null,
  value text not null,
  PRIMARY KEY (key)
);
-- no row security

create table app.platform_secrets (
  name text not null,
  sealed bytea not null,
  changed_at timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);
-- no row security

create table app.processes (
  id uuid not null,
  roles text not null,
  workers text[] not null default '{}'::text[],
  started timestamp with time zone not null default now(),
  seen timestamp with time zone not null default now(),
  machine text not null default ''::text,
  PRIMARY KEY (id)
);
-- no row security

create table app.prompts (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  prompt text not null default ''::text,
  model text not null default 'gpt-4o-mini'::text,
  base_url text not null default ''::text,
  max_tokens integer not null default 100,
  temperature double precision not null default 1,
  max_messages integer not null default 10,
  queue_id bigint,
  voice text not null default 'text'::text,
  voice_region text not null default ''::text,
  has_key boolean not null default false,
  has_voice_key boolean not null default false,
  sealed bytea,
  paused_until timestamp with time zone,
  transcription_model text not null default 'whisper-1'::text,
  knows_quick_messages boolean not null default false,
  knows_file_lists boolean not null default false,
  price_in numeric(10,4),
  price_out numeric(10,4),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE SET NULL (queue_id),
  CHECK (((temperature >= (0)::double precision) AND (temperature <= (2)::double precision))),
  CHECK ((max_messages > 0)),
  CHECK ((max_tokens > 0)),
  CHECK ((name <> ''::text)),
  CHECK ((price_in >= (0)::numeric)),
  CHECK ((price_out >= (0)::numeric))
);
-- row security forced: owner, tenant
CREATE INDEX prompts_queue ON app.prompts USING btree (company_id, queue_id);
CREATE UNIQUE INDEX prompts_name ON app.prompts USING btree (company_id, name_key);

create table app.queue_integrations (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  type text not null default 'typebot'::text,
  name text not null,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  project_name text not null default ''::text,
  client_email text not null default ''::text,
  language text not null default 'pt-BR'::text,
  url text not null default ''::text,
  slug text not null default ''::text,
  expires_min integer not null default 1,
  delay_ms integer not null default 1000,
  keyword_finish text not null default ''::text,
  keyword_restart text not null default ''::text,
  restart_message text not null default ''::text,
  unknown_message text not null default ''::text,
  has_secret boolean not null default false,
  sealed bytea,
  paused_until timestamp with time zone,
  in_groups boolean not null default false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((delay_ms >= 0)),
  CHECK ((expires_min >= 0)),
  CHECK ((name <> ''::text)),
  CHECK ((type = ANY (ARRAY['dialogflow'::text, 'n8n'::text, 'webhook'::text, 'typebot'::text])))
);
-- row security forced: owner, tenant
CREATE UNIQUE INDEX queue_integrations_name ON app.queue_integrations USING btree (company_id, name_key);

create table app.queues (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  color text not null,
  greeting text not null default ''::text,
  out_of_hours text not null default ''::text,
  "position" integer,
  close_ticket boolean not null default false,
  created_at timestamp with time zone not null default now(),
  schedules jsonb not null default '[]'::jsonb,
  rotates boolean not null default false,
  rotate_after_min integer not null default 0,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  sent_list_id bigint,
  integration_id bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, integration_id) REFERENCES app.queue_integrations(company_id, id) ON DELETE SET NULL (integration_id),
  FOREIGN KEY (company_id, sent_list_id) REFERENCES app.file_lists(company_id, id) ON DELETE SET NULL (sent_list_id),
  CHECK ((name <> ''::text)),
  CHECK ((rotate_after_min >= 0))
);
-- row security forced: owner, tenant
CREATE INDEX queues_integration ON app.queues USING btree (company_id, integration_id);
CREATE INDEX queues_sent_list ON app.queues USING btree (company_id, sent_list_id);
CREATE UNIQUE INDEX queues_color ON app.queues USING btree (company_id, lower(color));
CREATE UNIQUE INDEX queues_name ON app.queues USING btree (company_id, lower(name));

create table app.quick_messages (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  user_id bigint,
  shortcode text not null,
  message text not null default ''::text,
  for_all boolean not null default false,
  readable boolean not null default false,
  active boolean not null default true,
  media_id text,
  media_name text not null default ''::text,
  name_key text collate "C" generated always as (app.name_key(shortcode)) stored,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id),
  CHECK ((shortcode <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX quick_messages_media ON app.quick_messages USING btree (company_id, media_id);
CREATE INDEX quick_messages_user ON app.quick_messages USING btree (company_id, user_id);

create table app.recovery_codes (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  digest text not null,
  PRIMARY KEY (company_id, user_id, digest),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.schedules (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  user_id bigint,
  contact_id bigint,
  connection_id bigint not null,
  body text not null default ''::text,
  media_id text,
  media_name text not null default ''::text,
  send_at timestamp with time zone not null,
  timezone text not null,
  wall_date date not null,
  wall_time text not null,
  unit smallint not null default 1,
  every integer not null default 0,
  times integer not null default 1,
  day_type smallint not null default 4,
  sign boolean not null default false,
  open_ticket boolean not null default false,
  ticket_status text not null default 'closed'::text,
  ticket_user_id bigint,
  queue_id bigint,
  cancel_on_reply boolean not null default false,
  status text not null default 'PENDENTE'::text,
  error text,
  made integer not null default 0,
  tries integer not null default 0,
  waiting_since timestamp with time zone,
  message_id bigint,
  settled boolean not null default true,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  template_id bigint,
  template_values jsonb not null default '{}'::jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE SET NULL (contact_id),
  FOREIGN KEY (company_id, media_id) REFERENCES app.media(company_id, id),
  FOREIGN KEY (company_id, message_id) REFERENCES app.messages(company_id, id) ON DELETE SET NULL (message_id),
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE SET NULL (queue_id),
  FOREIGN KEY (company_id, template_id) REFERENCES app.message_templates(company_id, id) ON DELETE SET NULL (template_id),
  FOREIGN KEY (company_id, ticket_user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (ticket_user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id),
  CHECK ((status = ANY (ARRAY['PENDENTE'::text, 'AGENDADA'::text, 'ENVIADA'::text, 'ERRO'::text, 'CANCELADA'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX schedules_connection ON app.schedules USING btree (company_id, connection_id);
CREATE INDEX schedules_contact ON app.schedules USING btree (company_id, contact_id, send_at);
CREATE INDEX schedules_due ON app.schedules USING btree (send_at) WHERE (status = 'PENDENTE'::text);
CREATE INDEX schedules_media ON app.schedules USING btree (company_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX schedules_message ON app.schedules USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX schedules_queue ON app.schedules USING btree (company_id, queue_id) WHERE (queue_id IS NOT NULL);
CREATE INDEX schedules_reply ON app.schedules USING btree (company_id, contact_id) WHERE (cancel_on_reply AND (status = 'PENDENTE'::text));
CREATE INDEX schedules_template ON app.schedules USING btree (company_id, template_id) WHERE (template_id IS NOT NULL);
CREATE INDEX schedules_ticket_user ON app.schedules USING btree (company_id, ticket_user_id) WHERE (ticket_user_id IS NOT NULL);
CREATE INDEX schedules_time ON app.schedules USING btree (company_id, send_at, id);
CREATE INDEX schedules_unsettled ON app.schedules USING btree (company_id) WHERE (NOT settled);
CREATE INDEX schedules_user ON app.schedules USING btree (company_id, user_id);

create table app.sessions (
  company_id bigint not null default app.company_id(),
  id uuid not null,
  user_id bigint not null,
  device text not null,
  salt text not null,
  generation integer not null default 0,
  rotated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  active_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX sessions_user ON app.sessions USING btree (company_id, user_id) WHERE (ended_at IS NULL);

create table app.settings (
  company_id bigint not null default app.company_id(),
  key text not null,
  value text not null,
  PRIMARY KEY (company_id, key),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.support_sessions (
  company_id bigint not null default app.company_id(),
  id uuid not null,
  operator_company bigint not null,
  operator_id bigint not null,
  operator_session uuid not null,
  operator_name text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX support_sessions_live ON app.support_sessions USING btree (company_id, expires_at) WHERE (ended_at IS NULL);

create table app.tags (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  color text not null,
  kanban boolean not null default false,
  time_lane_min integer not null default 0,
  next_lane_id bigint,
  rollback_lane_id bigint,
  greeting_lane text not null default ''::text,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  "position" integer not null default 0,
  board_id bigint,
  outcome text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, board_id) REFERENCES app.boards(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, next_lane_id) REFERENCES app.tags(company_id, id) ON DELETE SET NULL (next_lane_id),
  FOREIGN KEY (company_id, rollback_lane_id) REFERENCES app.tags(company_id, id) ON DELETE SET NULL (rollback_lane_id),
  CHECK ((kanban = (board_id IS NOT NULL))),
  CHECK ((name <> ''::text)),
  CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text]))),
  CHECK ((time_lane_min >= 0))
);
-- row security forced: owner, tenant
CREATE INDEX tags_board ON app.tags USING btree (company_id, board_id) WHERE (board_id IS NOT NULL);
CREATE INDEX tags_name ON app.tags USING btree (company_id, kanban, name_key, id);

create table app.ticket_bots (
  company_id bigint not null default app.company_id(),
  ticket_id bigint not null,
  option_id bigint,
  said jsonb not null default '{}'::jsonb,
  handed_at timestamp with time zone,
  PRIMARY KEY (company_id, ticket_id),
  FOREIGN KEY (company_id, option_id) REFERENCES app.chatbot_options(company_id, id) ON DELETE SET NULL (option_id),
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX ticket_bots_handed ON app.ticket_bots USING btree (handed_at) WHERE (handed_at IS NOT NULL);
CREATE INDEX ticket_bots_option ON app.ticket_bots USING btree (company_id, option_id);

create table app.ticket_counters (
  company_id bigint not null default app.company_id(),
  status text not null,
  queue_id bigint not null,
  user_id bigint not null,
  is_group boolean not null,
  tickets bigint not null default 0,
  unread bigint not null default 0,
  PRIMARY KEY (company_id, status, queue_id, user_id, is_group),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE
);
-- row security forced: owner, tenant

create table app.ticket_log (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  type text not null,
  user_id bigint,
  queue_id bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  had_user_id bigint,
  detail text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX ticket_log_ticket ON app.ticket_log USING btree (company_id, ticket_id, id);

create table app.ticket_notes (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  user_id bigint,
  note text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id),
  CHECK ((note <> ''::text))
);
-- row security forced: owner, tenant
CREATE INDEX ticket_notes_ticket ON app.ticket_notes USING btree (company_id, ticket_id, id);
CREATE INDEX ticket_notes_user ON app.ticket_notes USING btree (company_id, user_id);

create table app.ticket_rounds (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  contact_id bigint not null,
  user_id bigint,
  queue_id bigint,
  by_customer boolean not null default true,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  rating smallint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX ticket_rounds_contact ON app.ticket_rounds USING btree (company_id, contact_id);
CREATE INDEX ticket_rounds_created ON app.ticket_rounds USING btree (company_id, created_at);
CREATE INDEX ticket_rounds_ticket ON app.ticket_rounds USING btree (company_id, ticket_id, id DESC);

create table app.ticket_tags (
  company_id bigint not null default app.company_id(),
  ticket_id bigint not null,
  tag_id bigint not null,
  since timestamp with time zone not null default now(),
  user_id bigint,
  board_id bigint,
  PRIMARY KEY (company_id, ticket_id, tag_id),
  FOREIGN KEY (company_id, board_id) REFERENCES app.boards(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, tag_id) REFERENCES app.tags(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, ticket_id) REFERENCES app.tickets(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE SET NULL (user_id)
);
-- row security forced: owner, tenant
CREATE INDEX ticket_tags_board ON app.ticket_tags USING btree (company_id, board_id) WHERE (board_id IS NOT NULL);
CREATE INDEX ticket_tags_tag ON app.ticket_tags USING btree (company_id, tag_id);
CREATE INDEX ticket_tags_user ON app.ticket_tags USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX ticket_tags_one_lane ON app.ticket_tags USING btree (company_id, ticket_id, board_id) WHERE (board_id IS NOT NULL);

create table app.tickets (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  contact_id bigint not null,
  connection_id bigint not null,
  channel text not null,
  status text not null default 'pending'::text,
  queue_id bigint,
  user_id bigint,
  is_group boolean not null default false,
  is_bot boolean not null default false,
  use_integration boolean not null default false,
  transferred boolean not null default false,
  unread integer not null default 0,
  last_message text not null default ''::text,
  last_message_id bigint,
  last_message_at timestamp with time zone,
  last_from_me boolean not null default false,
  last_ack smallint not null default 0,
  last_inbound_at timestamp with time zone,
  waiting_since timestamp with time zone,
  rating smallint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  imported_at timestamp with time zone,
  silent boolean not null default false,
  value_cents bigint,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  FOREIGN KEY (company_id, contact_id) REFERENCES app.contacts(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id),
  CHECK (((NOT silent) OR (status = 'closed'::text))),
  CHECK (((value_cents >= 0) AND (value_cents <= '100000000000000'::bigint)))
);
-- row security forced: owner, tenant
CREATE INDEX tickets_contact ON app.tickets USING btree (company_id, contact_id);
CREATE INDEX tickets_idle ON app.tickets USING btree (company_id, connection_id, COALESCE(last_message_at, created_at)) WHERE (status <> 'closed'::text);
CREATE INDEX tickets_imported ON app.tickets USING btree (company_id, connection_id) WHERE ((imported_at IS NOT NULL) AND (status <> 'closed'::text));
CREATE INDEX tickets_list ON app.tickets USING btree (company_id, status, updated_at DESC, id DESC) INCLUDE (queue_id, user_id, connection_id, is_group, silent);
CREATE INDEX tickets_queue ON app.tickets USING btree (company_id, queue_id, status);
CREATE INDEX tickets_recent ON app.tickets USING btree (company_id, updated_at DESC, id DESC) INCLUDE (status, queue_id, user_id, connection_id, is_group, silent);
CREATE INDEX tickets_user ON app.tickets USING btree (company_id, user_id, status, updated_at DESC, id DESC);
CREATE UNIQUE INDEX tickets_live ON app.tickets USING btree (company_id, contact_id, connection_id) WHERE (status <> 'closed'::text);
CREATE UNIQUE INDEX tickets_uuid ON app.tickets USING btree (company_id, uuid);

create table app.uploads (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  key text not null,
  file text not null,
  name text not null,
  mime_type text not null,
  bytes bigint not null,
  received bigint not null default 0,
  used boolean not null default false,
  touched_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, user_id, key),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE,
  CHECK (((received >= 0) AND (received <= bytes))),
  CHECK ((bytes > 0))
);
-- row security forced: owner, tenant
CREATE INDEX uploads_touched ON app.uploads USING btree (touched_at);

create table app.user_queues (
  company_id bigint not null default app.company_id(),
  user_id bigint not null,
  queue_id bigint not null,
  given_at timestamp with time zone,
  PRIMARY KEY (company_id, user_id, queue_id),
  FOREIGN KEY (company_id, queue_id) REFERENCES app.queues(company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, user_id) REFERENCES app.users(company_id, id) ON DELETE CASCADE
);
-- row security forced: owner, tenant
CREATE INDEX user_queues_queue ON app.user_queues USING btree (company_id, queue_id);

create table app.users (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  email text not null,
  password text not null,
  profile text not null default 'user'::text,
  super boolean not null default false,
  start_work text not null default '00:00'::text,
  end_work text not null default '23:59'::text,
  farewell text not null default ''::text,
  connection_id bigint,
  all_tickets boolean not null default false,
  allow_groups boolean not null default false,
  theme text not null default 'light'::text,
  menu text not null default 'closed'::text,
  all_history boolean not null default false,
  all_user_chat boolean not null default false,
  close_pending boolean not null default true,
  show_dashboard boolean not null default false,
  allow_live boolean not null default false,
  allow_connections boolean not null default false,
  color text not null default '#64748b'::text,
  list_width integer not null default 404,
  language text not null default 'pt'::text,
  seen_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  preferences jsonb not null default '{}'::jsonb,
  picture_media_id text,
  name_key text collate "C" generated always as (app.name_key(name)) stored,
  password_given_at timestamp with time zone,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, connection_id) REFERENCES app.connections(company_id, id),
  FOREIGN KEY (company_id, picture_media_id) REFERENCES app.media(company_id, id),
  CHECK ((name <> ''::text)),
  CHECK ((profile = ANY (ARRAY['admin'::text, 'user'::text])))
);
-- row security forced: owner, tenant
CREATE UNIQUE INDEX users_email ON app.users USING btree (company_id, email);

create table app.webhook_deliveries (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  "position" bigint not null,
  type text not null,
  lane text not null,
  body text not null,
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  first_at timestamp with time zone,
  next_at timestamp with time zone not null default now(),
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  ms integer,
  answer_status integer,
  answer text,
  error text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, webhook_id) REFERENCES app.webhooks(company_id, id) ON DELETE CASCADE,
  CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);
-- row security forced: owner, tenant
CREATE INDEX webhook_deliveries_age ON app.webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_lanes ON app.webhook_deliveries USING btree (company_id, webhook_id, lane, "position") WHERE (status = 'waiting'::text);
CREATE INDEX webhook_deliveries_next ON app.webhook_deliveries USING btree (company_id, webhook_id, "position") WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX webhook_deliveries_position ON app.webhook_deliveries USING btree (company_id, webhook_id, "position");

create table app.webhooks (
  company_id bigint not null default app.company_id(),
  id bigint not null generated always as identity,
  name text not null,
  url text not null,
  events text[] not null,
  sealed bytea,
  "position" bigint not null default 0,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  wait_until timestamp with time zone,
  paused_at timestamp with time zone,
  paused_why text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id) REFERENCES app.companies(id) ON DELETE CASCADE,
  CHECK ((name <> ''::text)),
  CHECK ((paused_why = ANY (ARRAY['hand'::text, 'failing'::text, 'gone'::text])))
);
-- row security forced: owner, tenant

CREATE OR REPLACE FUNCTION app.account_holder(channel_ text, account_ text)
 RETURNS TABLE(ours boolean, connection_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
  select a.company_id = app.company_id(), case when a.company_id = app.company_id() then a.connection_id end
  from app.channel_accounts a where a.channel = channel_ and a.account = account_
$function$;

CREATE OR REPLACE FUNCTION app.claim_accounts(channel_ text, accounts text[], connection bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  company bigint := app.company_id();
begin
  delete from app.channel_accounts a where a.company_id = company and a.connection_id = connection and not (a.channel = channel_ and a.account = any (accounts));
  insert into app.channel_accounts (channel, account, company_id, connection_id)
    select channel_, x, company, connection from unnest(accounts) x order by x on conflict (channel, account) do nothing;
  return not exists (
    select 1 from app.channel_accounts a where a.channel = channel_ and a.account = any (accounts) and (a.company_id, a.connection_id) <> (company, connection));
end $function$;

CREATE OR REPLACE FUNCTION app.claim_device(endpoint_ text, p256dh_ text, auth_ text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
  delete from app.devices d
  where d.endpoint = endpoint_ and d.p256dh = p256dh_ and d.auth = auth_ and d.company_id <> app.company_id()
$function$;

CREATE OR REPLACE FUNCTION app.claim_login(email_ text, person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
declare
  company bigint := app.company_id();
begin
  if not exists (select 1 from app.users u where u.company_id = company and u.id = person) then
    return false;
  end if;
  delete from app.logins l where l.company_id = company and l.user_id = person and l.email <> email_;
  insert into app.logins (email, company_id, user_id) values (email_, company, person) on conflict (email) do nothing;
  return exists (select 1 from app.logins l where l.email = email_ and l.company_id = company and l.user_id = person);
end $function$;

CREATE OR REPLACE FUNCTION app.company_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.company_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION app.end_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.due_at is null or new.due_at > now() then
    new.suspended_at := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.enqueue(task text, payload jsonb, queue text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, key text DEFAULT NULL::text, attempts integer DEFAULT 25)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'pg_temp'
AS $function$
begin
  if app.company_id() is null then
    raise exception 'a job needs a company';
  end if;
  perform graphile_worker.add_job(
    task,
    json_build_object('companyId', app.company_id(), 'data', payload),
    case when queue is null then null else app.company_id() || ':' || queue end,
    run_at,
    attempts,
    case when key is null then null else app.company_id() || ':' || key end
  );
end $function$;

CREATE OR REPLACE FUNCTION app.first_board()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into app.boards (company_id, name) values (new.id, 'Kanban');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $function$;

CREATE OR REPLACE FUNCTION app.forget_due_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  due date := (new.due_at at time zone new.timezone)::date;
begin
  if new.due_at is null or extract(day from due) <> least(new.due_day,
    extract(day from date_trunc('month', due) + interval '1 month' - interval '1 day')) then
    new.due_day := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.identity_mark(kind text, value text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select ('x' || left(md5(kind || ':' || value), 4))::bit(16)::integer
$function$;

CREATE OR REPLACE FUNCTION app.masked(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when length(number) <= 2 then number
    else left(number, least(4, greatest(0, length(number) - 8)))
      || repeat('*', length(number) - 2 - least(4, greatest(0, length(number) - 8))) || right(number, 2) end
$function$;

CREATE OR REPLACE FUNCTION app.name_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when octet_length(value) = length(value) then left(lower(value collate "C"), 250)
    else left(replace(replace(replace(replace(
      translate(
        regexp_replace(lower(normalize(value, NFKD) collate "C"),
          '[\u0300-\u036F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE0E\uFE0F\uFEFF]', '', 'g'),
        'ıøłđðØŁĐÐÆŒÞẞςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐ',
        'iolddolddæœþßσαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзийклмнопрстуфхцчшщъыьэюяґ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 250) end
$function$;

CREATE OR REPLACE FUNCTION app.pattern(needle text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select '%' || replace(replace(replace(app.fold(needle), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;

CREATE OR REPLACE FUNCTION app.search_contacts(needle text, is_group_ boolean, channel_ text, tags bigint[], hidden boolean, size integer, skip integer)
 RETURNS TABLE(id bigint, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'app', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  company bigint := app.company_id();
  pattern text := app.pattern(needle);
  rows_read integer;
  found bigint[];
  hit text := $f$
        c.company_id = $1 and c.folded like $2
        and (not $8 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2)
        and ($3::boolean is null or c.is_group = $3)
        and ($4::text is null or c.channel = $4)
        and ($5::bigint[] is null or exists (
          select 1 from app.contact_tags x where x.company_id = c.company_id and x.contact_id = c.id and x.tag_id = any ($5)))
  $f$;
  name_key text := 'case when $8 then app.name_key(app.shown_name(c.name, c.number, c.is_group)) else c.name_key end';
begin
  -- The count is told no further than 1,000.
  execute format($q$
    select coalesce(array_agg(h.id order by h.name_key, h.id), '{}') from (select c.id, %s as name_key from app.contacts c where %s limit 1001) h
  $q$, name_key, hit) into found using company, pattern, is_group_, channel_, tags, size, skip, hidden;
  if cardinality(found) <= 1000 then
    return query select f, cardinality(found)::bigint from unnest(found[skip + 1 : skip + size]) f;
    return;
  end if;
  if not hidden and size <= 200 then
    foreach rows_read in array array[2000, 10000] loop
      execute format($q$
        select array_agg(h.id order by h.name_key, h.id) from (
          select c.id, c.name_key from (select * from app.contacts b where b.company_id = $1 order by b.name_key, b.id limit %s) c
          where %s order by c.name_key, c.id limit $6 offset $7) h
      $q$, rows_read, hit) into found using company, pattern, is_group_, channel_, tags, size, skip, hidden;
      if cardinality(found) = size then
        return query select f, 1001::bigint from unnest(found) f;
        return;
      end if;
    end loop;
  end if;
  return query execute format($q$
    with hits as materialized (select c.id, %s as name_key from app.contacts c where %s)
    select h.id, (select count(*) from hits) from hits h order by h.name_key, h.id limit $6 offset $7
  $q$, name_key, hit) using company, pattern, is_group_, channel_, tags, size, skip, hidden;
end $function$;

CREATE OR REPLACE FUNCTION app.search_tickets(needle text, in_messages boolean, wanted jsonb, v_admin boolean, v_user bigint, v_queues bigint[], v_unqueued boolean, v_groups boolean, v_history boolean, v_live boolean, hidden boolean, oldest_first boolean, size integer, skip integer)
 RETURNS TABLE(id bigint, total bigint, more boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'app', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  company bigint := app.company_id();
  pattern text := app.pattern(needle);
  share real;
  common boolean := false;
  rows_read integer;
  passed integer;
  people bigint[];
  found bigint[];
  number bigint := case when needle ~ '^#?\d{1,18}$' then ltrim(needle, '#')::bigint end;
  direction text := case when oldest_first then 'asc' else 'desc' end;
  filters text := $f$
        and app.sees(t.user_id, t.queue_id, t.is_group, t.status, $4, $5, $6, $7, $8, $9, $13)
        and ($10 -> 'statuses' is null or t.status in (select jsonb_array_elements_text($10 -> 'statuses')))
        and ($10 -> 'queues' is null or coalesce(t.queue_id, 0) in (select q::bigint from jsonb_array_elements_text($10 -> 'queues') q))
        and ($10 -> 'users' is null or t.user_id in (select q::bigint from jsonb_array_elements_text($10 -> 'users') q))
        and ($10 -> 'connections' is null or t.connection_id in (select q::bigint from jsonb_array_elements_text($10 -> 'connections') q))
        and ($10 -> 'contacts' is null or t.contact_id in (select q::bigint from jsonb_array_elements_text($10 -> 'contacts') q))
        and ($10 -> 'tags' is null or exists (
          select 1 from app.contact_tags y where y.company_id = t.company_id and y.contact_id = t.contact_id
            and y.tag_id in (select q::bigint from jsonb_array_elements_text($10 -> 'tags') q)) or exists (
          select 1 from app.ticket_tags x where x.company_id = t.company_id and x.ticket_id = t.id
            and x.tag_id in (select q::bigint from jsonb_array_elements_text($10 -> 'tags') q)))
        and ($10 -> 'unread' is null or t.unread > 0)
        and ($10 ->> 'from' is null or t.created_at >= ($10 ->> 'from')::timestamptz and t.created_at < ($10 ->> 'until')::timestamptz)
        and ($10 ->> 'movedFrom' is null or t.updated_at >= ($10 ->> 'movedFrom')::timestamptz and t.updated_at < ($10 ->> 'movedUntil')::timestamptz)
  $f$;
  in_order text := format('order by t.updated_at %1$s, t.id %1$s', direction);
  -- One index per status, because tickets are in order only within it.
  beginning text := case when wanted ? 'statuses' then $f$
        select t.* from (select distinct jsonb_array_elements_text($10 -> 'statuses')) s (status)
        cross join lateral (select * from app.tickets t where t.company_id = $1 and t.status = s.status %1$s limit %2$s) t
        %1$s limit %2$s
      $f$ else 'select * from app.tickets t where t.company_id = $1 %1$s limit %2$s' end;
  hit text := 'c.company_id = $1 and c.folded like $2 and (not $14 or app.shown_folded(c.name, c.number, c.email, c.is_group) like $2)';
begin
  if in_messages then
    -- Of the same hundred pages each time: the planner may not look at what stands in rows that row security guards.
    share := least(100, 10000.0 / greatest(pg_relation_size('app.messages') / current_setting('block_size')::integer, 1));
    select count(*) * 100 / share > 2000 into common
    from app.messages m tablesample system (share) repeatable (1) where m.company_id = company and m.folded like pattern;
  end if;
  if not in_messages then
    execute format('select coalesce(array_agg(h.id), ''{}'') from (select c.id from app.contacts c where %s limit 1001) h', hit)
    into people using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
    if cardinality(people) > 1000 then
      people := null;
      foreach rows_read in array array[2500, 10000] loop
        exit when number is not null or size > 200;
        execute format($q$
          with passed as materialized (%1$s), hits as (
            select t.id, t.updated_at from passed t
            where exists (select 1 from (select * from app.contacts c where c.company_id = t.company_id and c.id between t.contact_id and t.contact_id order by c.company_id, c.id limit 1) c where %2$s) %3$s
          )
          select (select count(*) from passed), (select coalesce(array_agg(t.id %4$s), '{}') from hits t)
        $q$, format(beginning, in_order, rows_read), hit, filters, in_order) into passed, found
        using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
        if passed < rows_read or cardinality(found) >= skip + size then
          return query select f, cardinality(found)::bigint, passed = rows_read from unnest(found[skip + 1 : skip + size]) f;
          return;
        end if;
      end loop;
    end if;
  end if;
  if common then
    return query execute format($q$
      with hits as (
        select t.id, t.updated_at from app.tickets t
        where t.company_id = $1 %s
          and (exists (select 1 from app.messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.folded like $2 offset 0)
            or exists (select 1 from (select * from app.contacts c where c.company_id = t.company_id and c.id between t.contact_id and t.contact_id order by c.company_id, c.id limit 1) c where %s)
            or t.id = $3)
        %s limit 1001
      )
      select t.id, (select count(*) from hits), false from hits t %s limit $11 offset $12
    $q$, filters, hit, in_order, in_order)
    using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden;
  else
    return query execute format($q$
      with people as materialized (%s), said as materialized (
        select distinct m.ticket_id as id from app.messages m where %s m.company_id = $1 and m.folded like $2
      ), hits as materialized (
        select t.id, t.updated_at from people p join app.tickets t on t.company_id = $1 and t.contact_id = p.id
        where true %s
        union
        select t.id, t.updated_at from (select id from said union all select $3 where $3 is not null) f
        join app.tickets t on t.company_id = $1 and t.id = f.id
        where true %s
      )
      select t.id, (select count(*) from hits), false from hits t %s limit $11 offset $12
    $q$, case when people is null then 'select c.id from app.contacts c where ' || hit else 'select unnest($15) as id' end,
      case when in_messages then '' else 'false and' end, filters, filters, in_order)
    using company, pattern, number, v_admin, v_user, v_queues, v_unqueued, v_groups, v_history, wanted, size, skip, v_live, hidden, people;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION app.sees(t_user bigint, t_queue bigint, t_group boolean, t_status text, v_admin boolean, v_user bigint, v_queues bigint[], v_unqueued boolean, v_groups boolean, v_history boolean, v_live boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select v_admin
    or case when t_group
         then v_groups and (t_user is not distinct from v_user or t_queue is null or t_queue = any (v_queues))
         else t_user is not distinct from v_user
           or t_queue = any (v_queues)
           or (t_queue is null and v_unqueued)
           or v_history
           or (v_live and t_status in ('open', 'pending', 'lgpd'))
       end
$function$;

CREATE OR REPLACE FUNCTION app.shown_folded(name text, number text, email text, is_group boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select app.fold(app.shown_name(name, number, is_group) || ' ' || case when is_group then number else app.masked(number) end || ' ' || email)
$function$;

CREATE OR REPLACE FUNCTION app.shown_name(name text, number text, is_group boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when not is_group and number <> '' and length(digits) >= 6 and (right(digits, length(number)) = number or right(number, length(digits)) = digits)
    then app.masked(number) else name end
  from regexp_replace(name, '\D', '', 'g') digits
$function$;

CREATE OR REPLACE PROCEDURE app.tenant_table(IN name regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s to "{api}" using (company_id = (select app.company_id())) with check (company_id = (select app.company_id()))', name);
  execute format('create policy owner on %s to current_user using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %s to "{api}"', name);
end $procedure$;
