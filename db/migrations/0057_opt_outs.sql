-- People who asked for no more messages that nobody writes to them alone, and the words by which they ask.
create table app.opt_outs (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  number     text not null default '',
  contact_id bigint,
  why        text not null default 'hand' check (why in ('word', 'hand')),
  said       text not null default '',
  user_id    bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id)
);
comment on column app.opt_outs.number is 'Canonical; it holds when the contact is deleted and imported again. Empty where the contact has none.';
comment on column app.opt_outs.said is 'What the customer wrote, or why a person added them.';
create unique index opt_outs_number on app.opt_outs (company_id, number) where number <> '';
create index opt_outs_contact on app.opt_outs (company_id, contact_id) where contact_id is not null;
create index opt_outs_user on app.opt_outs (company_id, user_id) where user_id is not null;
call app.tenant_table('app.opt_outs');

create table app.opt_out_words (
  company_id bigint primary key default app.company_id() references app.companies (id) on delete cascade,
  words      text[] not null
);
call app.tenant_table('app.opt_out_words');
