-- What somebody had begun to write when a ticket went from them to another: its new owner may use it. And a tiny picture of a
-- picture, for its place on screen until it is there.

alter table app.drafts
  add column left_in bigint,
  add column left_at timestamptz,
  add column hidden_from bigint[] not null default '{}',
  add foreign key (company_id, left_in) references app.tickets (company_id, id) on delete set null (left_in);
comment on column app.drafts.left_in is 'The ticket whose owner is offered the text. Another than ticket_id where the conversation went on in a new one.';
comment on column app.drafts.left_at is 'When the ticket went from who writes.';
comment on column app.drafts.hidden_from is 'Owners who used the text, or do not want it.';
create index drafts_left on app.drafts (company_id, left_in) where left_in is not null;

alter table app.media add column preview bytea check (octet_length(preview) <= 300);
comment on column app.media.preview is 'A PNG of some fifty pixels; null for what came before there were any, and for what is too large to be read.';
