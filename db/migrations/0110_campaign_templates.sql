-- What a campaign sends outside the reply window, and who made it.
alter table app.campaigns add column template_name text not null default '';
alter table app.campaigns add column template_language text not null default '';
alter table app.campaigns add column template_values jsonb not null default '{}';
alter table app.campaigns add column author_id bigint;
alter table app.campaigns add foreign key (company_id, author_id) references app.users (company_id, id) on delete set null (author_id);
create index campaigns_author on app.campaigns (company_id, author_id) where author_id is not null;
comment on column app.campaigns.template_name is 'By name and language: each of its connections sends its own text of that name. Empty: none.';
comment on column app.campaigns.author_id is 'Who made it, and learns of its pauses; null where they have left.';
alter table app.campaign_shipping add column tries smallint not null default 0;
comment on column app.campaign_shipping.tries is 'How often the provider refused the approved text; each try has a message of its own.';
alter table app.message_templates add column refused_at timestamptz;
comment on column app.message_templates.refused_at is 'The provider refused it when it was sent; it is sent no more until it has been read anew.';
