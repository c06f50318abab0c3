-- Boards: a company has several, each with lanes and queues of its own, and begins with one. A ticket stands in one lane of each
-- board at most. A ticket has a value, a lane may be where something is won or lost, and each arrival in a lane is noted down.
create table app.boards (
  company_id bigint not null default app.company_id() references app.companies (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (name <> ''),
  position   integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
comment on column app.boards.position is 'Its place among the boards; the first is the one that is meant where none is named.';
call app.tenant_table('app.boards');

create table app.board_queues (
  company_id bigint not null default app.company_id(),
  board_id   bigint not null,
  queue_id   bigint not null,
  primary key (company_id, board_id, queue_id),
  foreign key (company_id, board_id) references app.boards (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references app.queues (company_id, id) on delete cascade
);
comment on table app.board_queues is 'Whose tickets a board takes in; a board without any takes in those of all queues.';
create index board_queues_queue on app.board_queues (company_id, queue_id);
call app.tenant_table('app.board_queues');

create function app.first_board() returns trigger language plpgsql as $$
begin
  insert into app.boards (company_id, name) values (new.id, 'Kanban');
  return null;
end $$;
create trigger first_board after insert on app.companies for each row execute function app.first_board();
insert into app.boards (company_id, name) select id, 'Kanban' from app.companies;

alter table app.tags
  add column board_id bigint,
  add column outcome text check (outcome in ('won', 'lost')),
  add foreign key (company_id, board_id) references app.boards (company_id, id) on delete cascade;
update app.tags g set board_id = b.id from app.boards b where b.company_id = g.company_id and g.kanban;
alter table app.tags add constraint tags_lane_has_board check (kanban = (board_id is not null));
create index tags_board on app.tags (company_id, board_id) where board_id is not null;
comment on column app.tags.outcome is 'Of a lane: what is in it was won, or lost; null: neither yet.';

alter table app.ticket_tags
  add column board_id bigint,
  add foreign key (company_id, board_id) references app.boards (company_id, id) on delete cascade;
update app.ticket_tags x set board_id = g.board_id from app.tags g where g.company_id = x.company_id and g.id = x.tag_id and x.lane;
drop index app.ticket_tags_one_lane;
alter table app.ticket_tags drop column lane;
comment on column app.ticket_tags.board_id is 'Of a lane: its board, in which a ticket has one lane at most; null: a tag.';
create unique index ticket_tags_one_lane on app.ticket_tags (company_id, ticket_id, board_id) where board_id is not null;
create index ticket_tags_board on app.ticket_tags (company_id, board_id) where board_id is not null;

alter table app.tickets add column value_cents bigint check (value_cents between 0 and 100000000000000);
comment on column app.tickets.value_cents is 'What it is about is worth, in hundredths of the currency; null: not said.';

create table app.lane_entries (
  company_id  bigint not null default app.company_id(),
  id          bigint generated always as identity,
  board_id    bigint not null,
  ticket_id   bigint not null,
  lane_id     bigint,
  user_id     bigint,
  reason      text not null default '',
  entered_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, board_id) references app.boards (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references app.tickets (company_id, id) on delete cascade,
  foreign key (company_id, lane_id) references app.tags (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id)
);
comment on table app.lane_entries is 'Each arrival of a ticket in a lane; a lane that is deleted takes its arrivals along.';
comment on column app.lane_entries.lane_id is 'Null: it left the lanes of its board.';
comment on column app.lane_entries.user_id is 'Who moved it; null: it moved by itself, or they have left the company.';
comment on column app.lane_entries.reason is 'Why it was won or lost.';
create index lane_entries_when on app.lane_entries (company_id, board_id, entered_at);
create index lane_entries_ticket on app.lane_entries (company_id, ticket_id);
create index lane_entries_lane on app.lane_entries (company_id, lane_id) where lane_id is not null;
create index lane_entries_user on app.lane_entries (company_id, user_id) where user_id is not null;
call app.tenant_table('app.lane_entries');
insert into app.lane_entries (company_id, board_id, ticket_id, lane_id, user_id, entered_at)
select company_id, board_id, ticket_id, tag_id, user_id, since from app.ticket_tags where board_id is not null;
