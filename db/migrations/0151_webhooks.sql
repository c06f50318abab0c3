-- Addresses of a company that are told what happens, and what was said to each: the log of events is read from `position` on.
create table app.webhooks (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  name          text not null check (name <> ''),
  url           text not null,
  events        text[] not null,
  sealed        bytea,
  position      bigint not null default 0,
  failures      integer not null default 0,
  failing_since timestamptz,
  wait_until    timestamptz,
  paused_at     timestamptz,
  paused_why    text check (paused_why in ('hand', 'failing', 'gone')),
  created_at    timestamptz not null default now(),
  primary key (company_id, id)
);
comment on column app.webhooks.sealed is 'The secrets that deliveries are signed with, as JSON.';
comment on column app.webhooks.position is 'The last event of the log that was looked at for it.';
comment on column app.webhooks.failures is 'Failures since the last success.';
comment on column app.webhooks.wait_until is 'It fails: until then nothing is tried, and then one delivery.';
call app.tenant_table('app.webhooks');

create table app.webhook_deliveries (
  company_id    bigint not null default app.company_id(),
  id            bigint generated always as identity,
  webhook_id    bigint not null,
  position      bigint not null,
  type          text not null,
  lane          text not null,
  body          text not null,
  status        text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  attempts      integer not null default 0,
  created_at    timestamptz not null default now(),
  first_at      timestamptz,
  next_at       timestamptz not null default now(),
  claimed_until timestamptz,
  sent_at       timestamptz,
  ms            integer,
  answer_status integer,
  answer        text,
  error         text,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references app.webhooks (company_id, id) on delete cascade
);
comment on column app.webhook_deliveries.lane is 'Deliveries of one lane go one after the other: those of a ticket, or of a contact.';
comment on column app.webhook_deliveries.claimed_until is 'A process is sending it; one that died is not, after this.';
create unique index webhook_deliveries_position on app.webhook_deliveries (company_id, webhook_id, position);
create index webhook_deliveries_lanes on app.webhook_deliveries (company_id, webhook_id, lane, position) where status = 'waiting';
create index webhook_deliveries_age on app.webhook_deliveries using brin (created_at);
call app.tenant_table('app.webhook_deliveries');
