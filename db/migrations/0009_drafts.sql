-- What a person was writing, on all their devices; and what a device that was away asks the event log: whose conversations moved.

create table app.drafts (
  company_id bigint not null default app.company_id(),
  user_id    bigint not null,
  ticket_id  bigint not null,
  mode       text not null check (mode in ('reply', 'note')),
  text       text not null,
  rev        bigint not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (company_id, user_id, ticket_id, mode),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade
);
comment on column app.drafts.text is 'Empty: ended. The row stays for a time, so that rev goes on counting.';
create index drafts_ticket on app.drafts (company_id, ticket_id);
create index drafts_ended on app.drafts (updated_at) where text = '';
call app.tenant_table('app.drafts');

-- A ticket's own row does not tell that a message of its history was edited or that its contact has another name; its events do.
alter table app.events add column contact_id bigint;
comment on column app.events.contact_id is 'Whose conversation it is about, for GET /sync/tickets; no reference: events outlive contacts.';
create index events_contact on app.events (company_id, created_at) include (contact_id);
create index events_rights on app.events (company_id, created_at) where name = 'recado-rights';
