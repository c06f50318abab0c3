-- What ends the process that works on it is tried again a few times, then set aside.
alter table app.processes add column machine text not null default '';
comment on column app.processes.machine is 'The kernel it runs under: on the same one its death is seen at once.';

alter table app.inbound_raw
  add column taken_by uuid[] not null default '{}',
  add column deaths integer not null default 0,
  add column set_aside_at timestamptz;
comment on column app.inbound_raw.taken_by is 'Processes that are at it.';

create table app.job_deaths (
  job_id  bigint primary key,
  deaths  integer not null,
  last_at timestamptz not null default now()
);
