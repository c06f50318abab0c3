-- Connections to channels. The database lists no channels: `channel` is a plugin's name.

create table app.connections (
  company_id     bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id             bigint generated always as identity,
  name           text not null check (name <> ''),
  channel        text not null,
  number         text not null default '',
  status         text not null default 'DISCONNECTED',
  reason         text,
  qrcode         text not null default '',
  retries        integer not null default 0,
  wanted         boolean not null default true,
  is_default     boolean not null default false,
  allow_groups   boolean not null default false,
  group_as_ticket boolean not null default false,
  token          text not null,
  greeting       text not null default '',
  farewell       text not null default '',
  out_of_hours   text not null default '',
  settings       jsonb not null default '{}',
  sealed         bytea,
  paused_until   timestamptz,
  updated_at     timestamptz not null default now(),
  created_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (company_id, id)
);
comment on column app.connections.settings is 'The channel''s settings without its secrets, which are in sealed (AES-256-GCM).';
comment on column app.connections.wanted is 'False after a person disconnected it.';
create unique index connections_name on app.connections (company_id, lower(name)) where deleted_at is null;
create unique index connections_default on app.connections (company_id) where is_default and deleted_at is null;
call app.tenant_table('app.connections');

create table app.connection_queues (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  queue_id      bigint not null,
  primary key (company_id, connection_id, queue_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete cascade
);
call app.tenant_table('app.connection_queues');

alter table app.users add foreign key (company_id, connection_id) references app.connections (company_id, id);

-- Directories: from a provider's account, or a visitor page's key, to the connection. Platform's door only.
create table app.channel_accounts (
  channel       text not null,
  account       text not null,
  company_id    bigint not null,
  connection_id bigint not null,
  primary key (channel, account),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create index channel_accounts_connection on app.channel_accounts (company_id, connection_id);

-- Encrypted storage of a connection's session (keys, cursors).
create table app.connection_secrets (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  name          text not null,
  sealed        bytea not null,
  primary key (company_id, connection_id, name),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
call app.tenant_table('app.connection_secrets');

-- One process at a time holds an open connection. The fence only grows: a paused owner cannot write after a takeover.
create table app.leases (
  company_id    bigint not null default app.company_id(),
  connection_id bigint not null,
  process_id    uuid not null,
  fence         bigint not null default 1,
  expires_at    timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
call app.tenant_table('app.leases');

-- What a provider sent, byte for byte, before anything is made of it. Belongs to no company yet: one body can hold several.
create table app.inbound_raw (
  id           bigint generated always as identity primary key,
  channel      text not null,
  body         bytea not null,
  received_at  timestamptz not null default now(),
  processed_at timestamptz,
  attempts     integer not null default 0,
  failure      text
);
create index inbound_raw_waiting on app.inbound_raw (id) where processed_at is null;
create index inbound_raw_age on app.inbound_raw using brin (received_at);

-- A provider's account belongs to one connection of one company on the whole platform. The API may claim for its own company
-- and learn no more than whether an account is its own, somebody else's or free.
create function app.claim_accounts(channel_ text, accounts text[], connection bigint)
returns boolean language plpgsql security definer set search_path = app, pg_temp as $$
declare
  company bigint := app.company_id();
begin
  delete from app.channel_accounts a where a.company_id = company and a.connection_id = connection and not (a.channel = channel_ and a.account = any (accounts));
  insert into app.channel_accounts (channel, account, company_id, connection_id)
    select channel_, x, company, connection from unnest(accounts) x order by x on conflict (channel, account) do nothing;
  return not exists (
    select 1 from app.channel_accounts a where a.channel = channel_ and a.account = any (accounts) and (a.company_id, a.connection_id) <> (company, connection));
end $$;
create function app.account_holder(channel_ text, account_ text)
returns table (ours boolean, connection_id bigint) language sql stable security definer set search_path = app, pg_temp as $$
  select a.company_id = app.company_id(), case when a.company_id = app.company_id() then a.connection_id end
  from app.channel_accounts a where a.channel = channel_ and a.account = account_
$$;
revoke all on function app.claim_accounts, app.account_holder from public;
grant execute on function app.claim_accounts, app.account_holder to {api};
