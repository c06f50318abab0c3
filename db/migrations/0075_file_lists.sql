-- Lists of files that the chatbot sends, from a queue or from an option of its tree.

create table app.file_lists (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (name <> ''),
  name_key   text collate "C" generated always as (app.name_key(name)) stored,
  message    text not null check (message <> ''),
  primary key (company_id, id)
);
create unique index file_lists_name on app.file_lists (company_id, name_key);
call app.tenant_table('app.file_lists');

create table app.file_list_options (
  company_id bigint not null default app.company_id(),
  id         bigint generated always as identity,
  list_id    bigint not null,
  position   integer not null,
  name       text not null default '',
  media_id   text,
  primary key (company_id, id),
  foreign key (company_id, list_id) references app.file_lists (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references app.media (company_id, id)
);
comment on column app.file_list_options.name is 'The caption of its file, or a text of its own.';
create index file_list_options_list on app.file_list_options (company_id, list_id, position);
create index file_list_options_media on app.file_list_options (company_id, media_id);
call app.tenant_table('app.file_list_options');

alter table app.chatbot_options
  add column target_list_id bigint,
  add foreign key (company_id, target_list_id) references app.file_lists (company_id, id) on delete set null (target_list_id);
create index chatbot_options_target_list on app.chatbot_options (company_id, target_list_id);

alter table app.queues
  add column sent_list_id bigint,
  add foreign key (company_id, sent_list_id) references app.file_lists (company_id, id) on delete set null (sent_list_id);
create index queues_sent_list on app.queues (company_id, sent_list_id);
