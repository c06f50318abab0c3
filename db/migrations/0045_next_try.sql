-- The pause before the next try is counted from the last one: a body of last week is not tried fifteen times in half a minute.
alter table app.inbound_raw add column try_at timestamptz;
comment on column app.inbound_raw.try_at is 'Not taken up again before; null: it was not taken up yet.';
