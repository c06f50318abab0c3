-- What a company's rows were called where they came from, so that an import that is run again takes only what is new.
create table app.imported_rows (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  source     text not null,
  kind       text not null,
  theirs     text not null,
  ours       bigint not null,
  primary key (company_id, source, kind, theirs)
);
comment on column app.imported_rows.source is 'Server and database it came from, without its password.';
call app.tenant_table('app.imported_rows');
