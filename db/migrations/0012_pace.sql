-- What the governor of automated sends must also know, what it holds back, and requests to a session that wait for an answer.

alter table app.pace_state
  add column hour_cold   integer not null default 0,
  add column minute_at   timestamptz not null default now(),
  add column minute_sent integer not null default 0,
  add column reply_at    timestamptz not null default now(),
  add column checks_at   timestamptz not null default now(),
  add column checks      integer not null default 0;
comment on column app.pace_state.next_at is 'When the next message to somebody who has not written may go.';
comment on column app.pace_state.reply_at is 'When the next automated reply inside a running exchange may go.';
comment on column app.pace_state.stopped_until is 'Null beside a stopped_why: until a person resumes.';
comment on column app.pace_state.checks is 'Numbers checked in the running minute.';

-- Automated messages that wait for the number's pace, apart from those that are only due: thousands of them cost nobody's answer a look.
create table app.messages_held (
  company_id    bigint not null default app.company_id(),
  message_id    bigint not null,
  connection_id bigint not null,
  contact_id    bigint not null,
  cold          boolean not null,
  until         timestamptz not null,
  since         timestamptz not null default now(),
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references app.messages (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
comment on column app.messages_held.cold is 'To somebody who has not written within 24 hours.';
create index messages_held_order on app.messages_held (company_id, connection_id, cold, message_id);
call app.tenant_table('app.messages_held');

alter table app.channel_requests
  add column answer_by timestamptz,
  add column answer    jsonb;
comment on column app.channel_requests.answer_by is 'Somebody waits for the answer until then; tried once.';
