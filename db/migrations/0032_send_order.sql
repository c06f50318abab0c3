-- In which order automated messages go, since when each is tried, and whom a number began to write to.

alter table app.messages
  add column send_class  smallint not null default 0,
  add column tried_since timestamptz;
comment on column app.messages.send_class is '0: a person''s words, or an answer that is owed right now. 1: to one person, by a schedule, a program or the board. 2: of a campaign.';
comment on column app.messages.tried_since is 'When it was first tried, moved on by the time it was held back since: its age counts from here.';

-- Those on their way keep the age they have.
update app.messages set tried_since = created_at where status = 'sending' or (status = 'waiting' and (attempts > 0 or retry_at is not null));

alter table app.messages_held add column place bigint;
update app.messages_held set place = message_id;
alter table app.messages_held alter column place set not null;
comment on table app.messages_held is 'Automated messages that wait for their turn on a line, apart from those that are only due.';
comment on column app.messages_held.place is 'Class times 10^15 plus the message''s id, or that of one behind it in its conversation which goes earlier.';
drop index app.messages_held_order;
create index messages_held_order on app.messages_held (company_id, connection_id, cold, place, message_id);

alter table app.pace_state
  add column people_per_day integer,
  add column begun jsonb not null default '[]';
comment on column app.pace_state.people_per_day is 'How many people a day the provider lets this number write to first, as it said; 0: as many as it likes.';
comment on column app.pace_state.begun is 'People written to first, by hour: [when the hour began in ms, how many].';
