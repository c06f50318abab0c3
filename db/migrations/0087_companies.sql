-- What the operator knows of a company besides its name, what its files take, and companies that are being removed.
alter table app.companies
  add column payment_method text not null default '',
  add column address_street text not null default '',
  add column address_city   text not null default '',
  add column address_state  text not null default '',
  add column version        integer not null default 1,
  add column removed_at     timestamptz,
  alter column plan_id drop not null,
  add check (plan_id is not null or removed_at is not null);
comment on column app.companies.version is 'Counts the operators'' changes: who saved an older one is told what changed meanwhile.';
comment on column app.companies.removed_at is
  'Since when a job deletes what it has. Such a company is inactive, has no plan and is shown nowhere.';
create index companies_plan on app.companies (plan_id);
create index companies_removed on app.companies (removed_at) where removed_at is not null;

create table app.company_usage (
  company_id  bigint primary key default app.company_id() references app.companies (id) on delete cascade,
  bytes      bigint not null default 0,
  files      bigint not null default 0,
  counted_at  timestamptz not null default now()
);
comment on table app.company_usage is 'What the files of a company take, counted once an hour.';
call app.tenant_table('app.company_usage');
revoke insert, update, delete on app.company_usage from {api};
