-- Rotation remembers whom it gave a ticket last; idle tickets are found also where nobody wrote yet.

alter table app.user_queues add column given_at timestamptz;
comment on column app.user_queues.given_at is 'When rotation last gave this person a waiting ticket of this queue.';

drop index app.tickets_idle;
create index tickets_idle on app.tickets (company_id, connection_id, (coalesce(last_message_at, created_at))) where status <> 'closed';
