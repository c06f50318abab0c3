-- A message's key belongs to the person who gave it. Where somebody else's message of the company has the same, it goes out under another.
alter table app.messages add column client_key text;
comment on column app.messages.client_key is 'What its author calls it, where `key` is another message''s; the same of one person twice is one message.';
create unique index messages_client_key on app.messages (company_id, user_id, client_key) where client_key is not null;
comment on column app.messages.key is 'Made by the client, unique for ever in the company: what it is called on its way. The same of one person twice is one message.';
