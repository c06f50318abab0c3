-- A body that a connection's own secret signed speaks for that connection alone.
alter table app.inbound_raw add column signed_for text;
comment on column app.inbound_raw.signed_for is 'Company and connection (`2-17`) whose own secret signed it; null: the operator''s, which speaks for every account.';
