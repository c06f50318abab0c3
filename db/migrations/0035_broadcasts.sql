-- Events of the platform belong to no company, but streams resume by a company's own log: each company gets its copy, in batches, and
-- the row says how far that is.
create table app.broadcasts (
  id       bigint generated always as identity primary key,
  name     text not null,
  audience text[] not null,
  payload  json not null,
  after_id bigint not null default 0
);
comment on column app.broadcasts.after_id is 'The last company that has its copy; they are told in the order of their ids.';
