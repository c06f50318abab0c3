-- A colleague who was invited by a link and has not come yet. The link's token is known here by its keyed digest only.
create table app.invitations (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  email      text not null check (email <> ''),
  profile    text not null default 'user' check (profile in ('admin', 'user')),
  queue_ids  bigint[] not null default '{}',
  token      text not null,
  user_id    bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
comment on column app.invitations.user_id is 'Who invited; what they gave out goes with them.';
comment on column app.invitations.queue_ids is 'As chosen then; those that are gone when the colleague comes are left out.';
create unique index invitations_email on app.invitations (company_id, email);
create unique index invitations_token on app.invitations (company_id, token);
create index invitations_user on app.invitations (company_id, user_id);
call app.tenant_table('app.invitations');
