-- What happens by itself: service hours, the queue menu and its tree, ratings, waiting times, and how far the bot is with a ticket.
-- Minutes are 0 where a rule is off.

alter table app.companies add column schedules jsonb not null default '[]';
grant update (schedules) on app.companies to {api};

alter table app.queues
  add column schedules        jsonb not null default '[]',
  add column rotates          boolean not null default false,
  add column rotate_after_min integer not null default 0 check (rotate_after_min >= 0);

alter table app.connections
  add column schedules          jsonb not null default '[]',
  add column bot_tries          integer not null default 3 check (bot_tries >= 0),
  add column bot_pause_min      integer not null default 0 check (bot_pause_min >= 0),
  add column redirect_after_min integer not null default 0 check (redirect_after_min >= 0),
  add column redirect_queue_id  bigint,
  add column inactive_after_min integer not null default 0 check (inactive_after_min >= 0),
  add column inactive_text      text not null default '',
  add column close_after_min    integer not null default 0 check (close_after_min >= 0),
  add column close_if_ours_last boolean not null default false,
  add column expired_text       text not null default '',
  add column rating_text        text not null default '',
  add column rating_expires_min integer not null default 0 check (rating_expires_min >= 0),
  add column rating_tries       integer not null default 3 check (rating_tries >= 0),
  add column reuse_within_min   integer not null default 0 check (reuse_within_min >= 0),
  add column greeting_media_id  text,
  add column vacation_start     date,
  add column vacation_end       date,
  add column vacation_text      text not null default '',
  add foreign key (company_id, redirect_queue_id) references app.queues (company_id, id) on delete set null (redirect_queue_id),
  add foreign key (company_id, greeting_media_id) references app.media (company_id, id);
comment on column app.connections.bot_tries is 'How often the menu is sent without a right answer; 0: as often as it takes.';
comment on column app.connections.bot_pause_min is 'The menu is not sent again within so many minutes of the bot''s last text.';
comment on column app.connections.close_if_ours_last is 'A ticket is only closed by itself when the last message is ours.';
comment on column app.connections.reuse_within_min is 'A contact who writes again so soon after the close continues the ticket.';

-- The tree under a queue: options without a parent are its first level.
create table app.chatbot_options (
  company_id      bigint not null default app.company_id(),
  id              bigint generated always as identity,
  queue_id        bigint not null,
  parent_id       bigint,
  position        integer not null,
  name            text not null check (name <> ''),
  greeting        text not null default '',
  type            text not null default 'text' check (type in ('text', 'attendent', 'queue', 'integration', 'file')),
  close_ticket    boolean not null default false,
  target_queue_id bigint,
  target_user_id  bigint,
  primary key (company_id, id),
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete cascade,
  foreign key (company_id, parent_id) references app.chatbot_options (company_id, id) on delete cascade,
  foreign key (company_id, target_queue_id) references app.queues (company_id, id) on delete set null (target_queue_id),
  foreign key (company_id, target_user_id) references app.users (company_id, id) on delete set null (target_user_id)
);
create index chatbot_options_place on app.chatbot_options (company_id, queue_id, parent_id, position);
create index chatbot_options_parent on app.chatbot_options (company_id, parent_id);
create index chatbot_options_target_queue on app.chatbot_options (company_id, target_queue_id);
create index chatbot_options_target_user on app.chatbot_options (company_id, target_user_id);
call app.tenant_table('app.chatbot_options');

-- How far what happens by itself is with a ticket; gone when a person takes over, there again with the next round.
create table app.ticket_bots (
  company_id bigint not null default app.company_id(),
  ticket_id  bigint not null,
  option_id  bigint,
  said       jsonb not null default '{}',
  handed_at  timestamptz,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade,
  foreign key (company_id, option_id) references app.chatbot_options (company_id, id) on delete set null (option_id)
);
comment on column app.ticket_bots.option_id is 'Where in the tree the customer stands; null: at the queue menu.';
comment on column app.ticket_bots.said is 'Automatic texts of this round by kind: {"menu": {"times": 2, "at": "…"}}. None is said twice by mistake.';
comment on column app.ticket_bots.handed_at is 'When rotation gave the waiting ticket to the person who has it now.';
create index ticket_bots_option on app.ticket_bots (company_id, option_id);
call app.tenant_table('app.ticket_bots');

-- Whose customer a contact is: their tickets go straight there (DirectTicketsToWallets).
create table app.contact_wallets (
  company_id bigint not null default app.company_id(),
  contact_id bigint not null,
  user_id    bigint not null,
  queue_id   bigint not null,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references app.contacts (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references app.users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete cascade
);
create index contact_wallets_user on app.contact_wallets (company_id, user_id);
create index contact_wallets_queue on app.contact_wallets (company_id, queue_id);
call app.tenant_table('app.contact_wallets');

-- What timed rules look at: live tickets by the time of their last message.
create index tickets_idle on app.tickets (company_id, connection_id, last_message_at) where status <> 'closed';
