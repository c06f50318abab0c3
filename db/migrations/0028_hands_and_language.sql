-- Who had a ticket before it was handed away, so that the server, not the client, says whose it is when that is taken back.
alter table app.ticket_log add column had_user_id bigint;
comment on column app.ticket_log.had_user_id is 'Of a transfer: who had the ticket before. Null where it waited.';
