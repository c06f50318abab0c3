-- A campaign puts thousands of messages into one line's queue. What asks about one conversation, or about the few that somebody is owed,
-- does not look through them. The company stands last: PostgreSQL, which has not counted what just came in, takes every index that begins
-- with the company for as good as the primary key, and reads the company's whole queue for each message it looks up.

drop index app.messages_held_order;
create index messages_held_order on app.messages_held (connection_id, cold, place, message_id, company_id);
create index messages_held_contact on app.messages_held (contact_id, connection_id, company_id);
create index messages_owed on app.messages (connection_id, company_id) where status = 'waiting' and send_class = 0;
