-- The import of old messages: one conversation at a time, how far it is, and a queue that may go meanwhile.

alter table app.past_messages add column chat text not null default '';
comment on column app.past_messages.chat is 'The first identity of the other side: who takes a batch takes one conversation.';
comment on column app.past_messages.payload is 'Sealed as in message_payloads.';
create index past_messages_chat on app.past_messages (company_id, connection_id, chat, at);

alter table app.connections
  add column past_done integer not null default 0,
  add column past_all  integer not null default 0,
  drop constraint connections_past_queue,
  add constraint connections_past_queue foreign key (company_id, past_queue_id) references app.queues (company_id, id) on delete set null (past_queue_id);
comment on column app.connections.past_all is 'Old messages collected so far, those that are in already counted.';
