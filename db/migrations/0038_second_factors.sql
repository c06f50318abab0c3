-- Second factors: an app that makes codes, passkeys, and recovery codes for the day on which neither is at hand.

create table app.authenticators (
  company_id   bigint not null default app.company_id() references app.companies (id) on delete cascade,
  user_id      bigint not null,
  sealed       bytea not null,
  confirmed_at timestamptz,
  last_step    bigint not null default 0,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
comment on column app.authenticators.sealed is 'The secret that app and server share, bound to company and person.';
comment on column app.authenticators.confirmed_at is 'When the first code from the app was right; before that it is no factor.';
comment on column app.authenticators.last_step is 'The half minute of the last code that was taken: none is taken twice.';
call app.tenant_table('app.authenticators');

create table app.passkeys (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  user_id    bigint not null,
  credential text not null,
  public_key bytea not null,
  counter    bigint not null default 0,
  transports text[] not null default '{}',
  name       text not null check (name <> ''),
  created_at timestamptz not null default now(),
  used_at    timestamptz,
  primary key (company_id, id),
  unique (company_id, credential),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
comment on column app.passkeys.credential is 'The id that the device gave it.';
create index passkeys_user on app.passkeys (company_id, user_id);
call app.tenant_table('app.passkeys');

create table app.recovery_codes (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  user_id    bigint not null,
  digest     text not null,
  primary key (company_id, user_id, digest),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
call app.tenant_table('app.recovery_codes');

-- What a device was asked to sign. Platform: at sign-in nobody knows yet whose device it is.
create table app.passkey_challenges (
  digest     text primary key,
  expires_at timestamptz not null
);
