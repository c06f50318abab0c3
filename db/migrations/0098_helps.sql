-- Help videos that the platform's operator offers to everybody.

create table app.help_items (
  id          bigint generated always as identity primary key,
  title       text not null check (title <> ''),
  title_key   text collate "C" generated always as (app.name_key(title)) stored,
  description text not null default '',
  video       text not null check (video ~ '^[A-Za-z0-9_-]{11}$'),
  created_at  timestamptz not null default now()
);
comment on column app.help_items.video is 'The code of a video at YouTube.';
grant select on app.help_items to {api};
create unique index help_items_title on app.help_items (title_key);
