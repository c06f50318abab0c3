-- Chats of colleagues. A message's place in its chat gives the order and, beside the place up to which a member has read, what is unread.
create table app.chats (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id            bigint generated always as identity,
  uuid          uuid not null default gen_random_uuid(),
  title         text not null default '',
  pair          text,
  owner_id      bigint,
  last_position bigint not null default 0,
  last_id       bigint,
  spoken_at     timestamptz not null default now(),
  created_at    timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, uuid),
  unique (company_id, pair),
  foreign key (company_id, owner_id) references app.users (company_id, id) on delete set null (owner_id)
);
comment on column app.chats.pair is 'The two people of a chat without a title, smaller id first: two people have one such chat. Null: a group.';
comment on column app.chats.owner_id is 'Who made it; null once they are gone: the member who came first owns it then.';
comment on column app.chats.spoken_at is 'When something was said last, or when it was made.';
create index chats_owner on app.chats (company_id, owner_id);
create index chats_order on app.chats (company_id, spoken_at, id);
call app.tenant_table('app.chats');

create table app.chat_members (
  company_id    bigint not null default app.company_id() references app.companies (id) on delete cascade,
  chat_id       bigint not null,
  user_id       bigint not null,
  position_read bigint not null default 0,
  position_rung bigint not null default 0,
  muted         boolean not null default false,
  joined_at     timestamptz not null default now(),
  primary key (company_id, chat_id, user_id),
  foreign key (company_id, chat_id) references app.chats (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade
);
comment on column app.chat_members.position_rung is 'Up to where a device of this member was rung: a push that is tried again does not ring twice.';
create index chat_members_user on app.chat_members (company_id, user_id);
call app.tenant_table('app.chat_members');

create table app.chat_messages (
  company_id  bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id          bigint generated always as identity,
  chat_id     bigint not null,
  position    bigint not null,
  sender_id   bigint,
  key         text not null,
  fingerprint text not null,
  kind        text not null default 'chat',
  body        text not null default '',
  media_id    text,
  data        jsonb,
  quoted_id   bigint,
  reactions   jsonb not null default '[]',
  is_deleted  boolean not null default false,
  edited_at   timestamptz,
  created_at  timestamptz not null default now(),
  folded      text generated always as (app.fold(body)) stored,
  primary key (company_id, id),
  unique (company_id, chat_id, position),
  unique (company_id, chat_id, key),
  foreign key (company_id, chat_id) references app.chats (company_id, id) on delete cascade,
  foreign key (company_id, sender_id) references app.users (company_id, id) on delete set null (sender_id),
  foreign key (company_id, media_id) references app.media (company_id, id),
  foreign key (company_id, quoted_id) references app.chat_messages (company_id, id) on delete set null (quoted_id)
);
comment on column app.chat_messages.sender_id is 'Null: they have left the company; what they said stays.';
comment on column app.chat_messages.reactions is 'One a person: [{userId, emoji}].';
create index chat_messages_sender on app.chat_messages (company_id, sender_id);
create index chat_messages_media on app.chat_messages (company_id, media_id) where media_id is not null;
create index chat_messages_quoted on app.chat_messages (company_id, quoted_id) where quoted_id is not null;
call app.tenant_table('app.chat_messages');
