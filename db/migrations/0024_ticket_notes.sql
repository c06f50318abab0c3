-- What the company remembers of a conversation, for whoever sees the ticket; the customer never does.

create table app.ticket_notes (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  ticket_id  bigint not null,
  user_id    bigint,
  note       text not null check (note <> ''),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id)
);
comment on table app.ticket_notes is 'Whose contact a note is about is what its ticket says, so that joined contacts have the notes of both.';
create index ticket_notes_ticket on app.ticket_notes (company_id, ticket_id, id);
create index ticket_notes_user on app.ticket_notes (company_id, user_id);
call app.tenant_table('app.ticket_notes');
