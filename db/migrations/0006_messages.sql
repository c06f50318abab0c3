-- Messages, files, and what arrived before its message did.

create table app.media (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         text not null,
  state      text not null default 'stored' check (state in ('pending', 'stored', 'remote', 'failed')),
  kind       text not null,
  mime_type  text not null default 'application/octet-stream',
  file_name  text not null default '',
  bytes      bigint not null default 0,
  width      integer,
  height     integer,
  sha256     bytea,
  remote     text,
  failure    text,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on column app.media.id is '128 random bits in hex: the name on disk and in the address.';
comment on column app.media.remote is 'The provider''s address or id, while the file is not ours (or may not be).';
call app.tenant_table('app.media');

create table app.messages (
  company_id    bigint not null default app.company_id(),
  id            bigint generated always as identity,
  ticket_id     bigint not null,
  contact_id    bigint not null,
  connection_id bigint not null,
  queue_id      bigint,
  user_id       bigint,
  key           text,
  fingerprint   text,
  external_id   text,
  from_me       boolean not null,
  by_hand       boolean not null default true,
  kind          text not null default 'chat',
  body          text not null default '',
  media_id      text,
  data          jsonb,
  quoted_id     bigint,
  ack           smallint not null default 0,
  status        text not null default 'sent' check (status in ('waiting', 'sending', 'sent', 'failed', 'uncertain')),
  error         text,
  attempts      integer not null default 0,
  retry_at      timestamptz,
  sending_since timestamptz,
  sending_by    text,
  is_private    boolean not null default false,
  is_deleted    boolean not null default false,
  is_edited     boolean not null default false,
  is_forwarded  boolean not null default false,
  read          boolean not null default false,
  reactions     jsonb not null default '[]',
  sent_at       timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  folded        text generated always as (app.fold(body)) stored,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references app.connections (company_id, id),
  foreign key (company_id, media_id) references app.media (company_id, id)
);
comment on column app.messages.key is 'Made by the client, unique for ever: the same key twice is one message.';
comment on column app.messages.sent_at is 'The provider''s time; the order of a conversation is (sent_at, id).';
create unique index messages_key on app.messages (company_id, key) where key is not null;
-- A provider's message makes at most one row, ever; messages_gone keeps the ids of rows that were deleted.
create unique index messages_external on app.messages (company_id, connection_id, external_id) where external_id is not null;
create index messages_conversation on app.messages (company_id, contact_id, connection_id, sent_at desc, id desc);
create index messages_ticket on app.messages (company_id, ticket_id, sent_at desc, id desc);
create index messages_unsent on app.messages (company_id, contact_id, connection_id, id) where status in ('waiting', 'sending', 'uncertain');
create index messages_due on app.messages (coalesce(retry_at, sending_since, created_at)) where status in ('waiting', 'sending', 'uncertain');
create index messages_unread on app.messages (company_id, ticket_id) where not read and not from_me;
create index messages_media on app.messages (company_id, media_id) where media_id is not null;
create index messages_search on app.messages using gin (company_id, folded gin_trgm_ops);
call app.tenant_table('app.messages');

create table app.messages_gone (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  connection_id bigint not null,
  external_id   text not null,
  primary key (company_id, connection_id, external_id)
);
call app.tenant_table('app.messages_gone');

-- A status, edit, deletion or reaction that came before its message; applied when the message is stored.
create table app.early_updates (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  connection_id bigint not null,
  external_id   text,
  key           text,
  event         jsonb not null,
  created_at    timestamptz not null default now(),
  primary key (company_id, id)
);
create index early_updates_external on app.early_updates (company_id, connection_id, external_id);
create index early_updates_key on app.early_updates (company_id, key) where key is not null;
call app.tenant_table('app.early_updates');

-- What a session must do besides sending: fetch a file, edit, delete, react, mark read, look a profile up. A row is the
-- request, a wake-up tells the process that holds the connection.
create table app.channel_requests (
  company_id    bigint not null default app.company_id(),
  id            bigint generated always as identity,
  connection_id bigint not null,
  kind          text not null,
  payload       jsonb not null,
  attempts      integer not null default 0,
  due_at        timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create index channel_requests_due on app.channel_requests (company_id, connection_id, due_at);
call app.tenant_table('app.channel_requests');
