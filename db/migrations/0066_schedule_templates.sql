-- The approved text that a planned message is where the reply window is closed by then.
alter table app.schedules add column template_id bigint;
alter table app.schedules add column template_values jsonb not null default '{}';
alter table app.schedules add foreign key (company_id, template_id) references app.message_templates (company_id, id) on delete set null (template_id);
create index schedules_template on app.schedules (company_id, template_id) where template_id is not null;
