alter table app.queue_integrations add column in_groups boolean not null default false;
comment on column app.queue_integrations.in_groups is 'It answers in groups too, where the connection opens tickets for them.';
