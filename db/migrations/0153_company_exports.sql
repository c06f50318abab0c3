-- The last time that an admin asked for the whole company as a file: one at a time.
create table app.company_exports (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  run        uuid not null default gen_random_uuid(),
  asked_at   timestamptz not null default now(),
  asked_by   text not null,
  rows       bigint,
  files      bigint,
  bytes      bigint,
  ready_at   timestamptz,
  taken_at   timestamptz,
  failed_at  timestamptz,
  primary key (company_id)
);
comment on column app.company_exports.run is 'The name of its file; a build that was overtaken by another question finds another name here and writes nothing.';
comment on column app.company_exports.asked_by is 'The name of who asked, as it was.';
call app.tenant_table('app.company_exports');
