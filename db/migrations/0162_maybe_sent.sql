-- A process that dies amid a send, or an answer that is lost, leaves a message of which nobody knows whether it arrived. Where it is sent
-- again it may wait for that: what its reader answers meanwhile is an answer all the same.
alter table app.messages add column maybe_sent boolean not null default false;
comment on column app.messages.maybe_sent is 'One of its attempts may have reached the reader, though nobody knows.';
