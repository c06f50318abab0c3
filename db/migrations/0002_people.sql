-- People, their sessions, and the directory that finds a login by its e-mail.

create table app.queues (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  name          text not null check (name <> ''),
  color         text not null,
  greeting      text not null default '',
  out_of_hours  text not null default '',
  position      integer,
  close_ticket  boolean not null default false,
  created_at    timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index queues_name on app.queues (company_id, lower(name));
create unique index queues_color on app.queues (company_id, lower(color));
call app.tenant_table('app.queues');

create table app.users (
  company_id       bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id               bigint generated always as identity,
  name             text not null check (name <> ''),
  email            text not null,
  password         text not null,
  profile          text not null default 'user' check (profile in ('admin', 'user')),
  super            boolean not null default false,
  start_work       text not null default '00:00',
  end_work         text not null default '23:59',
  farewell         text not null default '',
  connection_id    bigint,
  all_tickets      boolean not null default false,
  allow_groups     boolean not null default false,
  theme            text not null default 'light',
  menu             text not null default 'open',
  all_history      boolean not null default false,
  all_user_chat    boolean not null default false,
  close_pending    boolean not null default true,
  show_dashboard   boolean not null default false,
  allow_live       boolean not null default false,
  allow_connections boolean not null default false,
  picture          text,
  color            text not null default '#64748b',
  list_width       integer not null default 550,
  language         text not null default 'pt',
  seen_at          timestamptz,
  created_at       timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index users_email on app.users (company_id, email);
call app.tenant_table('app.users');

create table app.user_queues (
  company_id bigint not null default app.company_id(),
  user_id    bigint not null,
  queue_id   bigint not null,
  primary key (company_id, user_id, queue_id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete cascade
);
create index user_queues_queue on app.user_queues (company_id, queue_id);
call app.tenant_table('app.user_queues');

-- A login names no company: this small table finds it. Read and written by the platform's door only.
create table app.logins (
  email      text primary key,
  company_id bigint not null,
  user_id    bigint not null,
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
create index logins_user on app.logins (company_id, user_id);

-- A refresh token is derived from the session and its generation, so nothing secret is stored and a repeated refresh whose
-- answer was lost can be given the same successor.
create table app.sessions (
  company_id  bigint not null default app.company_id(),
  id          uuid not null,
  user_id     bigint not null,
  device      text not null,
  salt        text not null,
  generation  integer not null default 0,
  rotated_at  timestamptz not null default now(),
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  ended_at    timestamptz,
  end_reason  text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
create index sessions_user on app.sessions (company_id, user_id) where ended_at is null;
call app.tenant_table('app.sessions');

-- Wrong passwords, by account and by address. Platform: an unknown e-mail is counted like a known one.
create table app.login_attempts (
  who   text not null,
  at    timestamptz not null default now()
);
create index login_attempts_who on app.login_attempts (who, at);

-- The API may give its own people a login, in the same transaction as the person. False when the e-mail is taken by anybody.
create function app.claim_login(email_ text, person bigint) returns boolean language plpgsql security definer set search_path = app, pg_temp as $$
declare
  company bigint := app.company_id();
begin
  if not exists (select 1 from app.users u where u.company_id = company and u.id = person) then
    return false;
  end if;
  delete from app.logins l where l.company_id = company and l.user_id = person and l.email <> email_;
  insert into app.logins (email, company_id, user_id) values (email_, company, person) on conflict (email) do nothing;
  return exists (select 1 from app.logins l where l.email = email_ and l.company_id = company and l.user_id = person);
end $$;
revoke all on function app.claim_login from public;
grant execute on function app.claim_login to {api};
