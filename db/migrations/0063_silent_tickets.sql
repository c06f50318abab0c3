-- A message that is sent by itself and is not to bother anybody stands in a closed ticket that was never open: it is in no list, no
-- counter and no report, and the customer's answer begins a ticket of its own. There is one for a contact on a connection.
alter table app.tickets add column silent boolean not null default false;
comment on column app.tickets.silent is 'Never was open: holds what was sent by itself. A person who opens it makes it a ticket like any other.';
alter table app.tickets add constraint tickets_silent check (not silent or status = 'closed');
-- Lists leave them out without a look at the row.
drop index app.tickets_list;
create index tickets_list on app.tickets (company_id, status, updated_at desc, id desc) include (queue_id, user_id, connection_id, is_group, silent);
drop index app.tickets_recent;
create index tickets_recent on app.tickets (company_id, updated_at desc, id desc) include (status, queue_id, user_id, connection_id, is_group, silent);
