-- Named lists of people to write to, each a name and a number. Their contacts are found or made when a message goes.
create table app.contact_lists (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (name <> ''),
  name_key   text collate "C" generated always as (app.name_key(name)) stored,
  items      integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on column app.contact_lists.items is 'How many people are on it, moved with each change, so that nobody counts rows.';
create index contact_lists_name on app.contact_lists (company_id, name_key, id);
call app.tenant_table('app.contact_lists');

create table app.contact_list_items (
  company_id bigint not null default app.company_id(),
  id         bigint generated always as identity,
  list_id    bigint not null,
  name       text not null check (name <> ''),
  number     text not null check (number <> ''),
  email      text not null default '',
  valid      boolean,
  checked_at timestamptz,
  name_key   text collate "C" generated always as (app.name_key(name)) stored,
  folded     text generated always as (app.fold(name || ' ' || number || ' ' || email)) stored,
  primary key (company_id, id),
  foreign key (company_id, list_id) references app.contact_lists (company_id, id) on delete cascade
);
comment on column app.contact_list_items.number is 'Canonical: ten spellings of one number are one row.';
comment on column app.contact_list_items.valid is 'Whether somebody is there, as the provider said; null: nobody has asked yet.';
create unique index contact_list_items_number on app.contact_list_items (company_id, list_id, number);
create index contact_list_items_name on app.contact_list_items (company_id, list_id, name_key, id);
call app.tenant_table('app.contact_list_items');
