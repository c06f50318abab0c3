-- An operator who looks into a company that allows it: for an hour, and to read.
create table app.support_sessions (
  company_id       bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id               uuid not null,
  operator_company bigint not null,
  operator_id      bigint not null,
  operator_session uuid not null,
  operator_name    text not null,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  ended_at         timestamptz,
  primary key (company_id, id)
);
comment on column app.support_sessions.operator_session is 'The operator''s own session: once it ends, this one is over too.';
create index support_sessions_live on app.support_sessions (company_id, expires_at) where ended_at is null;
call app.tenant_table('app.support_sessions');

-- What the operator is shown of a company's problems.
create index messages_failed on app.messages (company_id, id) where status = 'failed';
