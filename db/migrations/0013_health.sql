-- Health of connections: since when they are what they are, who was told of an outage, and what arrived late.

alter table app.connections
  add column since        timestamptz not null default now(),
  add column connected_at timestamptz,
  add column alerted_at   timestamptz;
update app.connections set since = updated_at, connected_at = case when status = 'CONNECTED' then updated_at end;
comment on column app.connections.since is 'Since when it is connected, or away.';
comment on column app.connections.connected_at is 'When it was last connected; one that never was is no outage.';
comment on column app.connections.alerted_at is 'When people were rung for the outage that lasts.';

alter table app.messages add column received_at timestamptz;
comment on column app.messages.received_at is 'When it arrived, where that was much later than it was written.';

alter table app.notification_rules add column connections boolean not null default true;

-- On which devices an outage of a connection shows: a job that is tried again skips them, and they are told when it is over.
create table app.outages_shown (
  company_id    bigint not null default app.company_id(),
  device_id     bigint not null,
  connection_id bigint not null,
  shown_at      timestamptz not null default now(),
  primary key (company_id, device_id, connection_id),
  foreign key (company_id, device_id) references app.devices (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references app.connections (company_id, id) on delete cascade
);
create index outages_shown_connection on app.outages_shown (company_id, connection_id);
call app.tenant_table('app.outages_shown');
