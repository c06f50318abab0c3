-- What the platform's operator tells everybody, and who has seen it.

create table app.announcements (
  id         bigint generated always as identity primary key,
  priority   smallint not null default 3 check (priority between 1 and 3),
  title      text not null check (title <> ''),
  text       text not null check (text <> ''),
  active     boolean not null default true,
  image      text,
  image_name text not null default '',
  created_at timestamptz not null default now(),
  shown_at   timestamptz not null default now()
);
comment on column app.announcements.priority is '1 high, 2 medium, 3 low.';
comment on column app.announcements.image is 'An address below /brand: pictures of the platform belong to no company.';
comment on column app.announcements.shown_at is 'Since when it is shown: who saw it before it was switched on again has not seen it.';
alter table app.announcements enable row level security;
alter table app.announcements force row level security;
create policy shown on app.announcements for select to {api} using (active);
create policy owner on app.announcements to current_user using (true) with check (true);
grant select on app.announcements to {api};

create table app.announcement_seen (
  company_id      bigint not null default app.company_id(),
  user_id         bigint not null,
  announcement_id bigint not null,
  seen_at         timestamptz not null default now(),
  primary key (company_id, user_id, announcement_id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
comment on column app.announcement_seen.announcement_id is 'No foreign key: announcements are of no company. Rows go with theirs.';
create index announcement_seen_of on app.announcement_seen (announcement_id);
call app.tenant_table('app.announcement_seen');
