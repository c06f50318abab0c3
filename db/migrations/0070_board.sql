-- The board: lanes stand in an order of their own, a ticket stands in one lane at most, since a moment, put there by somebody or by itself.
alter table app.tags add column position integer not null default 0;
comment on column app.tags.position is 'Of a lane: its place on the board, from the left.';
update app.tags g set position = o.n from (
  select company_id, id, row_number() over (partition by company_id order by name_key, id) as n from app.tags where kanban) o
where g.company_id = o.company_id and g.id = o.id;

alter table app.ticket_tags
  add column lane boolean not null default false,
  add column since timestamptz not null default now(),
  add column user_id bigint,
  add foreign key (company_id, user_id) references app.users (company_id, id) on delete set null (user_id);
comment on column app.ticket_tags.lane is 'Whether the tag is a lane: a ticket has one at most.';
comment on column app.ticket_tags.since is 'When the ticket got it; of a lane: what its minutes count from.';
comment on column app.ticket_tags.user_id is 'Who put it there; null: nobody, it moved by itself.';

-- What was put into two lanes at once stays in the one made last.
delete from app.ticket_tags x using app.tags g, app.ticket_tags y, app.tags h
where g.company_id = x.company_id and g.id = x.tag_id and g.kanban
  and y.company_id = x.company_id and y.ticket_id = x.ticket_id and y.tag_id > x.tag_id
  and h.company_id = y.company_id and h.id = y.tag_id and h.kanban;
update app.ticket_tags x set lane = true from app.tags g
where g.company_id = x.company_id and g.id = x.tag_id and g.kanban;

create unique index ticket_tags_one_lane on app.ticket_tags (company_id, ticket_id) where lane;
create index ticket_tags_user on app.ticket_tags (company_id, user_id) where user_id is not null;
