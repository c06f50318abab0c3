-- The texts that a provider has approved for writing to somebody outside the reply window, as it tells them.
create table app.message_templates (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  connection_id bigint not null,
  name          text not null,
  language      text not null,
  category      text not null default '',
  status        text not null default 'PENDING',
  components    jsonb not null default '[]',
  synced_at     timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
comment on column app.message_templates.status is 'The provider''s word; only APPROVED ones are sent.';
create unique index message_templates_name on app.message_templates (company_id, connection_id, name, language);
call app.tenant_table('app.message_templates');
