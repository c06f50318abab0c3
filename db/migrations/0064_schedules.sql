-- Messages that are to go out later, once or again and again. The table is the queue: a sweep takes what is due.
create table app.schedules (
  company_id      bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id              bigint generated always as identity,
  user_id         bigint,
  contact_id      bigint,
  connection_id   bigint not null,
  body            text not null default '',
  media_id        text,
  media_name      text not null default '',
  send_at         timestamptz not null,
  timezone        text not null,
  wall_date       date not null,
  wall_time       text not null,
  unit            smallint not null default 1,
  every           integer not null default 0,
  times           integer not null default 1,
  day_type        smallint not null default 4,
  sign            boolean not null default false,
  open_ticket     boolean not null default false,
  ticket_status   text not null default 'closed',
  ticket_user_id  bigint,
  queue_id        bigint,
  cancel_on_reply boolean not null default false,
  status          text not null default 'PENDENTE' check (status in ('PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO', 'CANCELADA')),
  error           text,
  made            integer not null default 0,
  tries           integer not null default 0,
  waiting_since   timestamptz,
  message_id      bigint,
  settled         boolean not null default true,
  sent_at         timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id),
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete set null (contact_id),
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references app.media (company_id, id),
  foreign key (company_id, ticket_user_id) references app.users (company_id, id) on delete set null (ticket_user_id),
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, message_id) references app.messages (company_id, id) on delete set null (message_id)
);
comment on column app.schedules.contact_id is 'Null: the contact was deleted; nothing is sent any more.';
comment on column app.schedules.wall_date is 'With wall_time and timezone what calendar and clock showed when it was planned: occurrences are counted from there.';
comment on column app.schedules.unit is 'What `every` counts: 1 days, 2 weeks, 3 months, 4 minutes; `every` 0: sent once.';
comment on column app.schedules.day_type is 'A day off: 4 sent all the same, 5 on the working day before, 6 on the one after.';
comment on column app.schedules.made is 'Occurrences since the anchor that were sent or failed; `tries` is never set back and names the messages.';
comment on column app.schedules.waiting_since is 'Due since then, and its connection is away.';
comment on column app.schedules.settled is 'False: what became of message_id has to be looked up.';
create index schedules_due on app.schedules (send_at) where status = 'PENDENTE';
create index schedules_unsettled on app.schedules (company_id) where not settled;
create index schedules_time on app.schedules (company_id, send_at, id);
create index schedules_contact on app.schedules (company_id, contact_id, send_at);
create index schedules_reply on app.schedules (company_id, contact_id) where cancel_on_reply and status = 'PENDENTE';
create index schedules_user on app.schedules (company_id, user_id);
create index schedules_ticket_user on app.schedules (company_id, ticket_user_id) where ticket_user_id is not null;
create index schedules_connection on app.schedules (company_id, connection_id);
create index schedules_queue on app.schedules (company_id, queue_id) where queue_id is not null;
create index schedules_media on app.schedules (company_id, media_id) where media_id is not null;
create index schedules_message on app.schedules (company_id, message_id) where message_id is not null;
call app.tenant_table('app.schedules');

-- Days on which a company does not work.
create table app.holidays (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  day        date not null,
  name       text not null default '',
  primary key (company_id, day)
);
call app.tenant_table('app.holidays');
