-- Replies kept for use again, and tags as people look for them.

create table app.quick_messages (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  user_id    bigint,
  shortcode  text not null check (shortcode <> ''),
  message    text not null default '',
  for_all    boolean not null default false,
  readable   boolean not null default false,
  active     boolean not null default true,
  media_id   text,
  media_name text not null default '',
  primary key (company_id, id),
  foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id),
  foreign key (company_id, media_id) references app.media (company_id, id)
);
comment on column app.quick_messages.user_id is 'Null: its owner has left; what was theirs alone goes with the next sweep.';
comment on column app.quick_messages.for_all is 'Everybody uses and changes it; readable: everybody uses it, its owner alone changes it.';
create index quick_messages_user on app.quick_messages (company_id, user_id);
create index quick_messages_media on app.quick_messages (company_id, media_id);
call app.tenant_table('app.quick_messages');

create index tags_name on app.tags (company_id, kanban, lower(name), id);

-- A ticket has its own tags and those of its contact; searching finds it by both. The rest of the function stays as it is.
do $$
declare
  old text := pg_get_functiondef('app.search_tickets'::regproc);
  new text := replace(old, $s$and ($10 -> 'tags' is null or exists ($s$, $s$and ($10 -> 'tags' is null or exists (
          select 1 from app.contact_tags y where y.company_id = t.company_id and y.contact_id = t.contact_id
            and y.tag_id in (select q::bigint from jsonb_array_elements_text($10 -> 'tags') q)) or exists ($s$);
begin
  assert new <> old, 'search_tickets has no filter of tags';
  execute new;
end $$;
