-- What rings on people's devices when the app is closed (Web Push): devices, rules, and what shows where.

-- When this session's app was last in front of its person; null after they turned away.
alter table app.sessions add column active_at timestamptz;

-- A device rings for as long as its session lives. Endpoint and keys let anybody who has them ring it: no answer shows them.
create table app.devices (
  company_id bigint not null default app.company_id(),
  id         bigint generated always as identity,
  user_id    bigint not null,
  session_id uuid not null,
  name       text not null,
  endpoint   text not null check (length(endpoint) <= 2000),
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null default now(),
  used_at    timestamptz not null default now(),
  rang_at    timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade,
  foreign key (company_id, session_id) references app.sessions (company_id, id) on delete cascade
);
comment on column app.devices.used_at is 'When it was last registered or rung; unused ones go.';
create unique index devices_endpoint on app.devices (company_id, endpoint);
create index devices_user on app.devices (company_id, user_id);
create index devices_session on app.devices (company_id, session_id);
create index devices_anywhere on app.devices using hash (endpoint);
call app.tenant_table('app.devices');

-- A browser has one subscription, whoever signs in: it rings for the company that registered it last. Only who holds all of
-- its secrets, as the browser itself does, takes it from another company.
create function app.claim_device(endpoint_ text, p256dh_ text, auth_ text) returns void language sql security definer
set search_path = app, pg_temp as $$
  delete from app.devices d
  where d.endpoint = endpoint_ and d.p256dh = p256dh_ and d.auth = auth_ and d.company_id <> app.company_id()
$$;
revoke all on function app.claim_device from public;
grant execute on function app.claim_device to {api};

create table app.notification_rules (
  company_id bigint not null default app.company_id(),
  user_id    bigint not null,
  level      text not null check (level in ('waiting', 'mine', 'mentions', 'none')),
  quiet_on   boolean not null,
  quiet_from text not null,
  quiet_to   text not null,
  hide_text  boolean not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
call app.tenant_table('app.notification_rules');

create table app.notification_queue_rules (
  company_id bigint not null default app.company_id(),
  user_id    bigint not null,
  queue_id   bigint not null,
  level      text not null check (level in ('waiting', 'mine', 'mentions', 'none')),
  primary key (company_id, user_id, queue_id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete cascade
);
call app.tenant_table('app.notification_queue_rules');

-- What was last rung for a ticket on a device: a job that is tried again skips whom it reached, and what was read disappears
-- only where something shows. It outlives its ticket, whose notification must still go.
create table app.notifications_shown (
  company_id bigint not null default app.company_id(),
  device_id  bigint not null,
  ticket_id  bigint not null,
  uuid       uuid not null,
  kind       text not null,
  ring       bigint not null,
  showing    boolean not null default true,
  shown_at   timestamptz not null default now(),
  primary key (company_id, device_id, ticket_id),
  foreign key (company_id, device_id) references app.devices (company_id, id) on delete cascade
);
comment on column app.notifications_shown.ring is 'The number of the job that rang: a job with a lower one comes too late.';
create index notifications_showing on app.notifications_shown (company_id, ticket_id) where showing;
call app.tenant_table('app.notifications_shown');

-- Numbers of jobs whose order matters.
create sequence app.job_numbers;
grant usage on sequence app.job_numbers to {api};
