-- Contacts and the identities by which providers know them.

create table app.contacts (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  name          text not null,
  named_by_hand boolean not null default false,
  number        text not null default '',
  email         text not null default '',
  channel       text not null default '',
  connection_id bigint,
  is_group      boolean not null default false,
  active        boolean not null default true,
  disable_bot   boolean not null default false,
  accept_audio  boolean not null default true,
  consent_at    timestamptz,
  picture_url   text,
  extra         jsonb not null default '[]',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  folded        text generated always as (app.fold(name || ' ' || number || ' ' || email)) stored,
  primary key (company_id, id),
  foreign key (company_id, connection_id) references app.connections (company_id, id)
);
create unique index contacts_number on app.contacts (company_id, number) where number <> '' and not is_group;
create index contacts_name on app.contacts (company_id, lower(name), id);
create index contacts_search on app.contacts using gin (company_id, folded gin_trgm_ops);
call app.tenant_table('app.contacts');

create table app.contact_identities (
  company_id bigint not null default app.company_id(),
  kind       text not null,
  value      text not null,
  contact_id bigint not null,
  address    text,
  username   text,
  primary key (company_id, kind, value),
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete cascade
);
comment on column app.contact_identities.address is 'What to send to where it differs from the canonical value.';
create index contact_identities_contact on app.contact_identities (company_id, contact_id);
call app.tenant_table('app.contact_identities');

create table app.tags (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (name <> ''),
  color      text not null,
  kanban     boolean not null default false,
  primary key (company_id, id)
);
call app.tenant_table('app.tags');

create table app.contact_tags (
  company_id bigint not null default app.company_id(),
  contact_id bigint not null,
  tag_id     bigint not null,
  primary key (company_id, contact_id, tag_id),
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references app.tags (company_id, id) on delete cascade
);
create index contact_tags_tag on app.contact_tags (company_id, tag_id);
call app.tenant_table('app.contact_tags');
