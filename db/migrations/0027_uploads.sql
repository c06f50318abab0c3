-- Files that come in pieces, before the message that names them: a break costs one piece, not the file.

create table app.uploads (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  user_id    bigint not null,
  key        text not null,
  file       text not null,
  name       text not null,
  mime_type  text not null,
  bytes      bigint not null check (bytes > 0),
  received   bigint not null default 0,
  used       boolean not null default false,
  touched_at timestamptz not null default now(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade,
  check (received between 0 and bytes)
);
comment on column app.uploads.key is 'Chosen by the client, once per person: who lost the answer asks again by it.';
comment on column app.uploads.received is 'What counts, whatever is on disk: a piece whose transaction failed is written over.';
comment on column app.uploads.used is 'A message has it. The row stays a day, so that the same message sent again need not bring the file again.';
create index uploads_touched on app.uploads (touched_at);
call app.tenant_table('app.uploads');
