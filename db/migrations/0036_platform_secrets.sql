-- Secrets of the platform lie sealed in a table that the API's login cannot read; beside white-label settings every signed-in person's
-- call could.
create table app.platform_secrets (
  name       text primary key,
  sealed     bytea not null,
  changed_at timestamptz not null default now()
);
comment on column app.platform_secrets.sealed is 'AES-256-GCM, bound to the name.';

-- The half of the push keys that is no secret follows from the other.
insert into app.platform_secrets (name, sealed)
select 'vapid', decode(value::json ->> 'sealed', 'base64') from app.platform where key = 'vapid';
delete from app.platform where key = 'vapid';
