-- How a person likes the app to look and answer to keys, on all of their devices.

alter table app.users add column preferences jsonb not null default '{}';
