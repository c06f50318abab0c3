-- Keys by which a company's programs call: each a named caller that is no person. The token is known here by its hash only.
create table app.api_keys (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (name <> ''),
  token      bytea not null,
  tail       text not null,
  scopes     text[] not null,
  user_id    bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at    timestamptz,
  ended_at   timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id)
);
comment on column app.api_keys.token is 'SHA-256 of a token of 256 random bits.';
comment on column app.api_keys.tail is 'The last letters, by which people tell keys apart.';
comment on column app.api_keys.user_id is 'Who made it.';
create unique index api_keys_company_token on app.api_keys (company_id, token);
create index api_keys_token on app.api_keys (token);
create index api_keys_user on app.api_keys (company_id, user_id);
call app.tenant_table('app.api_keys');

-- What programs called, by a key or a connection's token, and what it came to.
create table app.api_calls (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  at            timestamptz not null default now(),
  key_id        bigint,
  connection_id bigint,
  method        text not null,
  path          text not null,
  status        integer not null,
  error         text,
  ms            integer not null default 0,
  address       text not null default '',
  primary key (company_id, id),
  foreign key (company_id, key_id) references app.api_keys (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create index api_calls_key on app.api_calls (company_id, key_id, id);
create index api_calls_connection on app.api_calls (company_id, connection_id, id);
create index api_calls_at on app.api_calls (at);
call app.tenant_table('app.api_calls');

alter table app.audit add column key_id bigint;
comment on column app.audit.key_id is 'Whose key was used, where no person did it.';
