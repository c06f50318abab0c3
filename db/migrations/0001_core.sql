-- The ground: who the current company is, what every tenant table has in common, events, jobs, audit.
-- `{api}` is the login the API works as; migrate.ts fills it in. It owns nothing and cannot bypass row security.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

create schema if not exists app;
grant usage on schema app to {api};

-- After a transaction a local setting is an empty string, not null. Without a company there are no rows.
create function app.company_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.company_id', true), '')::bigint $$;

-- Case and accents do not matter to a search. Immutable, so that it can be indexed.
create function app.fold(value text) returns text language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- Row security, the same for every tenant table: forced, one policy for the API, one for the owner (FORCE binds owners too).
create procedure app.tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s to {api} using (company_id = (select app.company_id())) with check (company_id = (select app.company_id()))', name);
  execute format('create policy owner on %s to current_user using (true) with check (true)', name);
  execute format('grant select, insert, update, delete on %s to {api}', name);
end $$;

-- Platform: what belongs to no company -----------------------------------------------------------------------------

create table app.platform (
  key   text primary key,
  value text not null
);
comment on table app.platform is 'White-label settings, the stored version, the epoch of the event log.';
grant select on app.platform to {api};

create table app.plans (
  id               bigint generated always as identity primary key,
  name             text not null unique check (name <> ''),
  users            integer not null default 10,
  connections      integer not null default 10,
  queues           integer not null default 10,
  amount           numeric(12, 2) not null default 0,
  is_public        boolean not null default true,
  flags            jsonb not null default '{}'
);
comment on column app.plans.flags is 'Plan flags that are off: {"useKanban": false}. A flag that is missing is on.';
grant select on app.plans to {api};

create table app.companies (
  id          bigint generated always as identity primary key,
  name        text not null unique check (name <> ''),
  email       text not null default '',
  phone       text not null default '',
  document    text not null default '',
  active      boolean not null default true,
  plan_id     bigint not null references app.plans (id),
  due_at      timestamptz,
  recurrence  text not null default 'MENSAL',
  timezone    text not null default 'America/Sao_Paulo',
  created_at  timestamptz not null default now(),
  last_login  timestamptz
);
alter table app.companies enable row level security;
alter table app.companies force row level security;
create policy tenant on app.companies to {api} using (id = (select app.company_id()));
create policy owner on app.companies to current_user using (true) with check (true);
grant select on app.companies to {api};
grant update (last_login) on app.companies to {api};

create table app.settings (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  key        text not null,
  value      text not null,
  primary key (company_id, key)
);
call app.tenant_table('app.settings');

-- Events: gapless positions per company, in commit order ------------------------------------------------------------

create table app.event_heads (
  company_id bigint primary key default app.company_id() references app.companies (id) on delete cascade,
  seq        bigint not null default 0
) with (fillfactor = 50);
call app.tenant_table('app.event_heads');

create table app.events (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  position   bigint not null,
  name       text not null,
  audience   text[] not null,
  except_    text[],
  payload    json not null,
  created_at timestamptz not null default now(),
  primary key (company_id, position)
);
comment on column app.events.audience is 'Keys of who may see it (user:7, queue:3, admin, company …), settled when written.';
comment on column app.events.except_ is 'Keys of who must not get it: a delete goes to those who lost sight, not to those who still see.';
create index events_age on app.events using brin (created_at);
call app.tenant_table('app.events');

-- Idempotency of every write but messages, whose key lives with the message ---------------------------------------

create table app.idempotency_keys (
  company_id  bigint not null default app.company_id() references app.companies (id) on delete cascade,
  user_id     bigint not null,
  key         text not null,
  fingerprint text not null,
  status      integer,
  answer      jsonb,
  created_at  timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index idempotency_age on app.idempotency_keys using brin (created_at);
call app.tenant_table('app.idempotency_keys');

-- Audit: appended, never changed -------------------------------------------------------------------------------------

create table app.audit (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  at         timestamptz not null default now(),
  user_id    bigint,
  address    text not null default '',
  action     text not null,
  target     text not null default '',
  before     jsonb,
  after      jsonb,
  primary key (company_id, id)
);
call app.tenant_table('app.audit');
revoke update, delete on app.audit from {api};

-- Jobs: added in the change's own transaction, stamped with its company, so that none can be added for another -------

create function app.enqueue(task text, payload jsonb, queue text default null, run_at timestamptz default null, key text default null, attempts integer default 25)
returns void language plpgsql security definer set search_path = app, pg_temp as $$
begin
  if app.company_id() is null then
    raise exception 'a job needs a company';
  end if;
  perform graphile_worker.add_job(
    task,
    json_build_object('companyId', app.company_id(), 'data', payload),
    case when queue is null then null else app.company_id() || ':' || queue end,
    run_at,
    attempts,
    case when key is null then null else app.company_id() || ':' || key end
  );
end $$;
revoke all on function app.enqueue from public;
grant execute on function app.enqueue to {api};

-- One row per running process: leases and job locks of a silent one are taken over.
create table app.processes (
  id        uuid primary key,
  roles     text not null,
  workers   text[] not null default '{}',
  started   timestamptz not null default now(),
  seen      timestamptz not null default now()
);
